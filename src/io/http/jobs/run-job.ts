import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiJobStore, Refusal, SharedApiJobs } from '../../../app/api-ports.ts';
import type { WatchToken } from '../token-watch.ts';
import {
  type ApiJob,
  type ApiJobWork,
  createJobState,
  type JobState,
  notBegun,
  shareEveryMs,
} from './job.ts';
import { interruptedJob, saveOutcome } from './outcome.ts';

export type RunJobOptions = {
  readonly store: ApiJobStore;
  readonly watchToken: WatchToken;
  /** Only where several processes serve the API. */
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
export function runJob(
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
  // What could not be shown is shown the next time.
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
