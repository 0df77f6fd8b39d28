import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createPlayground, type Playground } from '@footnote/playground/discord';
import { afterEach, expect, test } from 'vitest';
import { createSystemClock, followPlaygroundClock } from '../../src/io/clock.ts';
import { createLogLines } from '../e2e/log-lines.ts';

const startMs = Date.parse('2026-03-02T08:00:00.000Z');
const hourMs = 3_600_000;

/** A machine whose time a test sets. */
function createMachine({ recheckMs = 5 } = {}) {
  let nowMs = startMs;
  const clock = createSystemClock({ readMs: () => nowMs, recheckMs });
  const sleep = (afterMs: number) => {
    const stop = new AbortController();
    const outcome = { woke: false };
    const slept = clock.sleepUntil(new Date(startMs + afterMs).toISOString(), stop.signal).then(() => {
      outcome.woke = true;
    });
    return { stop, outcome, slept };
  };
  const set = (afterMs: number): void => {
    nowMs = startMs + afterMs;
  };
  return { clock, sleep, set };
}

test('the clock tells the time of the machine, moved by its offset', () => {
  const { clock, set } = createMachine();
  expect(clock.now()).toBe('2026-03-02T08:00:00.000Z');
  set(hourMs);
  expect(clock.now()).toBe('2026-03-02T09:00:00.000Z');
  clock.setOffset(-2 * hourMs);
  expect(clock.now()).toBe('2026-03-02T07:00:00.000Z');
});

test('a sleeper wakes when the machine was suspended over its instant', async () => {
  const { sleep, set } = createMachine();
  const { slept, outcome } = sleep(hourMs);
  await wait(20);
  expect(outcome.woke).toBe(false);
  set(hourMs);
  await slept;
});

test('a sleeper wakes as soon as the clock is set forward, without waiting for the next look', async () => {
  const { clock, sleep } = createMachine({ recheckMs: hourMs });
  const { slept, outcome } = sleep(hourMs);
  clock.setOffset(hourMs - 1000);
  await wait(5);
  expect(outcome.woke).toBe(false);
  clock.setOffset(hourMs);
  await slept;
});

test('a sleep of a year does not end at once, as a timer of more than 24.8 days would', async () => {
  const clock = createSystemClock();
  const stop = new AbortController();
  let woke = false;
  const slept = clock
    .sleepUntil(new Date(Date.now() + 365 * 24 * hourMs).toISOString(), stop.signal)
    .then(() => {
      woke = true;
    });
  await wait(20);
  expect(woke).toBe(false);
  stop.abort(new Error('enough'));
  await expect(slept).rejects.toThrow('enough');
});

test('an abort ends a sleep with the reason of its signal, and leaves nothing behind', async () => {
  const { clock, sleep, set } = createMachine();
  const { stop, slept } = sleep(hourMs);
  stop.abort(new Error('stopped'));
  await expect(slept).rejects.toThrow('stopped');
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  await expect(clock.sleepUntil(clock.now(), stop.signal)).rejects.toThrow('stopped');
  const signal = new AbortController().signal;
  set(hourMs);
  await clock.sleepUntil(clock.now(), signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

const dayMs = 86_400_000;
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

test('the last offset holds while the playground does not answer', async () => {
  const { playground, clock, events } = await follow();
  playground.clock.moveTo(Date.now() + dayMs);
  await expect.poll(() => differMs(playground, clock.now())).toBeLessThan(hourMs);
  await playground.close();
  await expect.poll(events).toContain('clock-sync-failed');
  expect(differMs(playground, clock.now())).toBeLessThan(hourMs);
});
