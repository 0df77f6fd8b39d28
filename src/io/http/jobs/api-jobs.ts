import { hash } from 'node:crypto';
import type { Caller, StoredJob } from '../../../app/api-ports.ts';
import type { KeyedMutex } from '../../../keyed-mutex.ts';
import { ProblemError, toProblem } from '../problem.ts';
import { followJob, toEndedJob } from './follow-job.ts';
import { type ApiJob, type ApiJobWork, type JobState, notBegun } from './job.ts';
import { readOutcome } from './outcome.ts';
import { type RunJobOptions, runJob } from './run-job.ts';

type JobRequest = Pick<ApiJob, 'caller' | 'references'> & {
  /** The `Idempotency-Key` of the request, if it has one. */
  readonly key: string | undefined;
  /** What was asked for, as JSON. */
  readonly content: unknown;
};

type ApiJobsOptions = RunJobOptions & {
  /** For all processes that use the store. */
  readonly exclusively: KeyedMutex;
  readonly newId: () => string;
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
