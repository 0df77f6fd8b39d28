import { createWebhooks } from '../../../src/io/webhooks.ts';

// A process of its own, because Node reads NODE_EXTRA_CA_CERTS only as it starts: `node send-webhook.ts URL`.
const [url = ''] = process.argv.slice(2);
const { newSecret, send } = createWebhooks({ allowsPrivate: true, now: () => new Date().toISOString() });
const event = { id: 'd1_1_1', body: '{}' };
await send({ url, secret: newSecret() }, event, new AbortController().signal);
