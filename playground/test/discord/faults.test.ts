import { expect, it } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { call } from '../scene.ts';

const ROUTE = 'POST /channels/*/messages';

async function startWithChannel(options?: Parameters<typeof start>[0]) {
  const playground = await start(options);
  const { general } = setUp(playground);
  const send = (content = 'a') => call(playground, 'POST', `/channels/${general.id}/messages`, { content });
  const sent = () => playground.world.history(general).map(one => one.content);
  return { playground, faults: playground.faults, general, send, sent };
}

it('answers 429 with every header that a client needs, as often as asked', async () => {
  const { faults, send, sent } = await startWithChannel();
  faults.rateLimit(ROUTE, { times: 2, retryAfterMs: 250 });
  const { status, body, headers } = await send();
  expect([status, body]).toEqual([
    429,
    { message: 'You are being rate limited.', retry_after: 0.25, global: false, code: 0 },
  ]);
  expect(headers.get('retry-after')).toBe('0.25');
  expect(headers.get('x-ratelimit-scope')).toBe('user');
  expect(headers.get('x-ratelimit-reset-after')).toBe('0.25');
  expect(headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
  expect((await send()).status).toBe(429);
  expect((await send()).status).toBe(200);
  expect(sent()).toEqual(['a']);
});

it('can answer a global 429', async () => {
  const { faults, send } = await startWithChannel();
  faults.rateLimit('* /**', { isGlobal: true });
  const { headers, body } = await send();
  expect([headers.get('x-ratelimit-global'), headers.get('x-ratelimit-scope')]).toEqual(['true', 'global']);
  expect(body).toMatchObject({ global: true });
});

it('spoils only the routes that were named', async () => {
  const { playground, faults, general, send } = await startWithChannel();
  faults.failWith(503, 'GET /channels/*/messages', 9);
  expect((await send()).status).toBe(200);
  expect((await call(playground, 'GET', `/channels/${general.id}`)).status).toBe(200);
  expect((await call(playground, 'GET', `/channels/${general.id}/messages?limit=5`)).status).toBe(503);
  faults.clear();
  expect((await call(playground, 'GET', `/channels/${general.id}/messages`)).status).toBe(200);
});

it('breaks the connection before a request is carried out, or loses the answer after it was', async () => {
  const { faults, send, sent } = await startWithChannel();
  faults.breakConnection(ROUTE);
  await expect(send('never')).rejects.toThrow();
  expect(sent()).toEqual([]);
  faults.loseAnswer(ROUTE);
  await expect(send('unheard')).rejects.toThrow();
  expect(sent()).toEqual(['unheard']);
});

it('answers late', async () => {
  const { faults, send } = await startWithChannel();
  faults.delay(120, ROUTE);
  const startedAt = performance.now();
  expect((await send()).status).toBe(200);
  expect(performance.now() - startedAt).toBeGreaterThan(110);
});

it('closes at once, with requests and gateways under way, and frees its port', async () => {
  // Below those that the system gives to others, one of which took the port meanwhile.
  const port = 12_000 + (process.pid % 8_000);
  const { playground, faults, send } = await startWithChannel({ port });
  faults.delay(600_000, ROUTE);
  const pending = send().catch(() => 'cut');
  await new Promise(resolve => setTimeout(resolve, 30));
  await playground.close();
  expect(await pending).toBe('cut');
  const again = await start({ port });
  expect(again.url).toBe(playground.url);
});

it('stops waiting for an answer when it closes', async () => {
  const playground = await start();
  const { ben, general } = setUp(playground);
  await call(playground, 'POST', `/applications/${playground.applicationId}/commands`, {
    name: 'go',
    description: 'd',
  });
  const running = playground.actions.slash({ user: ben, channel: general, command: 'go' });
  await playground.close();
  expect((await running).status).toBe('waiting');
});
