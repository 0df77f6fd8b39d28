import { toAssignTask, toJudgedTopics } from '../../core/topics/assign-task.ts';
import { type TopicRecord, withJudgedTopics } from '../../core/topics/record.ts';
import { createBackoff } from '../jobs/backoff.ts';
import type { JobOutcome, JobQueue } from '../jobs/ports.ts';
import type { Clock, Judge, PrivacyStore } from '../ports.ts';
import type { TopicStore } from './ports.ts';

type AssignmentOptions = {
  readonly topics: TopicStore;
  readonly jobs: JobQueue;
  readonly privacy: Pick<PrivacyStore, 'optedOut'>;
  readonly judge?: Judge;
  readonly clock: Clock;
};

export type TopicAssignment = {
  /** Has the new claims about a channel or thread assigned; without a model, they stay where their words put them. */
  readonly schedule: (guildId: string, placeId: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const toRetryAt = createBackoff({ firstMs: 60_000, mostAttempts: 6 });

/** Has a model assign claims to topics, until it is stopped. */
export function startTopicAssignment({
  topics,
  jobs,
  privacy,
  judge,
  clock,
}: AssignmentOptions): TopicAssignment {
  const assign = judge?.assign;

  const run = async (guildId: string, placeId: string, signal: AbortSignal): Promise<JobOutcome> => {
    const [record] = await topics.list(guildId, [placeId]);
    const task = record && toAssignTask(await withoutOptedOut(record, privacy));
    if (assign === undefined || task === undefined || task === null) return { next: null };
    const payer = { guildId, personId: null, channelId: placeId, feature: 'topics' } as const;
    const { assignments, failure } = await assign({ ...task, payer }, signal);
    signal.throwIfAborted();
    if (failure !== null) throw new Error(`claims were not assigned to topics: ${failure}`);
    const judged = toJudgedTopics(task, assignments);
    await topics.update(guildId, placeId, current => withJudgedTopics(current, judged));
    // There may be more claims than one call takes.
    return { next: clock.now() };
  };

  const { stop } = jobs.work({
    toServer: jobId => parseJobId(jobId).guildId,
    run: ({ id }, signal) => {
      const { guildId, placeId } = parseJobId(id);
      return run(guildId, placeId, signal);
    },
    toRetryAt,
    giveUp: async () => ({ next: null }),
  });
  return {
    schedule: async (guildId, placeId) => {
      if (assign !== undefined) await jobs.schedule(`${guildId}_${placeId}`, clock.now());
    },
    stop,
  };
}

/** No id has an underscore. */
function parseJobId(jobId: string) {
  const [guildId = '', placeId = ''] = jobId.split('_');
  return { guildId, placeId };
}

/** The record without claims that rest on messages of people who opted out: no model reads their words. */
async function withoutOptedOut(
  { placeId, contributions }: TopicRecord,
  privacy: AssignmentOptions['privacy'],
): Promise<TopicRecord> {
  const authorIds = contributions.flatMap(({ claims }) =>
    claims.flatMap(({ sources }) => sources.flatMap(({ authorId }) => authorId ?? [])),
  );
  const optedOut = await privacy.optedOut([...new Set(authorIds)]);
  return {
    placeId,
    contributions: contributions.map(each => ({
      ...each,
      claims: each.claims.filter(
        ({ sources }) => !sources.some(({ authorId = '' }) => optedOut.has(authorId)),
      ),
    })),
  };
}
