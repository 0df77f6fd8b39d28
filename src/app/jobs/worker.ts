import { addMs } from '../../core/time.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import { createServerTurns } from '../../server-turns.ts';
import type { Clock } from '../ports.ts';
import type { Claim, JobClaims, JobWork } from './ports.ts';

export type WorkerOptions = JobWork & {
  readonly jobs: JobClaims;
  readonly clock: Clock;
  readonly log: Logger;
  readonly heartbeatMs?: number;
};

export type Worker = {
  /** Checks for due jobs now, because one was scheduled. */
  readonly wake: () => void;
  /** Stops claiming, aborts running jobs and waits for them. */
  readonly stop: () => Promise<void>;
};

const usualHeartbeatMs = 3_000;
/** The pause after a failure of the store, and the longest time between two checks. */
const storeRetryMs = 5_000;
const longestWaitMs = 60_000;

/** Runs jobs when they are due, at most `concurrency` at once, until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const {
    jobs,
    clock,
    log,
    toServer,
    concurrency = 2,
    waitForIdle,
    heartbeatMs = usualHeartbeatMs,
  } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const turns = createServerTurns();
  let waking = new AbortController();

  const wake = () => waking.abort();
  const after = (ms: number) => addMs(clock.now(), ms);

  const sleep = (until: string, signal: AbortSignal) =>
    clock.sleepUntil(until, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });

  const runClaim = async (claim: Claim) => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const beating = setInterval(() => {
      jobs.heartbeat(claim).then(
        isValid => {
          if (!isValid) lost.abort(new Error(`the claim of job ${claim.id} is no longer valid`));
        },
        error => log.warn({ job: claim.id, ...toLoggedError(error) }, 'job-heartbeat-failed'),
      );
    }, heartbeatMs).unref();
    try {
      const { next } = await options.run(claim, signal);
      await jobs.complete(claim, next);
    } catch (error) {
      // A stopped job has no outcome: it is claimed again after its lease, or at the next start.
      if (stopping.signal.aborted) await jobs.fail(claim, claim.dueAt);
      else if (!lost.signal.aborted) await endFailed(claim, error);
    } finally {
      clearInterval(beating);
    }
  };

  const endFailed = async (claim: Claim, error: unknown) => {
    const retryAt = options.toRetryAt(claim, clock.now());
    log.warn({ job: claim.id, attempt: claim.attempt, retryAt, ...toLoggedError(error) }, 'job-failed');
    if (retryAt !== null) await jobs.fail(claim, retryAt);
    else await jobs.complete(claim, (await options.giveUp(claim, error)).next);
  };

  const follow = (claim: Claim) => {
    const endTurn = turns.begin(toServer(claim.id));
    const run = runClaim(claim)
      .catch((error: unknown) => log.error({ job: claim.id, ...toLoggedError(error) }, 'job-settle-failed'))
      .finally(() => {
        endTurn();
        running.delete(run);
        wake();
      });
    running.add(run);
  };

  const step = async (): Promise<void> => {
    waking = new AbortController();
    const wakeable = AbortSignal.any([stopping.signal, waking.signal]);
    let until = after(longestWaitMs);
    if (running.size < concurrency) {
      const next = await jobs.nextDueAt();
      if (next !== null && next <= clock.now()) {
        await waitForIdle?.(next, stopping.signal);
        if (stopping.signal.aborted) return;
        const claim = await jobs.claim((a, b) => turns.compare(toServer(a), toServer(b)));
        return claim ? follow(claim) : undefined;
      }
      if (next !== null && next < until) until = next;
    }
    await sleep(until, wakeable);
  };

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await step().catch(async (error: unknown) => {
        log.warn(toLoggedError(error), 'jobs-unavailable');
        await sleep(after(storeRetryMs), stopping.signal);
      });
    }
  })();

  return {
    wake,
    async stop() {
      stopping.abort(new Error('the worker is being stopped'));
      await loop;
      await Promise.all(running);
    },
  };
}
