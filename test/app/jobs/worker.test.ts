import { describe, expect, onTestFinished, test } from 'vitest';
import type { Job, JobRecord } from '../../../src/app/jobs/ports.ts';
import { createSingleProcessJobs } from '../../../src/app/jobs/single-process-queue.ts';
import { startWorker, type WorkerOptions } from '../../../src/app/jobs/worker.ts';
import { createLogger } from '../../../src/log.ts';

const startMs = Date.UTC(2026, 2, 2, 9);

/** A clock that stands still until it is moved, and then wakes who slept. */
function createHandClock() {
  let nowMs = startMs;
  const sleepers = new Set<() => void>();
  const clock = {
    now: () => new Date(nowMs).toISOString(),
    sleepUntil: (instant: string, signal: AbortSignal) =>
      new Promise<void>(resolve => {
        const look = () => {
          if (!signal.aborted && nowMs < Date.parse(instant)) return;
          sleepers.delete(look);
          resolve();
        };
        sleepers.add(look);
        signal.addEventListener('abort', look);
        look();
      }),
  };
  return {
    clock,
    move: (seconds: number) => {
      nowMs += seconds * 1_000;
      for (const look of [...sleepers]) look();
    },
    at: (seconds: number) => new Date(startMs + seconds * 1_000).toISOString(),
  };
}

function setUp(options: Partial<WorkerOptions> = {}) {
  const { clock, move, at } = createHandClock();
  const cache = new Map<string, JobRecord>();
  let isDown = false;
  const ask = async () => {
    if (isDown) throw new Error('the store is down');
  };
  let tokens = 0;
  const jobs = createSingleProcessJobs({
    store: {
      put: async (id, record) => {
        await ask();
        cache.set(id, record);
      },
      remove: async id => {
        await ask();
        cache.delete(id);
      },
      list: async () => {
        await ask();
        return cache;
      },
    },
    now: clock.now,
    newToken: () => `t${++tokens}`,
  });
  const ran: string[] = [];
  const worker = startWorker({
    jobs,
    clock,
    toServer: () => '',
    run: async ({ id }) => {
      ran.push(id);
      return { next: null };
    },
    toRetryAt: () => null,
    giveUp: async () => ({ next: null }),
    log: createLogger('silent'),
    ...options,
  });
  onTestFinished(() => worker.stop());
  return {
    worker,
    jobs,
    kept: cache,
    ran,
    move,
    at,
    setDown: (down: boolean) => {
      isDown = down;
    },
  };
}

/** Long enough for a worker that would act wrongly; what it has to do is waited for. */
const settled = () => new Promise(resolve => setTimeout(resolve, 10));

describe('the worker', () => {
  test('runs a job when it is due, and again when it says', async () => {
    const times: string[] = [];
    const { worker, jobs, move, at } = setUp({
      run: async ({ dueAt }) => {
        times.push(dueAt);
        return { next: times.length < 3 ? at(times.length * 100) : null };
      },
    });
    await jobs.schedule('a', at(10));
    worker.wake();
    await settled();
    expect(times).toEqual([]);
    for (const [index, seconds] of [10, 90, 100].entries()) {
      move(seconds);
      await expect.poll(() => times.length).toBe(index + 1);
    }
    expect(times).toEqual([at(10), at(100), at(200)]);
    await expect.poll(jobs.nextDueAt).toBeNull();
  });

  test('runs no more at once than it may', async () => {
    const ends: (() => void)[] = [];
    const { worker, jobs, at } = setUp({
      concurrency: 2,
      run: () => new Promise(resolve => ends.push(() => resolve({ next: null }))),
    });
    for (const id of ['a', 'b', 'c', 'd']) await jobs.schedule(id, at(0));
    worker.wake();
    await expect.poll(() => ends.length === 2).toBe(true);
    await settled();
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await expect.poll(() => ends.length === 3).toBe(true);
    ends[1]?.();
    await expect.poll(() => ends.length === 4).toBe(true);
    for (const end of ends) end();
  });

  test('retries what failed as long as it is told to, then gives it up', async () => {
    const attempts: number[] = [];
    const given: Job[] = [];
    const { worker, jobs, move, at } = setUp({
      run: async ({ attempt }) => {
        attempts.push(attempt);
        throw new Error('no luck');
      },
      toRetryAt: ({ attempt }) => (attempt < 3 ? at(attempt * 10) : null),
      giveUp: async claim => {
        given.push(claim);
        return { next: at(1_000) };
      },
    });
    await jobs.schedule('a', at(0));
    worker.wake();
    for (const [index, seconds] of [0, 10, 20].entries()) {
      move(seconds);
      await expect.poll(() => attempts.length).toBe(index + 1);
    }
    await expect.poll(jobs.nextDueAt).toBe(at(1_000));
    expect(attempts).toEqual([1, 2, 3]);
    expect(given).toMatchObject([{ id: 'a', attempt: 3 }]);
  });

  test('waits while people wait for something else', async () => {
    let isIdle = () => {};
    const { worker, jobs, ran, at } = setUp({
      waitForIdle: (_, signal) =>
        new Promise(resolve => {
          isIdle = resolve;
          signal.addEventListener('abort', () => resolve());
        }),
    });
    await jobs.schedule('a', at(0));
    worker.wake();
    await settled();
    expect(ran).toEqual([]);
    isIdle();
    await expect.poll(() => ran.length === 1).toBe(true);
  });

  test('goes on after the store was down', async () => {
    const { worker, jobs, ran, move, at, setDown } = setUp();
    await jobs.schedule('a', at(5));
    worker.wake();
    setDown(true);
    move(5);
    await settled();
    expect(ran).toEqual([]);
    setDown(false);
    const ranLater = () => {
      move(5);
      return ran.length;
    };
    await expect.poll(ranLater).toBe(1);
  });

  test('stopped it aborts what runs, which is due again at the next start', async () => {
    let isAborted = false;
    const begun = Promise.withResolvers<void>();
    const { worker, jobs, at } = setUp({
      run: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          });
          begun.resolve();
        }),
    });
    await jobs.schedule('a', at(0));
    worker.wake();
    await begun.promise;
    await worker.stop();
    expect(isAborted).toBe(true);
    expect(await jobs.claim()).toMatchObject({ id: 'a', attempt: 2 });
  });

  test('aborts a job whose claim was lost, and leaves it to who has it now', async () => {
    let reason = '';
    const begun = Promise.withResolvers<void>();
    const { worker, jobs, at } = setUp({
      heartbeatMs: 5,
      run: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = String(signal.reason);
            reject(signal.reason);
          });
          begun.resolve();
        }),
    });
    await jobs.schedule('a', at(0));
    worker.wake();
    await begun.promise;
    await jobs.cancel('a');
    await expect.poll(() => reason !== '').toBe(true);
    expect(reason).toContain('no longer valid');
    expect(await jobs.nextDueAt()).toBeNull();
  });
});
