import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ApiJobStore,
  Caller,
  Refusal,
  SharedApiJobs,
  SourceProgress,
  StoredJob,
} from '../../app/api/ports.ts';
import type { Summary } from '../../core/claims/summary/summary.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import { ProblemError, toProblem } from './problem.ts';

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
  /** Calls the listener with each new state, until it returns false or the returned function is called. */
  readonly follow: (listener: (state: JobState) => void) => () => void;
  readonly ended: Promise<void>;
  readonly cancel: () => void;
};

export type ApiJobWork = (
  onProgress: (progress: SourceProgress) => void,
  signal: AbortSignal,
) => Promise<JobResult | Refusal>;

type JobRequest = Pick<ApiJob, 'caller' | 'references'> & {
  /** The `Idempotency-Key` of the request, if it has one. */
  readonly key: string | undefined;
  /** What was asked for, as JSON. */
  readonly content: unknown;
};

type ApiJobsOptions = {
  readonly store: ApiJobStore;
  /** Only where several processes serve the API. */
  readonly shared?: SharedApiJobs;
  /** For all processes that use the store. */
  readonly exclusively: KeyedMutex;
  readonly newId: () => string;
  /** Called with an unexpected failure. */
  readonly onFailure: (jobId: string, error: unknown) => void;
  /** A sentence for a failure that a person can do something about; otherwise null. */
  readonly toRefusal: (error: unknown) => Refusal | null;
  /** The first pause after the store refused an outcome; later ones are longer. */
  readonly saveAgainMs?: number;
};

/** Long work of the API. A restart ends what this process runs, and keeps the outcome of what has ended. */
export type ApiJobs = {
  /**
   * Starts a job, once per `Idempotency-Key`: the same request gets the job that runs or is done, a different one with
   * the same key is refused. A job that failed or was canceled is started again.
   */
  readonly start: (request: JobRequest, work: ApiJobWork) => Promise<ApiJob>;
  /** Only the token that started a job sees it. */
  readonly find: (caller: Caller, id: string) => Promise<ApiJob | null>;
  /** Interrupts what is running. */
  readonly stop: () => Promise<void>;
};

/** How often a running job is shown to other processes, and they look at it. */
const shareEveryMs = 1_000;
const longestSavePauseMs = 60_000;
/** About an hour, as long as a result is stored. */
const mostSaves = 65;
const notBegun: SourceProgress = { messagesRead: 0, claims: 0, judging: false };
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

