import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ApiJobStore,
  Caller,
  SharedApiJobs,
  SourceProgress,
  SourceResult,
  StoredJob,
} from '../../app/api-ports.ts';
import type { Summary } from '../../core/claims/summary.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import { ProblemError, toErrorRefusal } from './problem.ts';
import type { WatchToken } from './tokens.ts';

export type JobState =
  | { readonly status: 'running'; readonly progress: SourceProgress }
  | Exclude<StoredJob, { readonly status: 'running' }>;

export type ApiJob = {
  readonly id: string;
  readonly caller: Caller;
  /** Of its documents if the request does not say. */
  readonly references: boolean | null;
  readonly state: () => JobState;
  /** Resolves when it has ended; until then, `state` follows it, also if another process runs it. */
  readonly follow: () => Promise<void>;
  readonly cancel: () => void;
};

/** A result that is stored with the job, for an hour. */
type UnstoredResult = { readonly summary: Summary };

export type ApiJobWork = (
  onProgress: (progress: SourceProgress) => void,
  signal: AbortSignal,
) => Promise<SourceResult | UnstoredResult>;

type JobRequest = Pick<ApiJob, 'caller' | 'references'> & {
  readonly key: string | undefined;
  readonly content: unknown;
};

type ApiJobsOptions = {
  readonly store: ApiJobStore;
  readonly watchToken: WatchToken;
  /** Only if several processes serve the API. */
  readonly shared?: SharedApiJobs;
  readonly exclusively: KeyedMutex;
  readonly newId: () => string;
  readonly onFailure: (jobId: string, error: unknown) => void;
};

export type ApiJobs = ReturnType<typeof createApiJobs>;

const notBegun: SourceProgress = { messagesRead: 0, claims: 0, judging: false };
/** How often a running job is shown to other processes, and they look at it. */
const shareEveryMs = 1_000;

/** The jobs of the API. A restart interrupts running jobs and keeps the outcome of ended ones. */
export function createApiJobs(options: ApiJobsOptions) {
  const { store, shared, exclusively, newId, onFailure } = options;
  const running = new Map<string, ApiJob>();
  const stopping = new AbortController();

  /** The state of a job that this process does not run. */
  const look = async (stored: StoredJob): Promise<JobState> => {
    if (stored.status !== 'running') return stored;
    const progress = await shared?.find(stored.id);
    if (progress) return { status: 'running', progress };
    // It may just have ended.
    const last = await store.get(stored.id);
    return last && last.status !== 'running' ? last : toInterrupted(stored);
  };

  /** Only the token that started a job sees it. */
  const find = async (caller: Caller, id: string): Promise<ApiJob | null> => {
    const known = running.get(id);
    if (known !== undefined) return known.caller.tokenId === caller.tokenId ? known : null;
    const stored = await store.get(id);
    if (stored?.tokenId !== caller.tokenId) return null;
    let state = await look(stored);
    return {
      ...{ id, caller, references: stored.references },
      state: () => state,
      async follow() {
        while (state.status === 'running') {
          await sleep(shareEveryMs, undefined, { ref: false });
          state = await look((await store.get(id).catch(() => null)) ?? stored).catch(() => state);
        }
      },
      cancel: () => void shared?.cancel(id).catch(error => onFailure(id, error)),
    };
  };

  const isUsable = async (job: ApiJob) => {
    const state = job.state();
    if (state.status !== 'done') return state.status === 'running';
    return state.summaryId !== null || (await store.getResult(job.id)) !== null;
  };

  const start = async ({ caller, references, key, content }: JobRequest, work: ApiJobWork) => {
    const id = newId();
    if (key !== undefined) {
      const contentHash = hash('sha256', JSON.stringify(content));
      const known = await store.getKey(caller.tokenId, key);
      if (known !== null && known.hash !== contentHash)
        throw new ProblemError([
          422,
          'key_reused',
          'This Idempotency-Key was used for another request. Use a new key.',
        ]);
      const job = known && (await find(caller, known.jobId));
      if (job && (await isUsable(job))) return job;
      await store.putKey(caller.tokenId, key, { hash: contentHash, jobId: id });
    }
    await store.put({ id, tokenId: caller.tokenId, references, status: 'running' });
    await shared?.show(id, notBegun).catch(() => undefined);
    const job = runJob({ id, caller, references }, work, options, stopping.signal);
    running.set(id, job);
    void job.follow().then(() => running.delete(id));
    return job;
  };

  return {
    /** Starts a job, once per `Idempotency-Key`; another request with the same key is refused. Failed and canceled ones start again. */
    start: (request: JobRequest, work: ApiJobWork) => {
      const { key, caller } = request;
      return key === undefined
        ? start(request, work)
        : exclusively(`api-key ${caller.tokenId} ${key}`, () => start(request, work));
    },
    find,
    /** The result of a job that led to no stored summary; null once it has expired. */
    getResult: store.getResult,
    async stop() {
      stopping.abort();
      const open = [...running.values()];
      for (const job of open) job.cancel();
      await Promise.all(open.map(job => job.follow()));
    },
  };
}

/** Runs a job in this process. One whose outcome cannot be stored has failed, and can be started again. */
function runJob(
  own: Pick<ApiJob, 'id' | 'caller' | 'references'>,
  work: ApiJobWork,
  { store, watchToken, shared, onFailure }: ApiJobsOptions,
  stopping: AbortSignal,
): ApiJob {
  const { id, caller, references } = own;
  const stored = { id, tokenId: caller.tokenId, references };
  const canceling = new AbortController();
  const watch = watchToken(caller.tokenId);
  watch.signal.addEventListener('abort', () => canceling.abort());
  let state: JobState = { status: 'running', progress: notBegun };
  const onProgress = (progress: SourceProgress) => {
    // Work that was canceled may still tell.
    if (state.status === 'running') state = { status: 'running', progress };
  };
  const fail = (error: unknown): EndedState => {
    const refusal = toErrorRefusal(error);
    if (refusal === null) onFailure(id, error);
    return { ...stored, status: 'failed', refusal };
  };
  const run = async (): Promise<EndedState> => {
    try {
      const result = await work(onProgress, canceling.signal);
      if ('stored' in result) return { ...stored, status: 'done', summaryId: result.stored.summary.id };
      await store.putResult(id, result.summary);
      return { ...stored, status: 'done', summaryId: null };
    } catch (error) {
      if (!canceling.signal.aborted) return fail(error);
      return stopping.aborted ? toInterrupted(stored) : { ...stored, status: 'canceled' };
    }
  };
  const save = async (last: EndedState) => {
    await store.put(last);
    return last;
  };
  // After a failure, the next interval shows the newer progress.
  const share = async () => {
    if (state.status === 'running' && (await shared?.show(id, state.progress))) canceling.abort();
  };
  const sharing = shared && setInterval(() => void share().catch(() => undefined), shareEveryMs).unref();
  const end = async () => {
    state = await run().then(last => save(last).catch(fail));
    clearInterval(sharing);
    watch.end();
  };
  const ended = end();
  return {
    ...own,
    state: () => state,
    follow: () => ended,
    cancel: () => canceling.abort(),
  };
}

type EndedState = Exclude<JobState, { readonly status: 'running' }>;

function toInterrupted({ id, tokenId, references }: Omit<StoredJob, 'status'>): EndedState {
  const detail = 'The job was interrupted by a restart. Send the request again.';
  return { id, tokenId, references, status: 'failed', refusal: { ok: false, reason: 'unavailable', detail } };
}
