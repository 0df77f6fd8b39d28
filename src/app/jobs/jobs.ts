import { addMs } from '../../core/time.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import type { Clock } from '../ports.ts';

/** Work that is due at a certain time. There is at most one job with an id. */
export type Job = {
  readonly id: string;
  /** An ISO instant. */
  readonly dueAt: string;
  /** How many times it ran since it was scheduled, from 1. */
  readonly attempt: number;
};

/** How the jobs of a queue are run. */
export type JobWork = {
  /** The server that a job belongs to. In a queue in memory, servers with due jobs take turns. */
  readonly toServer: (jobId: string) => string;
  /**
   * Runs one job, and returns when it is due again; null if never. Rejects to have it retried; the signal aborts when the
   * work is stopped or the job was given to another.
   */
  readonly run: (job: Job, signal: AbortSignal) => Promise<string | null>;
  /** The pauses after failures, which double, and after how many attempts a job is given up. */
  readonly retries: { readonly firstMs: number; readonly longestMs?: number; readonly mostAttempts?: number };
  /** Returns when a job that was given up is due again; null if never. */
  readonly giveUp: (job: Job) => Promise<string | null>;
  /** The most jobs at once. Default 2. */
  readonly concurrency?: number | undefined;
  /** How many people wait for other work, which goes first. */
  readonly countWaiting?: (() => number) | undefined;
};

/**
 * Jobs, each of which runs at least once: when a process dies, its jobs run again elsewhere after some seconds. So the
 * effects of a job must be idempotent. What is stored elsewhere says which jobs there are: a queue may lose some.
 */
export type JobQueue = {
  /** Creates a job or moves it. If it runs, the new time overrides the one that the run returns. */
  readonly schedule: (id: string, dueAt: string) => Promise<void>;
  /** Creates a job unless there is one. */
  readonly ensure: (id: string, dueAt: string) => Promise<void>;
  /** Removes a job; if it runs, it is not due again. */
  readonly cancel: (id: string) => Promise<void>;
  /** Calls back when a shared queue is reachable again: a crash of its store may have lost its last changes. */
  readonly onReconnect?: (listener: () => void) => void;
  /** Runs jobs when they are due. Stopping aborts running jobs, waits for them and leaves them to the next process. */
  readonly work: (work: JobWork) => { readonly stop: () => Promise<void> };
};

/** When a job is due, and how many times it ran since it was scheduled. */
export type DueJob = Omit<Job, 'id'>;

/** Runs a job once, and returns when it is due again; null if never. */
export async function runJob(
  { run, retries, giveUp }: JobWork,
  job: Job,
  signal: AbortSignal,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<DueJob | null> {
  const toDue = (dueAt: string | null) => (dueAt === null ? null : { dueAt, attempt: 0 });
  try {
    return toDue(await run(job, signal));
  } catch (error) {
    const { id, dueAt, attempt } = job;
    // A stopped job has no outcome.
    if (signal.aborted) return { dueAt, attempt };
    const { firstMs, longestMs = Number.POSITIVE_INFINITY, mostAttempts = attempt + 1 } = retries;
    const pauseMs = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
    const retryAt = attempt < mostAttempts ? addMs(clock.now(), pauseMs) : null;
    log.warn({ job: id, attempt, retryAt, ...toLoggedError(error) }, 'job-failed');
    return retryAt === null ? toDue(await giveUp(job)) : { dueAt: retryAt, attempt };
  }
}

const idleCheckMs = 500;
const longestIdleWaitMs = 120_000;

/**
 * Waits while people wait for other work, until the job is two minutes late. On a busy bot, somebody always waits: two
 * minutes for each job would let only thirty an hour run.
 */
export async function waitForIdle(
  { countWaiting = () => 0 }: Pick<JobWork, 'countWaiting'>,
  dueAt: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const until = addMs(dueAt, longestIdleWaitMs);
  while (!signal.aborted && countWaiting() > 0 && clock.now() < until)
    await clock.sleepUntil(addMs(clock.now(), idleCheckMs), signal).catch(() => undefined);
}

type EnsureOptions = {
  readonly onReconnect?: JobQueue['onReconnect'];
  readonly guildIds: () => Promise<readonly string[]>;
  /** Ensures the job of everything that is stored of a server and waits for one; called again soon if it rejects. */
  readonly ensure: (guildId: string) => Promise<void>;
  /** How long a change of the queue may stay lost that was lost without a reconnection. */
  readonly everyMs: number;
  /** Default 5 s. */
  readonly retryMs?: number;
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * What is stored is the truth, and jobs only say when to look at it: they are ensured now, whenever the queue can be
 * reached again, and every so often, until this is stopped. A server whose records cannot be read holds up no other.
 */
export function keepEnsured(options: EnsureOptions): { readonly stop: () => Promise<void> } {
  const { onReconnect, guildIds, ensure, everyMs, retryMs = 5_000, clock, log } = options;
  const stopping = new AbortController();
  let waking = new AbortController();
  onReconnect?.(() => waking.abort());
  const loop = (async () => {
    let failed: readonly string[] = [];
    let allAtMs = 0;
    while (!stopping.signal.aborted) {
      const isAll = failed.length === 0 || waking.signal.aborted || performance.now() >= allAtMs;
      waking = new AbortController();
      let pauseMs = retryMs;
      try {
        const wanted = isAll ? await guildIds() : failed;
        if (isAll) allAtMs = performance.now() + everyMs;
        failed = [];
        for (const guildId of wanted)
          await ensure(guildId).catch((error: unknown) => {
            log.warn({ guild: guildId, ...toLoggedError(error) }, 'job-ensuring-failed');
            failed = [...failed, guildId];
          });
        if (failed.length === 0) pauseMs = everyMs;
      } catch (error) {
        failed = [];
        log.warn(toLoggedError(error), 'job-ensuring-failed');
      }
      // Real time too: a clock that runs ahead may be set back meanwhile.
      const signal = AbortSignal.any([stopping.signal, waking.signal, AbortSignal.timeout(pauseMs)]);
      // Rejects only when this is stopped, the queue is back or the time is over.
      await clock.sleepUntil(addMs(clock.now(), pauseMs), signal).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}
