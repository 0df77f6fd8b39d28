import { expect, onTestFinished, test } from 'vitest';
import { createMemoryQueue, type JobWork, keepEnsured } from '../../src/app/jobs.ts';
import { createSystemClock } from '../../src/io/clock.ts';
import { createLogger } from '../../src/log.ts';
import { createLogLines } from '../e2e/log-lines.ts';
import { describeQueue } from './queue-conformance.ts';

const log = createLogger('silent');
const open = () => createMemoryQueue({ clock: createSystemClock(), log });

let last = open();
describeQueue('a queue in memory', {
  create: async () => {
    last = open();
    return last;
  },
  reopen: async () => last,
});

const startMs = Date.UTC(2026, 2, 2, 9);
const at = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString();

/** A clock that is moved by hand. */
function setUp(work: Partial<JobWork>) {
  let machineMs = startMs;
  const clock = createSystemClock({ readMs: () => machineMs });
  const queue = createMemoryQueue({ clock, log });
  const { stop } = queue.work({
    toServer: () => '',
    run: async () => null,
    retries: { firstMs: 10_000, longestMs: 15_000, mostAttempts: 4 },
    giveUp: async () => null,
    ...work,
  });
  onTestFinished(stop);
  const move = (seconds: number) => {
    machineMs = startMs + seconds * 1_000;
    clock.setOffset(0);
  };
  return { queue, move };
}

/** Long enough for a worker that would act wrongly; what it has to do is waited for. */
const settled = () => new Promise(resolve => setTimeout(resolve, 10));

test('servers take turns, and the one with less running goes first', async () => {
  const ran: string[] = [];
  const ends: ((next: null) => void)[] = [];
  const { queue } = setUp({
    toServer: id => id.split('_')[0] ?? '',
    run: ({ id }) => {
      ran.push(id);
      return new Promise(resolve => ends.push(resolve));
    },
  });
  for (const id of ['large_1', 'large_2', 'large_3', 'large_4']) await queue.schedule(id, at(-60));
  await expect.poll(() => ran.length).toBe(2);
  for (const id of ['small_1', 'small_2']) await queue.schedule(id, at(0));
  for (const count of [3, 4, 5, 6]) {
    ends[count - 3]?.(null);
    await expect.poll(() => ran.length).toBe(count);
  }
  expect(ran.slice(2)).toEqual(['small_1', 'large_3', 'small_2', 'large_4']);
  for (const end of ends) end(null);
});

test('the pauses between attempts double up to the longest, and what cannot be given up is tried again', async () => {
  const attempts: number[] = [];
  let canGiveUp = false;
  const { queue, move } = setUp({
    run: async ({ attempt }) => {
      attempts.push(attempt);
      throw new Error('no luck');
    },
    giveUp: async () => {
      if (!canGiveUp) throw new Error('the store is down');
      return at(1_000);
    },
  });
  await queue.schedule('a', at(0));
  for (const [index, seconds] of [0, 10, 25, 40, 45].entries()) {
    canGiveUp = seconds > 40;
    move(seconds - 1);
    await settled();
    expect(attempts).toHaveLength(index);
    move(seconds);
    await expect.poll(() => attempts.length).toBe(index + 1);
    await settled();
  }
  expect(attempts).toEqual([1, 2, 3, 4, 4]);
  move(1_000);
  await expect.poll(() => attempts.at(-1)).toBe(1);
});

test('a server whose records cannot be read holds up no other, and is tried again soon', async () => {
  const { log, events } = createLogLines();
  const ensured: string[] = [];
  const failing = new Set(['broken']);
  const { stop } = keepEnsured({
    guildIds: async () => ['first', 'broken', 'last'],
    ensure: async guildId => {
      if (failing.has(guildId)) throw new Error('unreadable');
      ensured.push(guildId);
    },
    everyMs: 3_600_000,
    retryMs: 20,
    clock: createSystemClock(),
    log,
  });
  onTestFinished(stop);
  await expect.poll(() => events().filter(each => each === 'job-ensuring-failed').length).toBeGreaterThan(1);
  expect(ensured).toEqual(['first', 'last']);
  failing.clear();
  await expect.poll(() => ensured).toEqual(['first', 'last', 'broken']);
});

test('servers that all fail are one line in the log, and none is waited for when this is stopped', async () => {
  const { log, events } = createLogLines();
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const { stop } = keepEnsured({
    guildIds: async () => Array.from({ length: 50 }, (_, index) => String(index)),
    ensure: async () => {
      asked += 1;
      if (asked > 60) await held.promise;
      throw new Error('the store is down');
    },
    everyMs: 3_600_000,
    retryMs: 20,
    clock: createSystemClock(),
    log,
  });
  await expect.poll(() => asked).toBeGreaterThan(60);
  expect(events()).toEqual(['job-ensuring-failed']);
  const stopped = stop();
  held.resolve();
  await stopped;
  expect(asked).toBe(61);
});
