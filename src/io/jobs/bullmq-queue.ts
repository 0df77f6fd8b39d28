import { type Job as BullJob, DelayedError, Queue, Worker, type WorkerOptions } from 'bullmq';
import { z } from 'zod';
import { type DueJob, type JobQueue, runJob } from '../../app/jobs.ts';
import type { Clock } from '../../app/ports.ts';
import { withDeadline } from '../../deadline.ts';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { SharedRedis } from './shared-redis.ts';

type BullQueueOptions = {
  readonly name: string;
  readonly redis: SharedRedis;
  /** A wait that has begun does not follow a clock that is set. */
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a job stays with a process that does not answer, in milliseconds. Default 10 s. */
  readonly leaseMs?: number;
};

const dataSchema = z.object({
  dueAt: z.iso.datetime(),
  /** How many times it ran since it was scheduled. */
  attempt: z.int().nonnegative(),
  /** Scheduled, or with null cancelled, while it ran. */
  changedTo: z.iso.datetime().nullable().exactOptional(),
});
type Data = z.infer<typeof dataSchema>;

const answerTimeoutMs = 5_000;
const usualLeaseMs = 10_000;
/** The pause of a worker after Redis was away. */
const workerRetryMs = 1_000;
/** The pause after the outcome of a job could not be stored. */
const settleRetryMs = 5_000;

/** Jobs in Redis, one BullMQ job for each id: it waits until it is due, runs, and waits again. */
export function createBullQueue({
  name,
  redis,
  clock,
  log,
  leaseMs = usualLeaseMs,
}: BullQueueOptions): JobQueue {
  const warn = (error: Error) => log.warn({ message: error.message }, 'queue-unavailable');
  const prefix = `${redis.prefix}:queue`;
  const queue = new Queue<Data>(name, { connection: redis.root, prefix, skipVersionCheck: true });
  queue.on('error', warn);
  const bounded = <Done>(work: () => Promise<Done>) =>
    withDeadline(work(), answerTimeoutMs).catch((cause: unknown) => {
      throw new UserError('store_unavailable', 'The job queue is unavailable right now.', { cause });
    });
  const toDelayMs = (dueAt: string) => Math.max(0, Date.parse(dueAt) - Date.parse(clock.now()));
  const add = (id: string, dueAt: string) =>
    queue.add(
      name,
      { dueAt, attempt: 0 },
      {
        jobId: id,
        delay: toDelayMs(dueAt),
        removeOnComplete: true,
        // Failures of the work are not failures of the job: only what Redis refused is tried again.
        attempts: Number.MAX_SAFE_INTEGER,
        backoff: { type: 'fixed', delay: settleRetryMs },
      },
    );
  /** False if it runs. */
  const remove = async (id: string) =>
    (await queue.remove(id)) === 1 || (await queue.getJob(id)) === undefined;
  const changeRunning = async (id: string, changedTo: string | null) => {
    const job = await queue.getJob(id);
    await job?.updateData({ ...job.data, changedTo });
  };

  const putBack = async (job: BullJob<Data>, token: string | undefined, delayMs: number): Promise<never> => {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  };
  /** Ends a run of a job, which is due again if there is data. */
  const settle = async (
    job: BullJob<Data>,
    token: string | undefined,
    data: DueJob | null,
  ): Promise<void> => {
    if (data === null) return;
    await job.updateData(data);
    await putBack(job, token, toDelayMs(data.dueAt));
  };
  /** What it was changed to while it ran; undefined if it was not. */
  const readChange = async (id: string): Promise<DueJob | null | undefined> => {
    const { changedTo } = (await queue.getJob(id))?.data ?? {};
    return typeof changedTo === 'string' ? { dueAt: changedTo, attempt: 0 } : changedTo;
  };

  return {
    schedule: (id, dueAt) =>
      bounded(async () => {
        if (await remove(id)) await add(id, dueAt);
        else await changeRunning(id, dueAt);
      }),
    ensure: (id, dueAt) => bounded(async () => void (await add(id, dueAt))),
    cancel: id =>
      bounded(async () => {
        if (!(await remove(id))) await changeRunning(id, null);
      }),
    onReconnect: listener => void redis.root.on('ready', listener),
    work: work => {
      const stopping = new AbortController();
      const running = new Map<string, AbortController>();

      const runNext = async (
        job: BullJob<Data>,
        token: string | undefined,
        own: AbortController,
      ): Promise<void> => {
        const { id = '', data } = job;
        const { dueAt } = data;
        const signal = AbortSignal.any([stopping.signal, own.signal]);
        const moved = await readChange(id);
        if (moved !== undefined) return settle(job, token, moved);
        if (signal.aborted) return putBack(job, token, 0);
        const attempt = data.attempt + 1;
        await job.updateData({ dueAt, attempt });
        const next = await runJob(work, { id, dueAt, attempt }, signal, { clock, log });
        own.signal.throwIfAborted();
        const changed = await readChange(id);
        await settle(job, token, changed === undefined ? next : changed);
      };

      const options: WorkerOptions = {
        connection: redis.connectWithRetries(),
        prefix,
        concurrency: work.concurrency ?? 2,
        lockDuration: leaseMs,
        stalledInterval: leaseMs / 4,
        // A job may outlive many processes: they may be what is killed.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        runRetryDelay: workerRetryMs,
        skipVersionCheck: true,
      };
      const worker = new Worker<Data>(
        name,
        async (job, token) => {
          // Left to throw, it would be tried again for ever.
          if (!dataSchema.safeParse(job.data).success)
            return void log.error({ queue: name, job: job.id }, 'job-malformed');
          const own = new AbortController();
          running.set(job.id ?? '', own);
          try {
            await runNext(job, token, own);
          } finally {
            running.delete(job.id ?? '');
          }
        },
        options,
      );
      worker.on('error', warn);
      worker.on('lockRenewalFailed', ids => {
        for (const id of ids) running.get(id)?.abort(new Error(`job ${id} was given to another process`));
      });
      return {
        stop: async () => {
          stopping.abort(new Error('the worker is being stopped'));
          await worker.close();
        },
      };
    },
  };
}
