import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiJobStore, Caller, Refusal, SharedApiJobs, StoredJob } from '../../app/api-ports.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import {
  type ApiJob,
  type ApiJobWork,
  createJobState,
  followJob,
  interruptedJob,
  type JobState,
  notBegun,
  readOutcome,
  saveOutcome,
  shareEveryMs,
  toEndedJob,
} from './jobs.ts';
import { ProblemError, toProblem } from './problem.ts';
import type { WatchToken } from './tokens.ts';

type JobRequest = Pick<ApiJob, 'caller' | 'references'> & {
  /** The `Idempotency-Key` of the request, if it has one. */
  readonly key: string | undefined;
  /** The request, as JSON. */
  readonly content: unknown;
};

type ApiJobsOptions = RunJobOptions & {
  /** For all processes that use the store. */
  readonly exclusively: KeyedMutex;
  readonly newId: () => string;
};

/** The jobs of the API. A restart interrupts running jobs and keeps the outcome of ended ones. */
export type ApiJobs = {
  /**
   * Starts a job, once per `Idempotency-Key`: the same request gets the job that runs or is done, a different one with
   * the same key is refused. A job that failed or was canceled is started again.
   */
  readonly start: (request: JobRequest, work: ApiJobWork) => Promise<ApiJob>;
  /** Only the token that started a job sees it. */
  readonly find: (caller: Caller, id: string) => Promise<ApiJob | null>;
  /** Interrupts running jobs. */
  readonly stop: () => Promise<void>;
};

export function createApiJobs(options: ApiJobsOptions): ApiJobs {
  const { store, shared, exclusively, newId, onFailure } = options;
  const running = new Map<string, ApiJob>();
  const elsewhere = new Map<string, ApiJob>();
  const unsaved = new Set<Promise<void>>();
  const stopping = new AbortController();

  /** The state of a job that this process does not run. */
  const look = async (stored: StoredJob): Promise<JobState> => {
    if (stored.status !== 'running') return readOutcome(store, stored);
    const progress = await shared?.find(stored.id);
    if (progress) return { status: 'running', progress };
    // It may just have ended.
    const current = await store.get(stored.id);
    return readOutcome(store, current ?? stored);
  };

  const find: ApiJobs['find'] = async (caller, id) => {
    const known = running.get(id);
    if (known !== undefined) return known.caller.tokenId === caller.tokenId ? known : null;
    const stored = await store.get(id);
    if (stored?.tokenId !== caller.tokenId) return null;
    const state = await look(stored);
    if (state.status !== 'running' || shared === undefined) return toEndedJob(stored, caller, state);
    const followed = elsewhere.get(id);
    if (followed !== undefined) return followed;
    const cancel = () => void shared.cancel(id).catch(error => onFailure(id, error));
    const job = followJob({ id, caller, references: stored.references, cancel }, state, async () =>
      look((await store.get(id).catch(() => null)) ?? stored),
    );
    elsewhere.set(id, job);
    void job.ended.then(() => elsewhere.delete(id));
    return job;
  };

  const start: ApiJobs['start'] = async ({ caller, references, key, content }, work) => {
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
    const { job, saved } = runJob({ id, caller, references }, work, options, stopping.signal);
    running.set(id, job);
    unsaved.add(saved);
    void saved.then(() => {
      running.delete(id);
      unsaved.delete(saved);
    });
    return job;
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

type RunJobOptions = {
  readonly store: ApiJobStore;
  readonly watchToken: WatchToken;
  /** Only if several processes serve the API. */
  readonly shared?: SharedApiJobs;
  /** Called with an unexpected failure. */
  readonly onFailure: (jobId: string, error: unknown) => void;
  /** A sentence for a failure that a person can do something about; otherwise null. */
  readonly toRefusal: (error: unknown) => Refusal | null;
  /** The first pause after the store refused an outcome; later ones are longer. */
  readonly saveAgainMs?: number;
};

const longestSavePauseMs = 60_000;
/** About an hour, as long as a result is stored. */
const mostSaves = 65;

/**
 * Runs a job in this process. `saved` resolves when its outcome is stored, or the store refused it too often; until then,
 * only this process knows how the job ended.
 */
function runJob(
  own: Pick<ApiJob, 'id' | 'caller' | 'references'>,
  work: ApiJobWork,
  { store, watchToken, shared, onFailure, toRefusal, saveAgainMs = 1_000 }: RunJobOptions,
  stopping: AbortSignal,
): { readonly job: ApiJob; readonly saved: Promise<void> } {
  const { id } = own;
  const canceling = new AbortController();
  const watch = watchToken(own.caller.tokenId);
  watch.signal.addEventListener('abort', () => canceling.abort());
  let progress = notBegun;
  const { state, follow, become } = createJobState({ status: 'running', progress });
  const run = async (): Promise<JobState> => {
    try {
      const result = await work(now => {
        if (canceling.signal.aborted) return;
        progress = now;
        become({ status: 'running', progress });
      }, canceling.signal);
      return result.ok ? { status: 'done', result } : { status: 'failed', refusal: result };
    } catch (error) {
      if (canceling.signal.aborted) return stopping.aborted ? interruptedJob : { status: 'canceled' };
      const refusal = toRefusal(error);
      if (refusal === null) onFailure(id, error);
      return { status: 'failed', refusal };
    } finally {
      watch.end();
    }
  };
  // Until its outcome is saved, an ended job looks like a running one to other processes.
  const share = async () => {
    if (await shared?.show(id, progress)) canceling.abort();
  };
  // After a failure, the next interval shows the newer progress.
  const sharing = shared && setInterval(() => void share().catch(() => undefined), shareEveryMs).unref();

  const saveAgain = async (last: JobState) => {
    for (let count = 0; count < mostSaves; count += 1) {
      const pauseMs = Math.min(saveAgainMs * 2 ** count, longestSavePauseMs);
      await sleep(pauseMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      const isSaved = await saveOutcome(store, job, last).then(
        () => true,
        () => false,
      );
      if (isSaved || stopping.aborted) return;
    }
  };
  const { promise: saved, resolve: noteSaved } = Promise.withResolvers<void>();
  const endSharing = () => {
    clearInterval(sharing);
    noteSaved();
  };
  const job: ApiJob = {
    ...own,
    state,
    follow,
    ended: run().then(async last => {
      try {
        await saveOutcome(store, job, last);
        endSharing();
      } catch (error) {
        onFailure(id, error);
        void saveAgain(last).finally(endSharing);
      }
      become(last);
    }),
    cancel: () => canceling.abort(),
  };
  return { job, saved };
}
