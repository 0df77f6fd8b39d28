import type { Caller, Refusal, SourceProgress } from '../../../app/api-ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';

/** The result of a job: a stored summary, or one that is stored with the job. */
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
  /** Calls the listener with each new state, until the returned function is called. */
  readonly follow: (listener: (state: JobState) => void) => () => void;
  readonly ended: Promise<void>;
  readonly cancel: () => void;
};

export type ApiJobWork = (
  onProgress: (progress: SourceProgress) => void,
  signal: AbortSignal,
) => Promise<JobResult | Refusal>;

export const notBegun: SourceProgress = { messagesRead: 0, claims: 0, judging: false };
/** How often a running job is shown to other processes, and they look at it. */
export const shareEveryMs = 1_000;

/** A state that listeners follow. */
export function createJobState(first: JobState) {
  const listeners = new Set<(state: JobState) => void>();
  let state = first;
  return {
    state: () => state,
    become(next: JobState) {
      state = next;
      for (const listener of [...listeners]) listener(next);
    },
    follow(listener: (state: JobState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
