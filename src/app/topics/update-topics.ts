import {
  type Contribution,
  countClaims,
  type TopicRecord,
  withContribution,
  withoutContribution,
} from '../../core/topics/record.ts';
import { toClaimKey, toTopicClaims } from '../../core/topics/topic-claim.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import type { SummaryObserver } from '../observe-summaries.ts';
import type { StoredSummary } from '../ports.ts';
import type { TopicAssignment } from './assign-topics.ts';
import type { TopicStore } from './ports.ts';

/** Keeps the topics of each channel and thread up to date with the summaries of it. */
export function createTopicObserver(
  topics: TopicStore,
  schedule: TopicAssignment['schedule'],
  log: Logger,
): SummaryObserver {
  return async stored => {
    const { guildId, summary, channelId, places } = stored;
    // Checked statements are not about what the channel talks about.
    if (guildId === null || summary.checked !== undefined) return;
    // Before its review, nothing in it is known to be true.
    const isUnreviewed = stored.needsReview === true && summary.reviewed === undefined;
    const toPlaceId = (messageId: string) => places?.[messageId] ?? channelId;
    const claims = isUnreviewed ? [] : toTopicClaims(summary, toPlaceId);
    const contribution: Omit<Contribution, 'claims'> = {
      summaryId: summary.id,
      createdAt: stored.createdAt,
      end: summary.timeRange?.end ?? stored.createdAt,
      language: summary.language,
      requestKey: summary.activeRequestId === null ? null : toClaimKey(summary.id, summary.activeRequestId),
    };
    const readIds = new Set(toReadIds(stored));
    const unassigned = new Set<string>();
    for (const placeId of new Set([channelId, ...readIds, ...Object.values(places ?? {})])) {
      const own = claims.filter(({ sources }) => sources[0]?.placeId === placeId);
      await topics.update(guildId, placeId, record => {
        if (stored.isDeleted || (own.length === 0 && !readIds.has(placeId)))
          return withoutContribution(record, summary.id);
        const changed = withContribution(record, { ...contribution, claims: own });
        if (hasUnassigned(changed, record)) unassigned.add(placeId);
        const former = record.contributions.find(({ summaryId }) => summaryId === summary.id);
        const given = countClaims(record) - (former?.claims.length ?? 0) + own.length;
        const dropped = given - countClaims(changed);
        if (dropped > 0) log.info({ place: placeId, claims: dropped }, 'topics-dropped');
        return changed;
      });
    }
    for (const placeId of unassigned)
      await schedule(guildId, placeId).catch((error: unknown) =>
        // They are assigned with those of the next summary.
        log.warn({ place: placeId, ...toLoggedError(error) }, 'topics-unscheduled'),
      );
  };
}

/** Whether there are claims that were not there before, and that a model may assign. */
function hasUnassigned(changed: TopicRecord, before: TopicRecord): boolean {
  const known = new Set(before.contributions.flatMap(({ claims }) => claims.map(({ key }) => key)));
  return changed.contributions.some(({ claims }) =>
    claims.some(({ key, judgedTopicId }) => judgedTopicId === undefined && !known.has(key)),
  );
}

/** The channels and threads of which a summary read new messages, as far as it says so. */
function toReadIds({ summary, channelId }: StoredSummary): readonly string[] {
  if (summary.timeRange === null) return [];
  return summary.coverage.channels?.map(({ id }) => id) ?? [channelId];
}
