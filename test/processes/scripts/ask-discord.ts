import { createClient } from '../../../src/io/discord/client.ts';
import { createSharedRequests, openSharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger } from '../../../src/log.ts';

// A process of its own that asks Discord many things at once, and prints how many answers it got.
const { DISCORD_API_URL = '', DISCORD_TOKEN = '', REDIS_URL = '', COUNT = '0' } = process.env;
const redis = await openSharedRedis({ url: REDIS_URL, botId: '1', log: createLogger('silent') });
const client = createClient({ apiUrl: DISCORD_API_URL, sharedRequests: createSharedRequests(redis, 50) });
client.rest.setToken(DISCORD_TOKEN);
const ids = Array.from({ length: Number(COUNT) }, (_, index) => 10n ** 17n + BigInt(index));
const ask = (id: bigint) => client.rest.get(`/channels/${id}`).catch(error => error.status);
const answers = await Promise.all(ids.map(ask));
process.stdout.write(String(answers.filter(each => each === 404).length));
await redis.close();
process.exit();
