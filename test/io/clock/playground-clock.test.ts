import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlayground, type Playground } from '@footnote/playground/discord';
import { afterEach, expect, test } from 'vitest';
import { UserError } from '../../../src/errors.ts';
import { followPlaygroundClock } from '../../../src/io/clock/playground-clock.ts';
import { createLogLines } from '../../e2e/log-lines.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function follow() {
  const playground = await createPlayground();
  const { log, events } = createLogLines();
  const followed = await followPlaygroundClock({ apiUrl: `${playground.url}/api`, log, everyMs: 20 });
  closing.push(playground.close, followed.close);
  return { playground, clock: followed.clock, events };
}

function differMs(playground: Playground, now: string): number {
  return Math.abs(playground.clock.now() - Date.parse(now));
}

test('the bot’s clock shows the playground’s time from the start, and follows it forward and back', async () => {
  const playground = await createPlayground();
  playground.clock.moveTo(Date.now() + 3 * dayMs);
  const { log } = createLogLines();
  const { clock, close } = await followPlaygroundClock({ apiUrl: `${playground.url}/api`, log, everyMs: 20 });
  closing.push(playground.close, close);
  expect(differMs(playground, clock.now())).toBeLessThan(hourMs);
  for (const days of [10, -10]) {
    playground.clock.moveTo(Date.now() + days * dayMs);
    await expect.poll(() => differMs(playground, clock.now())).toBeLessThan(hourMs);
  }
});

test('who sleeps until Monday wakes when the playground’s clock jumps there', async () => {
  const { playground, clock, events } = await follow();
  const monday = Date.now() + 4 * dayMs;
  const slept = clock.sleepUntil(new Date(monday).toISOString(), new AbortController().signal);
  playground.clock.moveTo(monday);
  await slept;
  expect(events()).toContain('clock-moved');
});

test('the last offset holds while the playground does not answer, which is logged once', async () => {
  const { playground, clock, events } = await follow();
  playground.clock.moveTo(Date.now() + dayMs);
  await expect.poll(() => differMs(playground, clock.now())).toBeLessThan(hourMs);
  await playground.close();
  await expect.poll(events).toContain('clock-sync-failed');
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(differMs(playground, clock.now())).toBeLessThan(hourMs);
  expect(events().filter(event => event === 'clock-sync-failed')).toHaveLength(1);
});

test.each([
  ['a time out of all bounds', 200, '{"offset_ms": 9e15}'],
  ['an error', 500, '{"offset_ms": 0}'],
  ['an address elsewhere', 302, ''],
])('a start with a playground that answers with %s is refused in one sentence', async (_, status, body) => {
  const server = createServer(({ url }, response) => {
    if (url === '/elsewhere') response.end('{"offset_ms": 0}');
    else response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => void server.close());
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const refused = followPlaygroundClock({ apiUrl, log: createLogLines().log });
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(
    /^FOOTNOTE_CLOCK is playground, but there is no clock at .*\/playground\/clock\. /,
  );
});