export function createApiJobs(options: ApiJobsOptions): ApiJobs {
  const { store, shared, exclusively, newId, onFailure, toRefusal, saveAgainMs = 1_000 } = options;
  const running = new Map<string, ApiJob>();
  const elsewhere = new Map<string, ApiJob>();
  const unsaved = new Set<Promise<void>>();
  const stopping = new AbortController();

  const begin = ({ caller, references }: JobRequest, id: string, work: ApiJobWork): ApiJob => {
    const canceling = new AbortController();
    const listeners = new Set<(state: JobState) => void>();
    let state: JobState = { status: 'running', progress: notBegun };
    const become = (next: JobState) => {
      state = next;
      for (const listener of [...listeners]) listener(next);
    };
    const run = async (): Promise<JobState> => {
      try {
        const result = await work(now => {
          if (canceling.signal.aborted) return;
          progress = now;
          become({ status: 'running', progress });
        }, canceling.signal);
        return result.ok ? { status: 'done', result } : { status: 'failed', refusal: result };
      } catch (error) {
        if (canceling.signal.aborted)
          return stopping.signal.aborted ? toFailed(interrupted) : { status: 'canceled' };
        const refusal = toRefusal(error);
        if (refusal === null) onFailure(id, error);
        return toFailed(refusal);
      }
    };
    let progress = notBegun;
    // Until its outcome is saved, an ended job looks like a running one to other processes.
    const share = async () => {
      if (await shared?.show(id, progress)) canceling.abort();
    };
    // What could not be shown is shown the next time.
    const sharing = shared && setInterval(() => void share().catch(() => undefined), shareEveryMs).unref();
    const forget = () => {
      clearInterval(sharing);
      running.delete(id);
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
      ended: run().then(async last => {
        try {
          await save(job, last);
          forget();
        } catch (error) {
          onFailure(id, error);
          const saving = saveAgain(job, last).finally(() => {
            forget();
            unsaved.delete(saving);
          });
          unsaved.add(saving);
        }
        become(last);
      }),
      cancel: () => canceling.abort(),
    };
    running.set(id, job);
    return job;
  };

  const save = async (job: ApiJob, state: JobState) => {
    if (state.status === 'done' && 'summary' in state.result)
      await store.putResult(job.id, state.result.summary);
    await store.put(toStored(job, state));
  };

  /** Until this succeeds, only this process knows how the job ended. */
  const saveAgain = async (job: ApiJob, state: JobState) => {
    for (let count = 0; count < mostSaves; count += 1) {
      const pauseMs = Math.min(saveAgainMs * 2 ** count, longestSavePauseMs);
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      const isSaved = await save(job, state).then(
        () => true,
        () => false,
      );
      if (isSaved || stopping.signal.aborted) return;
    }
  };

  const readEnded = async (stored: StoredJob): Promise<JobState> => {
    if (stored.status === 'failed') return toFailed(stored.refusal);
    if (stored.status !== 'done')
      return stored.status === 'running' ? toFailed(interrupted) : { status: 'canceled' };
    const { id, summaryId } = stored;
    if (summaryId !== null) return { status: 'done', result: { ok: true, summaryId } };
    const summary = await store.getResult(id);
    return summary === null ? toFailed(expired) : { status: 'done', result: { ok: true, summary } };
  };
  /** The state of a job that this process does not run. */
  const look = async (stored: StoredJob): Promise<JobState> => {
    if (stored.status !== 'running') return readEnded(stored);
    const progress = await shared?.find(stored.id);
    if (progress) return { status: 'running', progress };
    // It may just have ended.
    const current = await store.get(stored.id);
    return readEnded(current ?? stored);
  };
  /** Looks at a job that another process runs until it has ended. */
  const followElsewhere = (
    stored: StoredJob,
    caller: Caller,
    first: JobState,
    { cancel }: SharedApiJobs,
  ): ApiJob => {
    const listeners = new Set<(state: JobState) => void>();
    let state = first;
    const watch = async () => {
      while (state.status === 'running') {
        await sleep(shareEveryMs, undefined, { ref: false });
        const current = await store.get(stored.id).catch(() => null);
        state = await look(current ?? stored).catch(() => state);
        for (const listener of [...listeners]) listener(state);
      }
      elsewhere.delete(stored.id);
    };
    return {
      id: stored.id,
      caller,
      references: stored.references,
      state: () => state,
      follow(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      ended: watch(),
      cancel: () => void cancel(stored.id).catch(error => onFailure(stored.id, error)),
    };
  };

  const find: ApiJobs['find'] = async (caller, id) => {
    const known = running.get(id);
    if (known !== undefined) return known.caller.tokenId === caller.tokenId ? known : null;
    const stored = await store.get(id);
    if (stored?.tokenId !== caller.tokenId) return null;
    const state = await look(stored);
    if (state.status !== 'running' || shared === undefined) return toEndedJob(stored, caller, state);
    const job = elsewhere.get(id) ?? followElsewhere(stored, caller, state, shared);
    elsewhere.set(id, job);
    return job;
  };

  const start = async (request: JobRequest, work: ApiJobWork): Promise<ApiJob> => {
    const { caller, references, key, content } = request;
    const id = newId();
    if (key !== undefined) {
      const contentHash = hash('sha256', JSON.stringify(content));
      const known = await store.getKey(caller.tokenId, key);
      if (known !== null && known.hash !== contentHash)
        throw new ProblemError(
          toProblem(422, 'key_reused', 'This Idempotency-Key was used for another request. Use a new key.'),
        );
      const job = known && (await find(caller, known.jobId));
      if (job && ['running', 'done'].includes(job.state().status)) return job;
      await store.putKey(caller.tokenId, key, { hash: contentHash, jobId: id });
    }
    await store.put({ id, tokenId: caller.tokenId, references, status: 'running' });
    await shared?.show(id, notBegun).catch(() => undefined);
    return begin(request, id, work);
  };

  return {
    start: (request, work) => {
      const { key, caller } = request;
      return key === undefined
        ? start(request, work)
        : exclusively(`api-key ${caller.tokenId} ${key}`, () => start(request, work));
    },
    find,
    async stop() {
      stopping.abort();
      const open = [...running.values()];
      for (const job of open) job.cancel();
      await Promise.all(open.map(job => job.ended));
      await Promise.all(unsaved);
    },
  };
}

function toFailed(refusal: Refusal | null): JobState {
  return { status: 'failed', refusal };
}

function toStored({ id, caller, references }: ApiJob, state: JobState): StoredJob {
  const own = { id, tokenId: caller.tokenId, references };
  if (state.status === 'failed') return { ...own, status: 'failed', refusal: state.refusal };
  if (state.status !== 'done') return { ...own, status: state.status };
  const summaryId = 'summaryId' in state.result ? state.result.summaryId : null;
  return { ...own, status: 'done', summaryId };
}

/** A job that no process runs. */
function toEndedJob(stored: StoredJob, caller: Caller, state: JobState): ApiJob {
  return {
    id: stored.id,
    caller,
    references: stored.references,
    state: () => state,
    follow: () => () => {},
    ended: Promise.resolve(),
    cancel: () => {},
  };
}
