import { expect, test } from 'vitest';
import { waitForIdle } from '../../../src/app/jobs/idle-wait.ts';

const dueAt = '2026-03-09T09:00:00.000Z';

/** Waits by a clock that only its own sleeps move; returns how long it waited, in seconds. */
async function wait({
  lateSeconds = 0,
  busySeconds = Number.POSITIVE_INFINITY,
  signal = AbortSignal.abort(),
}) {
  const startMs = Date.parse(dueAt) + lateSeconds * 1_000;
  let ms = startMs;
  const sleep = async (forMs: number) => {
    ms += forMs;
  };
  const countRuns = () => (ms - startMs < busySeconds * 1_000 ? 3 : 0);
  await waitForIdle({ countRuns, nowMs: () => ms, sleep }, dueAt, signal);
  return (ms - startMs) / 1_000;
}

const running = new AbortController().signal;

test.each([
  ['until nobody waits', { busySeconds: 30, signal: running }, 30],
  ['not where nobody waits', { busySeconds: 0, signal: running }, 0],
  ['two minutes where somebody always waits', { signal: running }, 120],
  ['less if it is late', { lateSeconds: 90, signal: running }, 30],
  [
    'not if it is two minutes late, so that late jobs are not made later',
    { lateSeconds: 120, signal: running },
    0,
  ],
  ['not when the bot stops', {}, 0],
])('a job waits %s', async (_, options, seconds) => {
  expect(await wait(options)).toBe(seconds);
});
