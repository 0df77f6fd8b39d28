import type { Topic } from '../claims/summary/summary.ts';
import { compare } from '../compare.ts';
import { assignGroups, type Likeness, measured } from './assign.ts';
import type { TopicRecord } from './record.ts';
import { toStatuses } from './status.ts';
import { type AssignedClaim, type TopicClaim, toTimeSpan } from './topic-claim.ts';

/** A topic of one or several channels and threads. */
export type ChannelTopic = {
  /** The key of one of its claims. */
  readonly id: string;
  /** Those of all its claims, also of repeated ones. */
  readonly keys: ReadonlySet<string>;
  readonly title: string;
  /** Why it is active; null if it is not. */
  readonly reason: Topic['reason'];
  /** Newest first, what was said twice once. */
  readonly claims: readonly TopicClaim[];
  /** Those of its claims that are open. */
  readonly open: readonly TopicClaim[];
  /** Who wrote the messages behind it, most messages first. */
  readonly people: readonly string[];
  readonly placeIds: readonly string[];
  readonly first: string;
  readonly last: string;
  /** What the latest message asks for; null if that is in another topic. */
  readonly request: CurrentRequest | null;
};

/** An open request, and the question that the same message asks about it. */
export type CurrentRequest = { readonly claim: TopicClaim; readonly question: TopicClaim | null };

type Part = {
  readonly placeId: string;
  readonly language: string;
  readonly reason: Topic['reason'];
  readonly claims: readonly TopicClaim[];
  readonly open: readonly TopicClaim[];
};

/** The topics of some records, active ones first, then the latest. Topics of different places that are alike are one. */
export function toTopics(records: readonly TopicRecord[]): readonly ChannelTopic[] {
  const parts = records.flatMap(toParts);
  const isMerged = records.length > 1;
  const groups = parts.map(({ placeId, ...part }) => ({ ...part, set: placeId }));
  const likeness: Likeness = { ...measured, recency: 0, words: [2, 2] };
  const numbers = isMerged ? assignGroups(groups, likeness) : groups.keys().toArray();
  const request = findCurrentRequest(records);
  return [...Map.groupBy(parts, (_, index) => numbers[index]).values()]
    .map(own => toTopic(own, request))
    .sort((a, b) => Number(a.reason === null) - Number(b.reason === null) || compare(b.last, a.last));
}

function toParts({ placeId, contributions }: TopicRecord): readonly Part[] {
  const claims = contributions.flatMap(each => each.claims);
  const byTopic = Map.groupBy(claims, ({ topicId }) => topicId);
  const statuses = toStatuses(claims);
  const language = contributions.at(-1)?.language ?? 'en';
  return [...byTopic].map(([id, own]) => ({
    placeId,
    language,
    claims: own,
    reason: statuses.get(id)?.reason ?? null,
    open: statuses.get(id)?.open ?? [],
  }));
}

function toTopic(parts: readonly Part[], request: CurrentRequest | null): ChannelTopic {
  const all = parts.flatMap(({ claims }) => claims);
  const keys = new Set(all.map(({ key }) => key));
  const own = request && keys.has(request.claim.key) ? request : null;
  const claims = withoutRepeated(all, own);
  const open = new Set(parts.flatMap(each => each.open.map(({ key }) => key)));
  const senders = all.flatMap(({ sources }) => sources.map(({ sender }) => sender));
  return {
    id: all[0]?.key ?? '',
    keys,
    title: toMostFrequent(all.flatMap(({ label }) => label ?? []))[0] ?? claims[0]?.text ?? '',
    reason: parts.flatMap(({ reason }) => reason ?? []).sort()[0] ?? null,
    claims,
    open: claims.filter(({ key }) => open.has(key)),
    people: toMostFrequent(senders),
    placeIds: [...new Set(parts.map(({ placeId }) => placeId))],
    ...toTimeSpan(all),
    request: own,
  };
}

/** Newest first; of claims with the same words, the current request, otherwise the one of the latest summary. */
function withoutRepeated(
  claims: readonly TopicClaim[],
  request: CurrentRequest | null,
): readonly TopicClaim[] {
  const byText = new Map<string, TopicClaim>();
  // The latest summary may be one of an earlier range.
  const preferred = request ? [request.question ?? [], request.claim].flat() : [];
  for (const claim of [...claims, ...preferred])
    byText.set(`${claim.kind} ${claim.text.toLowerCase()}`, claim);
  return [...byText.values()].sort(compareLatest);
}

/** Those with the latest message first. */
function compareLatest(a: TopicClaim, b: TopicClaim): number {
  return compare(toTimeSpan([b]).last, toTimeSpan([a]).last);
}

/** Of equally frequent ones, the latest first. */
function toMostFrequent(values: readonly string[]): readonly string[] {
  const counts = Map.groupBy(values.toReversed(), value => value);
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}

/** Only the latest message that was read can ask for something now: people have seen everything before it. */
function findCurrentRequest(records: readonly TopicRecord[]): CurrentRequest | null {
  const latest = records
    .flatMap(({ contributions }) => contributions)
    .sort((a, b) => compare(a.end, b.end))
    .at(-1);
  const asked =
    latest?.claims.filter(each => toTimeSpan([each]).last === latest.end && each.logState !== 'closed') ?? [];
  const claim = asked.find(({ key }) => key === latest?.requestKey);
  if (claim === undefined) return null;
  const isQuestion = ({ kind, topicId }: AssignedClaim) => kind === 'question' && topicId === claim.topicId;
  return { claim, question: asked.find(isQuestion) ?? null };
}
