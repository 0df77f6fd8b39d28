import { beforeEach, describe, expect, test } from 'vitest';
import type { JobQueue, JobWork } from '../../src/app/jobs.ts';

export type QueueKind = {
  /** A queue on a new store. */
  readonly create: () => Promise<JobQueue>;
  /** The queue of the same store as the next process sees it. */
  readonly reopen: () => Promise<JobQueue>;
};

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const farMs = 3_600_000;

/** What every `JobQueue` does. */
export function describeQueue(name: string, { create, reopen }: QueueKind): void {
  describe(name, () => {
    let queue: JobQueue;
    let stops: (() => Promise<void>)[] = [];
    beforeEach(async () => {
      queue = await create();
      return async () => {
        for (const stop of stops.splice(0)) await stop();
      };
    });
    const work = (run: JobWork['run'], more: Partial<JobWork> = {}, on = queue) => {
      const { stop } = on.work({
        toServer: id => id.split('_')[0] ?? '',
        run,
        retries: { firstMs: 50, mostAttempts: 1 },
        giveUp: async () => null,
        ...more,
      });
      stops = [...stops, stop];
      return stop;
    };
    /** A run that ends when it is told to. */
    const held = () => {
      const begun = Promise.withResolvers<void>();
      const end = Promise.withResolvers<string | null>();
      const run: JobWork['run'] = async () => {
        begun.resolve();
        return end.promise;
      };
      return { run, begun: begun.promise, end: end.resolve };
    };

    test('a job runs when it is due, not before, and again when it says', async () => {
      const ran: { id: string; isDue: boolean; attempt: number }[] = [];
      work(async ({ id, dueAt, attempt }) => {
        ran.push({ id, isDue: Date.parse(dueAt) <= Date.now(), attempt });
        return ran.length < 2 ? inMs(300) : null;
      });
      await queue.schedule('far', inMs(farMs));
      await queue.schedule('near', inMs(300));
      await expect.poll(() => ran.length).toBe(2);
      expect(ran).toEqual([
        { id: 'near', isDue: true, attempt: 1 },
        { id: 'near', isDue: true, attempt: 1 },
      ]);
    });

    test('a job is moved by scheduling it again, and only then', async () => {
      const ran: string[] = [];
      work(async ({ id }) => {
        ran.push(id);
        return null;
      });
      await queue.schedule('moved', inMs(farMs));
      await queue.schedule('moved', inMs(0));
      await queue.schedule('there', inMs(farMs));
      await queue.ensure('there', inMs(0));
      await expect.poll(() => ran).toEqual(['moved']);
      await queue.ensure('new', inMs(0));
      await expect.poll(() => ran).toEqual(['moved', 'new']);
    });

    test('scheduled while it runs it is not run twice at once, and the new time wins', async () => {
      const first = held();
      let runs = 0;
      work(async (...given) => {
        runs += 1;
        return runs === 1 ? first.run(...given) : null;
      });
      await queue.schedule('a', inMs(0));
      await first.begun;
      await queue.schedule('a', inMs(0));
      await queue.schedule('b', inMs(0));
      await expect.poll(() => runs).toBe(2);
      first.end(inMs(farMs));
      await expect.poll(() => runs).toBe(3);
    });

    test('cancelled it does not run, or not again', async () => {
      const running = held();
      const ran: string[] = [];
      work(async (job, signal) => {
        ran.push(job.id);
        return job.id === 'running' ? running.run(job, signal) : null;
      });
      await queue.schedule('waiting', inMs(farMs));
      await queue.schedule('running', inMs(0));
      await running.begun;
      await queue.cancel('waiting');
      await queue.cancel('running');
      await queue.cancel('never there');
      running.end(inMs(0));
      await queue.schedule('last', inMs(700));
      await expect.poll(() => ran).toContain('last');
      expect(ran).toEqual(['running', 'last']);
      // It is no longer there, so that this is its time.
      await queue.ensure('waiting', inMs(0));
      await expect.poll(() => ran).toEqual(['running', 'last', 'waiting']);
    });

    test('what fails is retried with its attempts counted, then given up', async () => {
      const attempts: number[] = [];
      const given: number[] = [];
      work(
        async ({ attempt }) => {
          attempts.push(attempt);
          if (given.length === 0) throw new Error('no luck');
          return null;
        },
        {
          retries: { firstMs: 50, mostAttempts: 3 },
          giveUp: async ({ attempt }) => {
            given.push(attempt);
            return inMs(50);
          },
        },
      );
      await queue.schedule('a', inMs(0));
      await expect.poll(() => attempts).toEqual([1, 2, 3, 1]);
      expect(given).toEqual([3]);
    });

    test('no more run at once than may, and all run', async () => {
      let running = 0;
      let most = 0;
      let done = 0;
      work(
        async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise(resolve => setTimeout(resolve, 20));
          running -= 1;
          done += 1;
          return null;
        },
        { concurrency: 3 },
      );
      await Promise.all(Array.from({ length: 12 }, (_, index) => queue.schedule(`j${index}`, inMs(0))));
      await expect.poll(() => done).toBe(12);
      expect(most).toBe(3);
    });

    test('stopping aborts what runs and leaves it, and what waits, to the next process', async () => {
      const begun = Promise.withResolvers<void>();
      const stop = work(
        (_, signal) =>
          new Promise((_, reject) => {
            begun.resolve();
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      );
      await queue.schedule('running', inMs(0));
      await begun.promise;
      await queue.schedule('waiting', inMs(0));
      await stop();
      const ran: string[] = [];
      work(
        async ({ id }) => {
          ran.push(id);
          return null;
        },
        {},
        await reopen(),
      );
      await expect.poll(() => [...ran].sort()).toEqual(['running', 'waiting']);
    });
  });
}
