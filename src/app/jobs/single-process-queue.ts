import type { Logger } from '../../log.ts';
import type { Clock } from '../ports.ts';
import type { JobQueue } from './ports.ts';
import { createSingleProcessJobs, type SingleProcessJobsOptions } from './single-process-jobs.ts';
import { startWorker, type Worker } from './worker.ts';

type SingleProcessQueueOptions = Omit<SingleProcessJobsOptions, 'now'> & {
  readonly clock: Clock;
  readonly log: Logger;
};

/** A queue for a store that only this process uses. */
export function createSingleProcessQueue({ clock, log, ...options }: SingleProcessQueueOptions): JobQueue {
  const jobs = createSingleProcessJobs({ ...options, now: clock.now });
  const workers = new Set<Worker>();
  const wakeAfter = async (change: Promise<void>) => {
    await change;
    for (const worker of workers) worker.wake();
  };
  return {
    schedule: (id, dueAt) => wakeAfter(jobs.schedule(id, dueAt)),
    ensure: (id, dueAt) => wakeAfter(jobs.ensure(id, dueAt)),
    cancel: jobs.cancel,
    work: work => {
      const worker = startWorker({ ...work, jobs, clock, log });
      workers.add(worker);
      return { stop: worker.stop };
    },
  };
}
