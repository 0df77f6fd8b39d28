import { LRUCache } from 'lru-cache';
import type { Caller, Refusal, SourceProgress } from '../../app/api/ports.ts';
import type { Summary } from '../../core/claims/summary/summary.ts';

/** Where the result of a job is: a stored summary, or one that only the job has. */
export type JobResult =
  | { readonly ok: true; readonly summaryId: string }
  | { readonly ok: true; readonly summary: Summary };

export type JobState =
  | { readonly status: 'running'; readonly progress: SourceProgress }
  | { readonly status: 'done'; readonly result: JobResult }
  | { readonly status: 'failed'; readonly refusal: Refusal | null }
  | { readonly status: 'canceled' };

export type ApiJob = {
  readonly id: string;
  readonly caller: Caller;
  /** Of its documents if the request does not say. */
  readonly references: boolean | null;
  readonly state: () => JobState;
  /** Calls the listener with each new state, until it returns false or the returned function is called. */
  readonly follow: (listener: (state: JobState) => void) => () => void;
  readonly ended: Promise<void>;
  readonly cancel: () => void;
};

export type JobWork = (
  onProgress: (progress: SourceProgress) => void,
  signal: AbortSignal,
) => Promise<JobResult | Refusal>;

export type ApiJobsOptions = {
  readonly newId: () => string;
  /** Called with an unexpected failure. */
  readonly onFailure: (jobId: string, error: unknown) => void;
  /** A sentence for a failure that a person can do something about; otherwise null. */
  readonly toRefusal: (error: unknown) => Refusal | null;
};

/** Long work of the API. Jobs are held in memory: a restart forgets them, but not the summaries that they stored. */
export type ApiJobs = {
  readonly start: (caller: Caller, references: boolean | null, work: JobWork) => ApiJob;
  /** Only the token that started a job sees it. */
  readonly find: (caller: Caller, id: string) => ApiJob | null;
  /** Cancels what is running. */
  readonly stop: () => Promise<void>;
};

const maxJobs = 1_000;
const endedLifeMs = 3_600_000;

export function createApiJobs({ newId, onFailure, toRefusal }: ApiJobsOptions): ApiJobs {
  const ended = new LRUCache<string, ApiJob>({ max: maxJobs, ttl: endedLifeMs });
  const running = new Map<string, ApiJob>();
  return {
    start(caller, references, work) {
      const id = newId();
      const canceling = new AbortController();
      const listeners = new Set<(state: JobState) => void>();
      let state: JobState = { status: 'running', progress: { messagesRead: 0, claims: 0, judging: false } };
      const become = (next: JobState) => {
        state = next;
        for (const listener of [...listeners]) listener(next);
      };
      const run = async (): Promise<JobState> => {
        try {
          const result = await work(
            progress => canceling.signal.aborted || become({ status: 'running', progress }),
            canceling.signal,
          );
          return result.ok ? { status: 'done', result } : { status: 'failed', refusal: result };
        } catch (error) {
          if (canceling.signal.aborted) return { status: 'canceled' };
          const refusal = toRefusal(error);
          if (refusal === null) onFailure(id, error);
          return { status: 'failed', refusal };
        }
      };
      const job: ApiJob = {
        id,
        caller,
        references,
        state: () => state,
        follow(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        ended: run().then(last => {
          running.delete(id);
          ended.set(id, job);
          become(last);
        }),
        cancel: () => canceling.abort(),
      };
      running.set(id, job);
      return job;
    },
    find({ tokenId }, id) {
      const job = running.get(id) ?? ended.get(id);
      return job?.caller.tokenId === tokenId ? job : null;
    },
    async stop() {
      const open = [...running.values()];
      for (const job of open) job.cancel();
      await Promise.all(open.map(job => job.ended));
    },
  };
}
