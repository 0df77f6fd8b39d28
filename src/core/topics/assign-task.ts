import { compare } from '../compare.ts';
import { estimateTokens } from '../windows/size.ts';
import type { AssignedClaim, TopicRecord } from './record.ts';
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
const mostClaims = 40;
const maxTokensOfTopics = 4_000;
const lastClaims = 3;

/** The oldest claims that no model has assigned, and the latest topics that fit; null if all are assigned. */
export function toAssignTask({ contributions }: TopicRecord): AssignTask | null {
  const all = contributions.flatMap(({ claims }) => claims);
  const claims = all
    .filter(({ judgedTopicId }) => judgedTopicId === undefined)
    .slice(0, mostClaims)
    .sort(compareTime);
  if (claims.length === 0) return null;
  const judged = all.flatMap(claim =>
    claim.judgedTopicId === undefined ? [] : [{ id: claim.judgedTopicId, claim }],
  );
  let room = maxTokensOfTopics;
  const topics = [...Map.groupBy(judged, ({ id }) => id)]
    .map(([id, own]) =>
      toKnown(
        id,
        own.map(({ claim }) => claim),
      ),
    )
    .sort((a, b) => compare(toTimeSpan(b.claims).last, toTimeSpan(a.claims).last))
    .filter(({ claims: shown }) => {
      room -= shown.reduce((sum, { text }) => sum + estimateTokens(text) + tokensOfElement, 0);
      return room >= 0;
    });
  return { topics, claims };
}

const tokensOfElement = 30;

function toKnown(id: string, claims: readonly AssignedClaim[]): KnownTopic {
  const sorted = claims.toSorted(compareTime);
  return { id, claims: [...new Set([...sorted.slice(0, 1), ...sorted.slice(-lastClaims)])] };
}

function compareTime(a: TopicClaim, b: TopicClaim): number {
  return compare(toTimeSpan([a]).last, toTimeSpan([b]).last);
}

/**
 * The topic of each claim of a task, by the claim's key: the id of a known one, or the key of the first claim of a new one.
 * A claim that the answer leaves out begins a topic.
 */
export function toJudgedTopics(
  { topics, claims }: AssignTask,
  assigned: Assignments,
): ReadonlyMap<string, string> {
  const ids = new Map(topics.map(({ id }, index) => [index + 1, id]));
  return new Map(
    claims.map(({ key }, index) => {
      const number = assigned.get(index + 1);
      if (number === undefined) return [key, key];
      const id = ids.get(number) ?? key;
      ids.set(number, id);
      return [key, id];
    }),
  );
}
