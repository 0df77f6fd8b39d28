import { compare } from '../../core/order.ts';
import { addMs } from '../../core/time.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import { createServerTurns } from '../../server-turns.ts';
import type { Clock } from '../ports.ts';
import { type DueJob, type JobQueue, type JobWork, runJob, waitForIdle } from './jobs.ts';

/** The longest sleep without a job. */
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
      await waitForIdle(given, first, clock, stopping.signal);
      if (stopping.signal.aborted) return;
      const [next] = listWaiting()
        .filter(([, { dueAt }]) => dueAt <= clock.now())
        .sort(([a], [b]) => turns.compare(toServer(a), toServer(b)));
      if (next) running.set(next[0], start(...next));
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
