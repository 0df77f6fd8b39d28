import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredJob } from '../../../app/api-ports.ts';
import { type ApiJob, createJobState, type JobState, shareEveryMs } from './job.ts';

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
