import { compare } from '../compare.ts';
import { estimateTokens } from '../windows/size.ts';
import type { TopicRecord } from './record.ts';
import { type TopicClaim, toTimeSpan } from './topic-claim.ts';

/** Claims of one channel or thread that a model is to assign, and the topics that it knows. */
export type AssignTask = {
  /** Numbered from 1 in this order. */
  readonly topics: readonly KnownTopic[];
  /** At least one; numbered from 1 in this order. */
  readonly claims: readonly TopicClaim[];
};

type KnownTopic = {
  /** The key of the claim that began it. */
  readonly id: string;
  /** The first and the last of its claims. */
  readonly claims: readonly TopicClaim[];
};

/** What a model answers: the number of the topic of each claim, by the claim's number. */
export type Assignments = ReadonlyMap<number, number>;

/** Of one call. */
export const maxAssigned = 40;
const maxTokensOfTopics = 4_000;
const tokensOfElement = 30;
const lastClaims = 3;

/**
 * The oldest claims that were not assigned, and the topics that fit: first those that cite a message of these claims, then
 * the latest. Null if all are assigned.
 */
export function toAssignTask({ contributions }: TopicRecord): AssignTask | null {
  const all = contributions.flatMap(({ claims }) => claims);
  const claims = all
    .filter(({ judgedTopicId }) => judgedTopicId === undefined)
    .slice(0, maxAssigned)
    .sort(compareTime);
  if (claims.length === 0) return null;
  const byTopic = Map.groupBy(all, ({ judgedTopicId }) => judgedTopicId ?? null);
  byTopic.delete(null);
  const messageIds = new Set(claims.flatMap(({ sources }) => sources.map(({ messageId }) => messageId)));
  let room = maxTokensOfTopics;
  const topics = [...byTopic]
    .map(([id, own]) => ({
      id: id ?? '',
      isCited: own.some(({ sources }) => sources.some(({ messageId }) => messageIds.has(messageId))),
      last: toTimeSpan(own).last,
      claims: toEnds(own),
    }))
    .sort((a, b) => Number(b.isCited) - Number(a.isCited) || compare(b.last, a.last))
    .flatMap(({ id, claims: shown }): KnownTopic[] => {
      const tokens = shown.reduce((sum, { text }) => sum + estimateTokens(text) + tokensOfElement, 0);
      if (tokens > room) return [];
      room -= tokens;
      return [{ id, claims: shown }];
    });
  return { topics, claims };
}

function toEnds(claims: readonly TopicClaim[]): readonly TopicClaim[] {
  const sorted = claims.toSorted(compareTime);
  return [...new Set([...sorted.slice(0, 1), ...sorted.slice(-lastClaims)])];
}

function compareTime(a: TopicClaim, b: TopicClaim): number {
  return compare(toTimeSpan([a]).last, toTimeSpan([b]).last);
}

/**
 * The topic of each claim of a task, by the claim's key: the id of a known one, or for a new one the key of its first claim.
 * Null for claims that the answer leaves out: their words decide.
 */
export function toJudgedTopics(
  { contributions }: TopicRecord,
  { topics, claims }: AssignTask,
  assigned: Assignments,
): ReadonlyMap<string, string | null> {
  // A claim may have begun a topic, been removed from it and come back.
  const taken = new Set(contributions.flatMap(each => each.claims.map(({ judgedTopicId }) => judgedTopicId)));
  const ids = new Map(topics.map(({ id }, index) => [index + 1, id]));
  const judged = new Map<string, string | null>();
  for (const [index, { key }] of claims.entries()) {
    const number = assigned.get(index + 1);
    let begun = key;
    while (taken.has(begun)) begun += '+';
    const id = number === undefined ? null : (ids.get(number) ?? begun);
    if (number !== undefined && id !== null) ids.set(number, id);
    judged.set(key, id);
  }
  return judged;
}
