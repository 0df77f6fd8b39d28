import type { EngineReason } from '../../core/claims/summary/summary.ts';
import {
  type Assignments,
  type AssignTask,
  maxAssigned,
  toAssignTask,
  toJudgedTopics,
} from '../../core/topics/assign-task.ts';
import { countClaims, type TopicRecord, withJudgedTopics } from '../../core/topics/record.ts';
import type { Logger } from '../../log.ts';
import { createBackoff } from '../jobs/backoff.ts';
import type { JobOutcome, JobQueue } from '../jobs/ports.ts';
import { isLasting, isOfContent } from '../judge-claims.ts';
import type { Clock, Judge } from '../ports.ts';
import type { TopicStore } from './ports.ts';

type AssignmentOptions = {
  readonly topics: TopicStore;
  readonly jobs: JobQueue;
  /** The record of a channel or thread as it is now, without what no model may read; null if nothing is left. */
  readonly load: (guildId: string, placeId: string) => Promise<TopicRecord | null>;
  readonly judge?: Judge;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
};

export type TopicAssignment = {
  /** Has the new claims about a channel or thread assigned; without a model, their words decide. */
  readonly schedule: (guildId: string, placeId: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

class AssignmentFailed extends Error {
  readonly reason: EngineReason;

  constructor(reason: EngineReason) {
    super(`claims were not assigned to topics: ${reason}`);
    this.name = 'AssignmentFailed';
    this.reason = reason;
  }
}

const toRetryAt = createBackoff({ firstMs: 60_000, mostAttempts: 6 });

/** Has a model assign claims to topics, until it is stopped. */
export function startTopicAssignment({
  topics,
  jobs,
  load,
  judge,
  clock,
  log,
}: AssignmentOptions): TopicAssignment {
  const assign = judge?.assign;

  const loadTask = async (guildId: string, placeId: string) => {
    const record = assign === undefined ? null : await load(guildId, placeId);
    return record && toAssignTask(record);
  };

  /** Stores the answer, and says when to look for more. */
  const store = async (
    guildId: string,
    placeId: string,
    task: AssignTask,
    assignments: Assignments,
  ): Promise<JobOutcome> => {
    await topics.update(guildId, placeId, current => {
      const changed = withJudgedTopics(current, toJudgedTopics(current, task, assignments));
      const dropped = countClaims(current) - countClaims(changed);
      if (dropped > 0) log.info({ place: placeId, claims: dropped }, 'topics-dropped');
      return changed;
    });
    return { next: task.claims.length < maxAssigned ? null : clock.now() };
  };

  const { stop } = jobs.work({
    toServer: jobId => parseJobId(jobId).guildId,
    run: async ({ id }, signal) => {
      const { guildId, placeId } = parseJobId(id);
      const task = await loadTask(guildId, placeId);
      if (assign === undefined || task === null) return { next: null };
      const payer = { guildId, personId: null, channelId: placeId, feature: 'topics' } as const;
      const { assignments, failure } = await assign({ ...task, payer }, signal);
      signal.throwIfAborted();
      // They are asked about again with the claims of the next summary.
      if (failure !== null && isLasting(failure)) return { next: null };
      if (failure !== null) throw new AssignmentFailed(failure);
      return store(guildId, placeId, task, assignments);
    },
    toRetryAt,
    // Claims that the model rejects would block all later ones. After an outage, the next summary asks again.
    giveUp: async ({ id }, error) => {
      if (!(error instanceof AssignmentFailed) || !isOfContent(error.reason)) return { next: null };
      const { guildId, placeId } = parseJobId(id);
      const task = await loadTask(guildId, placeId);
      return task === null ? { next: null } : store(guildId, placeId, task, new Map());
    },
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
