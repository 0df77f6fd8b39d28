import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type ApiEnv, limitBodies } from '../../../src/io/http/authenticate.ts';

const bytes = 32 * 2 ** 20;
const upload = '/whatsapp/chats';

/** A body that ends when it is told to. */
function createBody() {
  const [isRead, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isSent = false;
  const body = new ReadableStream({
    pull: async controller => {
      if (isSent) {
        isRead.resolve();
        await end.promise;
        return controller.close();
      }
      isSent = true;
      controller.enqueue(new Uint8Array(bytes));
    },
  });
  return { body, isRead: isRead.promise, end: end.resolve };
}

/** An app with this limit, in which the header `token` says whose request it is. */
function createApp(...limits: Parameters<typeof limitBodies>) {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    const tokenId = context.req.header('token') ?? 'first';
    context.set('caller', { tokenId, guildId: '1', userId: '2' });
    await next();
  });
  app.post('*', limitBodies(...limits), async context =>
    context.json((await context.req.arrayBuffer()).byteLength),
  );
  return app;
}

test('bodies that are too large together are refused, until the others are answered', async () => {
  const app = createApp();
  const send = (body: ReadableStream | string, token: string) =>
    app.request(upload, { method: 'POST', body, headers: { token }, duplex: 'half' } as RequestInit);
  const [first, second, greedy, third, last] = [1, 2, 3, 4, 5].map(createBody);
  if (!first || !second || !greedy || !third || !last) throw new Error('no bodies');
  const answers = [send(first.body, 'one')];
  await first.isRead;
  const ofToken = await send(greedy.body, 'one');
  expect([ofToken.status, await ofToken.json()]).toMatchObject([429, { code: 'rate_limited' }]);
  answers.push(send(second.body, 'two'));
  await second.isRead;
  const small = await send('small', 'one');
  expect([small.status, await small.json()]).toEqual([200, 5]);
  third.end();
  const refused = await send(third.body, 'three');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    503,
    '10',
    { code: 'unavailable' },
  ]);
  for (const { end } of [first, second, last]) end();
  for (const answer of answers) expect(await (await answer).json()).toBe(bytes);
  expect((await send(last.body, 'one')).status).toBe(200);
});

test('an upload of which nothing more arrives is ended, and leaves room for others', async () => {
  const app = createApp({ stallMs: 50 });
  const send = ({ body }: ReturnType<typeof createBody>) =>
    app.request(upload, { method: 'POST', body, duplex: 'half' } as RequestInit);
  const stalled = await send(createBody());
  expect([stalled.status, await stalled.json()]).toMatchObject([408, { code: 'incomplete' }]);
  const next = createBody();
  next.end();
  expect((await send(next)).status).toBe(200);
});

test('an upload that its client breaks off is no failure', async () => {
  const app = new Hono<ApiEnv>();
  const [read, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  const errors: unknown[] = [];
  app.onError((error, context) => {
    errors.push(error);
    return context.text('failed', 500);
  });
  app.use(async (context, next) => {
    context.set('caller', { tokenId: 'first', guildId: '1', userId: '2' });
    read.resolve();
    await next();
    ended.resolve(context.res.status);
  });
  app.post('/', limitBodies(), context => context.text('read'));
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const upload = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': 10 } });
    upload.on('error', () => {});
    upload.write('half');
    await read.promise;
    upload.destroy();
    expect([await ended.promise, errors]).toEqual([408, []]);
  } finally {
    server.close();
  }
});
