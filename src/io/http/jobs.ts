import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiJobStore, Caller, Refusal, SourceProgress, StoredJob } from '../../app/api-ports.ts';
import type { Summary } from '../../core/claims/summary/summary.ts';

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

const interrupted: Refusal = {
  ok: false,
  reason: 'unavailable',
  detail: 'The job was interrupted by a restart. Send the request again.',
};
const expired: Refusal = {
  ok: false,
  reason: 'unavailable',
  detail: 'The result of this job was stored for an hour and has expired. Send the request again.',
};

export const interruptedJob: JobState = { status: 'failed', refusal: interrupted };

export async function saveOutcome(store: ApiJobStore, job: ApiJob, state: JobState): Promise<void> {
  if (state.status === 'done' && 'summary' in state.result)
    await store.putResult(job.id, state.result.summary);
  await store.put(toStored(job, state));
}

function toStored({ id, caller, references }: ApiJob, state: JobState): StoredJob {
  const own = { id, tokenId: caller.tokenId, references };
  if (state.status === 'failed') return { ...own, status: 'failed', refusal: state.refusal };
  if (state.status !== 'done') return { ...own, status: state.status };
  const summaryId = 'summaryId' in state.result ? state.result.summaryId : null;
  return { ...own, status: 'done', summaryId };
}

/** How a job ended that no process runs. */
export async function readOutcome(store: ApiJobStore, stored: StoredJob): Promise<JobState> {
  if (stored.status === 'failed') return { status: 'failed', refusal: stored.refusal };
  if (stored.status !== 'done') return stored.status === 'running' ? interruptedJob : { status: 'canceled' };
  const { id, summaryId } = stored;
  if (summaryId !== null) return { status: 'done', result: { ok: true, summaryId } };
  const summary = await store.getResult(id);
  return summary === null
    ? { status: 'failed', refusal: expired }
    : { status: 'done', result: { ok: true, summary } };
}

/** A job that another process runs: `look` is called until it has ended. */
export function followJob(
  own: Pick<ApiJob, 'id' | 'caller' | 'references' | 'cancel'>,
  first: JobState,
  look: () => Promise<JobState>,
): ApiJob {
  const { state, follow, become } = createJobState(first);
  const watch = async () => {
    while (state().status === 'running') {
      await sleep(shareEveryMs, undefined, { ref: false });
      become(await look().catch(state));
    }
  };
  return { ...own, state, follow, ended: watch() };
}

/** A job that no process runs. */
export function toEndedJob({ id, references }: StoredJob, caller: ApiJob['caller'], state: JobState): ApiJob {
  return {
    id,
    caller,
    references,
    state: () => state,
    follow: () => () => {},
    ended: Promise.resolve(),
    cancel: () => {},
  };
}
