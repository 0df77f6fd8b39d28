import { addMs } from '../../core/time.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import type { Clock } from '../ports.ts';
import type { JobQueue } from './ports.ts';

type EnsureOptions = {
  readonly jobs: JobQueue;
  /** Ensures the job of everything stored that waits for one; called again soon if it rejects. */
  readonly ensureAll: () => Promise<void>;
  /** How long a change of the queue may stay lost that was lost without a reconnection. */
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Logger;
};

const retryMs = 5_000;

/**
 * What is stored is the truth, and jobs only say when to look at it: they are ensured now, whenever the queue can be
 * reached again, and every so often, until this is stopped.
 */
export function keepEnsured({ jobs, ensureAll, everyMs, clock, log }: EnsureOptions): {
  readonly stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  let waking = new AbortController();
  jobs.onReconnect?.(() => waking.abort());
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      let pauseMs = everyMs;
      try {
        await ensureAll();
      } catch (error) {
        log.warn(toLoggedError(error), 'job-ensuring-failed');
        pauseMs = retryMs;
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
