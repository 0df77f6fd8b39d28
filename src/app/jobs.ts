import { compare } from '../core/order.ts';
import { addMs } from '../core/time.ts';
import { type Logger, toLoggedError } from '../log.ts';
import { createServerTurns } from '../server-turns.ts';
import type { Clock } from './ports.ts';

/** Work that is due at a certain time. There is at most one job with an id. */
export type Job = {
  readonly id: string;
  readonly dueAt: string;
  /** How many times it ran since it was scheduled, from 1. */
  readonly attempt: number;
};

export type JobWork = {
  /** The server that a job belongs to. In a queue in memory, servers with due jobs take turns. */
  readonly toServer: (jobId: string) => string;
  /** Runs a job, and returns when it is due again; null if never. Rejects to have it retried; aborted when stopped or given to another. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<string | null>;
  /** The pauses after failures, which double, and after how many attempts a job is given up. */
  readonly retries: { readonly firstMs: number; readonly longestMs?: number; readonly mostAttempts?: number };
  /** Returns when a job that was given up is due again; null if never. */
  readonly giveUp: (job: Job) => Promise<string | null>;
  /** The most jobs at once. Default 2. */
  readonly concurrency?: number | undefined;
};

/** Jobs that each run at least once, so their effects must be idempotent. A queue may lose some: what is stored says which there are. */
export type JobQueue = {
  /** Creates a job or moves it. If it runs, the new time overrides the one that the run returns. */
  readonly schedule: (id: string, dueAt: string) => Promise<void>;
  readonly ensure: (id: string, dueAt: string) => Promise<void>;
  /** Removes a job; if it runs, it is not due again. */
  readonly cancel: (id: string) => Promise<void>;
  /** Calls back when a shared queue is reachable again: a crash of its store may have lost its last changes. */
  readonly onReconnect?: (listener: () => void) => void;
  /** Runs jobs when they are due. Stopping aborts running jobs, waits for them and leaves them to the next process. */
  readonly work: (work: JobWork) => { readonly stop: () => Promise<void> };
};

export type DueJob = Omit<Job, 'id'>;

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

/** Ensures the jobs of what is stored: now, when the queue is back, and every so often. An unreadable server holds up no other. */
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
        const errors = new Map<string, unknown>();
        for (const guildId of wanted) {
          if (stopping.signal.aborted) return;
          await ensure(guildId).catch((error: unknown) => errors.set(guildId, error));
        }
        failed = [...errors.keys()];
        const [first] = errors;
        // During an outage, all of them fail.
        if (first) {
          const [guild, error] = first;
          log.warn({ guild, servers: errors.size, ...toLoggedError(error) }, 'job-ensuring-failed');
        } else pauseMs = everyMs;
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

const longestSleepMs = 60_000;
/** The pause after an outcome that could not be found out. */
const settleRetryMs = 5_000;

/** The queue of a process that works alone. Its jobs are created again at the next start, from what is stored. */
export function createMemoryQueue({ clock, log }: { readonly clock: Clock; readonly log: Logger }): JobQueue {
  const jobs = new Map<string, DueJob>();
  let waking = new AbortController();
  const put = (id: string, dueAt: string) => {
    jobs.set(id, { dueAt, attempt: 0 });
    waking.abort();
  };

  const work = (given: JobWork) => {
    const { toServer, concurrency = 2 } = given;
    const stopping = new AbortController();
    const running = new Map<string, Promise<void>>();
    const turns = createServerTurns();

    /** Jobs that do not run, those due the longest first. */
    const listWaiting = () =>
      [...jobs]
        .filter(([id]) => !running.has(id))
        .sort(([a, one], [b, other]) => compare(one.dueAt, other.dueAt) || compare(a, b));

    const start = async (id: string, due: DueJob): Promise<void> => {
      const endTurn = turns.begin(toServer(id));
      const job = { id, dueAt: due.dueAt, attempt: due.attempt + 1 };
      const next = await runJob(given, job, stopping.signal, { clock, log }).catch((error: unknown) => {
        log.error({ job: id, ...toLoggedError(error) }, 'job-settle-failed');
        return { dueAt: addMs(clock.now(), settleRetryMs), attempt: due.attempt };
      });
      endTurn();
      running.delete(id);
      // Otherwise it was moved or cancelled while it ran.
      if (jobs.get(id) === due) {
        if (next === null) jobs.delete(id);
        else jobs.set(id, next);
      }
      waking.abort();
    };

    const step = async (): Promise<void> => {
      waking = new AbortController();
      const first = running.size < concurrency ? listWaiting()[0]?.[1].dueAt : undefined;
      if (first === undefined || first > clock.now()) {
        const signal = AbortSignal.any([stopping.signal, waking.signal]);
        // Rejects only when this is stopped, or a job was scheduled or ended.
        await clock.sleepUntil(first ?? addMs(clock.now(), longestSleepMs), signal).catch(() => undefined);
        return;
      }
      const [next] = listWaiting()
        .filter(([, { dueAt }]) => dueAt <= clock.now())
        .sort(([a], [b]) => turns.compare(toServer(a), toServer(b)));
      if (next) running.set(next[0], start(...next));
      // Many may be due at once: others have a turn between them.
      await new Promise(resolve => setImmediate(resolve));
    };

    const loop = (async () => {
      while (!stopping.signal.aborted) await step();
    })();
    return {
      stop: async () => {
        stopping.abort(new Error('the worker is being stopped'));
        await loop;
        await Promise.all(running.values());
      },
    };
  };

  return {
    schedule: async (id, dueAt) => put(id, dueAt),
    ensure: async (id, dueAt) => {
      if (!jobs.has(id)) put(id, dueAt);
    },
    cancel: async id => void jobs.delete(id),
    work,
  };
}
