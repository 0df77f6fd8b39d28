import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type ApiEnv, limitBodies } from '../../../src/io/http/authenticate.ts';

const bytes = 32 * 2 ** 20;

test('larger bodies are refused together and of one token, until the others are answered', async () => {
  const app = new Hono<ApiEnv>();
  const [held, released] = [[1, 2].map(() => Promise.withResolvers<void>()), Promise.withResolvers<void>()];
  app.use(async (context, next) => {
    const tokenId = context.req.header('token') ?? '';
    context.set('caller', { tokenId, guildId: '1', userId: '2' });
    await next();
  });
  app.post('*', limitBodies(), async context => {
    held[Number(context.req.header('holds'))]?.resolve();
    if (context.req.header('holds')) await released.promise;
    return context.text('read');
  });
  const send = (token: string, headers: Record<string, string> = {}) =>
    app.request('/whatsapp/chats', {
      method: 'POST',
      body: 'chat',
      headers: { token, 'content-length': String(bytes), ...headers },
    });
  const answers = [send('one', { holds: '0' }), send('two', { holds: '1' })];
  await Promise.all(held.map(({ promise }) => promise));
  const refusals = await Promise.all([
    send('one'),
    send('three'),
    send('four', { 'content-length': '33554433' }),
  ]);
  expect(refusals.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [429, '10'],
    [503, '10'],
    [413, null],
  ]);
  expect((await send('one', { 'content-length': '4' })).status).toBe(200);
  released.resolve();
  for (const answer of answers) expect((await answer).status).toBe(200);
  expect((await send('one')).status).toBe(200);
});
