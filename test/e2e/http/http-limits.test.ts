import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createHeldEngine } from '../engines.ts';
import { fill, told } from '../scene.ts';
import { createHttpScene, type HttpScene } from './http-scene.ts';

let http: HttpScene;
afterEach(() => http?.close());

test('requests are limited per token, and failed attempts per address', async () => {
  http = await createHttpScene({ requestsPerMinute: 3 });
  const statuses = [];
  for (let count = 0; count < 5; count++) statuses.push((await http.fetch('/summaries')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const other = await http.fetch('/summaries', { token: await http.grant() });
  expect(other.status).toBe(200);
  let last = 401;
  for (let count = 0; count < 40 && last === 401; count++)
    last = (await http.fetch('/summaries', { token: 'wrong' })).status;
  expect(last).toBe(429);
  // Behind a proxy, everybody has the same address.
  expect((await http.fetch('/summaries', { token: await http.grant() })).status).toBe(200);
});

test('an upload that takes too long is ended, and one that its client breaks off is no failure', async () => {
  const errors: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  http = await createHttpScene({ requestTimeoutMs: 1_000, log });
  const { hostname, port } = new URL(http.url);
  const lines = ['POST /check HTTP/1.1', 'Host: x', `Authorization: Bearer ${await http.grant()}`];
  const upload = () => {
    const socket = connect(Number(port), hostname);
    socket.write([...lines, 'Content-Type: application/json', 'Content-Length: 9', '', '{'].join('\r\n'));
    return socket;
  };
  const broken = upload();
  // Meanwhile, the server begins to read it.
  expect((await http.fetch('/summaries')).status).toBe(200);
  broken.destroy();
  const [answer] = await once(upload(), 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
  expect(errors).toEqual([]);
});

test('the daily summaries of the owner count, in Discord and here', async () => {
  http = await createHttpScene({ dailyLimit: 1 });
  fill(http);
  const path = `/discord/channels/${http.channel.id}/summarize?wait=30`;
  expect((await http.fetch(path, { body: {} })).status).toBe(200);
  const second = await http.fetch(path, { body: {} });
  expect([second.status, second.json.code]).toEqual([429, 'limit_reached']);
  const { actions, ann: user, channel } = http;
  const third = await told(await actions.slash({ user, channel, command: 'summarize' }));
  expect(third.message?.content).toContain('today’s summary');
});

test('a job can be canceled, and the next one may start', async () => {
  const held = createHeldEngine();
  http = await createHttpScene({ engine: held.engine });
  fill(http);
  const path = `/discord/channels/${http.channel.id}/summarize`;
  const started = await http.fetch(path, { body: {} });
  await held.reached;
  const headers = { 'idempotency-key': 'again' };
  const busy = await http.fetch(`${path}?wait=30`, { body: {}, headers });
  expect([busy.status, busy.json.code]).toEqual([409, 'busy']);
  const canceled = await http.fetch(started.json.links.self, { method: 'DELETE' });
  expect(canceled.json.status).toBe('canceled');
  const result = await http.fetch(`${started.json.links.self}/result`);
  expect(result.status).toBe(410);
  held.release();
  // What was refused may be sent again with the same key.
  expect((await http.fetch(`${path}?wait=30`, { body: {}, headers })).status).toBe(200);
});
