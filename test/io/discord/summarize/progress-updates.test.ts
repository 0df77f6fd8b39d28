import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgressUpdates } from '../../../../src/io/discord/summarize/progress.ts';

const pace = { afterMs: 20, everyMs: 40 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A showing that takes a while, of a number that can be changed. */
function open({ takesMs = 0, mayShow = async () => true } = {}) {
  const state = { now: 0 as number | null, atOnce: 0, mostAtOnce: 0 };
  const shown: { value: number; fromMs: number; toMs: number }[] = [];
  const showing = startProgressUpdates({
    pace,
    toBody: () => state.now,
    mayShow,
    show: async value => {
      const fromMs = performance.now();
      state.atOnce += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
      await new Promise(resolve => setTimeout(resolve, takesMs));
      state.atOnce -= 1;
      shown.push({ value, fromMs, toMs: performance.now() });
    },
    onLost: () => true,
  });
  return { state, shown, showing, values: () => shown.map(({ value }) => value) };
}

test('shows one at a time, each a while after the last has ended, and the newest of what came meanwhile', async () => {
  const { state, shown, showing } = open({ takesMs: 30 });
  const timer = setInterval(() => {
    state.now = (state.now ?? 0) + 1;
  }, 5);
  await advance(300);
  clearInterval(timer);
  const ended = showing.end();
  await advance(30);
  await ended;
  expect(state.mostAtOnce).toBe(1);
  expect(shown.length).toBeGreaterThan(2);
  for (const [index, { fromMs, value }] of shown.entries()) {
    const before = shown[index - 1];
    if (!before) continue;
    expect(fromMs - before.toMs).toBe(pace.everyMs);
    expect(value).toBeGreaterThan(before.value + 3);
  }
});

test('its end waits for the showing under way, and nothing is shown after', async () => {
  const { state, values, showing } = open({ takesMs: 60 });
  await advance(50);
  expect(state.atOnce).toBe(1);
  state.now = 1;
  const ended = showing.end();
  await advance(60);
  await ended;
  expect(values()).toEqual([0]);
  await advance(100);
  expect(values()).toEqual([0]);
});

test('what is over while leave is asked for is not shown, and its end does not wait for the leave', async () => {
  const asked = Promise.withResolvers<boolean>();
  const { values, showing } = open({ mayShow: () => asked.promise });
  await advance(40);
  await showing.end();
  asked.resolve(true);
  await advance(20);
  expect(values()).toEqual([]);
});

test('in a hurry, it shows what has changed at once, or right after the showing under way, and nothing after its end', async () => {
  const { state, values, showing } = open({ takesMs: 10 });
  showing.hurry();
  await advance(11);
  expect(values()).toEqual([0]);
  await advance(pace.everyMs + 5);
  state.now = 1;
  showing.hurry();
  await advance(2);
  state.now = 2;
  showing.hurry();
  await advance(12);
  expect(values()).toEqual([0, 1]);
  await advance(10);
  expect(values()).toEqual([0, 1, 2]);
  await showing.end();
  state.now = 3;
  showing.hurry();
  await advance(200);
  expect(values()).toEqual([0, 1, 2]);
});
