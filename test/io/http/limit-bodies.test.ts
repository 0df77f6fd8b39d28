import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitBodies } from '../../../src/io/http/limit-bodies.ts';

const bytes = 32 * 2 ** 20;

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

test('bodies that are too large together are refused, until the others are answered', async () => {
  const app = new Hono();
  app.post('/', limitBodies(), async context => context.json((await context.req.arrayBuffer()).byteLength));
  const send = (body: ReadableStream) =>
    app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  const [first, second, third, last] = [createBody(), createBody(), createBody(), createBody()];
  const answers = [send(first.body), send(second.body)];
  await Promise.all([first.isRead, second.isRead]);
  const small = await app.request('/', { method: 'POST', body: 'small' });
  expect([small.status, await small.json()]).toEqual([200, 5]);
  third.end();
  const refused = await send(third.body);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    503,
    '10',
    { code: 'unavailable' },
  ]);
  for (const { end } of [first, second, last]) end();
  for (const answer of answers) expect(await (await answer).json()).toBe(bytes);
  expect((await send(last.body)).status).toBe(200);
});

test('an upload that stalls is ended, and holds nothing afterwards', async () => {
  const app = new Hono();
  app.post('/', limitBodies(1), context => context.text('read'));
  const send = () =>
    app.request('/', { method: 'POST', body: createBody().body, duplex: 'half' } as RequestInit);
  for (let count = 0; count < 3; count += 1) {
    const refused = await send();
    expect([refused.status, await refused.json()]).toMatchObject([408, { code: 'incomplete' }]);
  }
});

test('an upload that its client breaks off is no failure', async () => {
  const app = new Hono();
  const [read, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  const errors: unknown[] = [];
  app.onError((error, context) => {
    errors.push(error);
    return context.text('failed', 500);
  });
  app.use(async (context, next) => {
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
