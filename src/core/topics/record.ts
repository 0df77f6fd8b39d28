import { compare } from '../compare.ts';
import { assignGroups, type ClaimGroup, type Likeness } from './assign.ts';
import { toStatuses } from './status.ts';
import { type AssignedClaim, type TopicClaim, toTimeSpan } from './topic-claim.ts';

/** What one summary says about one channel or thread. */
export type Contribution<Claim extends TopicClaim = AssignedClaim> = {
  readonly summaryId: string;
  /** An instant; it expires with the summary. */
  readonly createdAt: string;
  /** The instant of the last message that the summary read. */
  readonly end: string;
  readonly language: string;
  /** The key of the summary's active request. */
  readonly requestKey: string | null;
  readonly claims: readonly Claim[];
};

/** The topics of one channel or thread, by the summaries that they are from, oldest first. */
export type TopicRecord = {
  readonly placeId: string;
  readonly contributions: readonly Contribution[];
};

/** More claims than a month of daily digests has. */
export type RecordLimits = {
  readonly claims: number;
  /** As UTF-8 JSON. */
  readonly bytes: number;
};
const defaultLimits: RecordLimits = { claims: 300, bytes: 512 * 1024 };

/**
 * The record with this contribution in place of the summary's former one. All claims are assigned anew, so the order in
 * which summaries arrive does not matter. Above the limits, the oldest claims are left out: of inactive topics first, of
 * these the oldest, and what is open last. A contribution without claims stays only if it read further than all others.
 */
export function withContribution(
  { placeId, contributions }: TopicRecord,
  added: Contribution<TopicClaim>,
  limits: RecordLimits = defaultLimits,
): TopicRecord {
  const former = contributions.find(({ summaryId }) => summaryId === added.summaryId);
  const others = contributions.filter(each => each !== former);
  const judged = new Map(
    former?.claims.flatMap(({ key, judgedTopicId: id }) => (id === undefined ? [] : [[key, id] as const])),
  );
  return toRecord(placeId, [...others, withJudged(added, judged)], limits);
}

/** The record with these topics of claims, by their keys; null where words decide. */
export function withJudgedTopics(
  { placeId, contributions }: TopicRecord,
  judged: ReadonlyMap<string, string | null>,
  limits: RecordLimits = defaultLimits,
): TopicRecord {
  return toRecord(
    placeId,
    contributions.map(each => withJudged(each, judged)),
    limits,
  );
}

/** The record without what this summary contributed. */
export function withoutContribution(
  { placeId, contributions }: TopicRecord,
  removedId: string,
  limits: RecordLimits = defaultLimits,
): TopicRecord {
  const others = contributions.filter(({ summaryId }) => summaryId !== removedId);
  return toRecord(placeId, others, limits);
}

function withJudged(
  contribution: Contribution<TopicClaim>,
  judged: ReadonlyMap<string, string | null>,
): Contribution<TopicClaim> {
  const claims = contribution.claims.map(claim => {
    const judgedTopicId = judged.get(claim.key);
    return judgedTopicId === undefined ? claim : { ...claim, judgedTopicId };
  });
  return { ...contribution, claims };
}

function toRecord(
  placeId: string,
  contributions: readonly Contribution<TopicClaim>[],
  limits: RecordLimits,
): TopicRecord {
  const sorted = contributions.toSorted(
    (a, b) => compare(a.createdAt, b.createdAt) || compare(a.summaryId, b.summaryId),
  );
  return { placeId, contributions: withinLimits(assignClaims(sorted), limits) };
}

/** Claims that a summary files under one topic stay together. */
export function assignClaims(
  contributions: readonly Contribution<TopicClaim>[],
  likeness?: Likeness,
): readonly Contribution[] {
  const groups = contributions.flatMap(({ claims, language }): ClaimGroup[] =>
    [...Map.groupBy(claims, toGroupName).values()].map(own => {
      const judgedTopicId = own[0]?.judgedTopicId ?? null;
      return { claims: own, language, ...(judgedTopicId !== null && { judgedTopicId }) };
    }),
  );
  const numbers = assignGroups(groups, likeness);
  const ids: string[] = [];
  const topicIds = new Map<string, string>();
  for (const [index, { claims }] of groups.entries()) {
    const number = numbers[index] ?? 0;
    ids[number] ??= claims[0]?.key ?? '';
    for (const { key } of claims) topicIds.set(key, ids[number]);
  }
  return contributions.map(each => ({
    ...each,
    claims: each.claims.map(claim => ({ ...claim, topicId: topicIds.get(claim.key) ?? claim.key })),
  }));
}

function toGroupName({ key, label, judgedTopicId }: TopicClaim): string {
  if (typeof judgedTopicId === 'string') return `topic ${judgedTopicId}`;
  return label === null ? `claim ${key}` : `label ${label}`;
}

export function countClaims({ contributions }: TopicRecord): number {
  return contributions.reduce((sum, { claims }) => sum + claims.length, 0);
}

function withinLimits(contributions: readonly Contribution[], limits: RecordLimits): readonly Contribution[] {
  const found = contributions.flatMap(({ claims }) => claims);
  const byTopic = Map.groupBy(found, ({ topicId }) => topicId);
  const statuses = toStatuses(found);
  const latest = [...byTopic]
    .map(([id, own]) => {
      const { reason = null, open = [] } = statuses.get(id) ?? {};
      const rank = open.length > 0 ? 0 : reason === null ? 2 : 1;
      const claims = own.toSorted((a, b) => compare(toTimeSpan([b]).last, toTimeSpan([a]).last));
      return { rank, last: toTimeSpan(own).last, claims: [...new Set([...open, ...claims])] };
    })
    .sort((a, b) => a.rank - b.rank || compare(b.last, a.last));
  const sizes = toSizes(contributions);
  let room = limits.bytes;
  const kept = new Set<TopicClaim>();
  for (const claim of latest.flatMap(({ claims }) => claims)) {
    room -= sizes.get(claim) ?? 0;
    if (room < 0 || kept.size === limits.claims) break;
    kept.add(claim);
  }
  const all = contributions.map(each => ({
    ...each,
    claims: each.claims.filter(claim => kept.has(claim)),
  }));
  const [furthest] = all.toSorted((a, b) => compare(b.end, a.end) || b.claims.length - a.claims.length);
  return all.filter(each => each.claims.length > 0 || each === furthest);
}

/** The bytes of each claim with those of its contribution, because it may become the only one of it. */
function toSizes(contributions: readonly Contribution[]): ReadonlyMap<TopicClaim, number> {
  const encoder = new TextEncoder();
  const toBytes = (value: object) => encoder.encode(JSON.stringify(value)).length;
  return new Map(
    contributions.flatMap(each =>
      each.claims.map(claim => [claim, toBytes({ ...each, claims: [claim] })] as const),
    ),
  );
}
