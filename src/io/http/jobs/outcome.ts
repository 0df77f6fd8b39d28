import type { ApiJobStore, Refusal, StoredJob } from '../../../app/api-ports.ts';
import type { ApiJob, JobState } from './job.ts';

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
