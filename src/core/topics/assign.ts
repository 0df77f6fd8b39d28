import { compare } from '../compare.ts';
import { createTermReader, type TermReader } from '../select/stems.ts';
import { type TopicClaim, toTimeSpan } from './topic-claim.ts';

/** Claims that belong together, in one language. */
export type ClaimGroup = {
  readonly claims: readonly TopicClaim[];
  readonly language: string;
  /** Two groups of the same set are different topics. */
  readonly set?: string;
  /** The topic that a model assigned it to: groups with another one are never in it. */
  readonly judgedTopicId?: string;
};

export type Likeness = {
  /** What a term of the label, and a person behind a claim, count; other terms count 1. */
  readonly label: number;
  readonly person: number;
  /** Groups that are less alike are different topics. */
  readonly least: number;
  /** Of the topics that are at least this share as alike as the best, the latest is taken. */
  readonly near: number;
  /** How much more alike a topic is that was spoken of just before; after three other groups a third of it is left. */
  readonly recency: number;
  /** How many words two groups share at least, the first and the second time. */
  readonly words: readonly [number, number];
  /** Topics that are more groups back need as many shared words as the first time. */
  readonly far: number;
};

/**
 * Measured by `npm run eval -- topics` (docs/figures.md). Two subjects in one topic are worse than one subject in two, so
 * the threshold is where most pairs are right.
 */
export const measured: Likeness = {
  label: 2,
  person: 2,
  least: 0.12,
  near: 0.6,
  recency: 1,
  words: [2, 1],
  far: 6,
};

type Vector = Map<string, number>;
/** A group as it is compared. */
type Compared = {
  readonly vector: Vector;
  /** The messages that it cites and its labels. */
  readonly signs: readonly string[];
  readonly set: string | undefined;
  readonly judgedTopicId: string | undefined;
  /** The place of its last message among those of all groups. */
  readonly rank: number;
};

/** In front of a person's name; no term begins with it. */
const personMark = '@';

/**
 * The number of the topic of each group. Groups that a model assigned are in its topic. Any other joins the topic that is
 * most like it, or begins one: first by a message that both cite or the label that both have, then by the cosine of their
 * terms and people, rare ones counting more, and by how lately the topic was spoken of.
 *
 * Assigned twice: a word that several of the first topics have is shared by chance, and then counts little.
 */
export function assignGroups(
  groups: readonly ClaimGroup[],
  likeness: Likeness = measured,
): readonly number[] {
  const terms = readTerms(groups, likeness);
  const ranks = toRanks(groups);
  const assign = (toUnit: (group: number, claim: number) => string, nearWords: number) => {
    const vectors = toVectors(terms, toUnit);
    const topics = createTopics(likeness, nearWords);
    return groups.map(({ claims, set, judgedTopicId }, index) =>
      topics.add({
        vector: vectors[index] ?? new Map(),
        signs: claims.flatMap(toSigns),
        set,
        judgedTopicId,
        rank: ranks[index] ?? 0,
      }),
    );
  };
  const first = assign((group, claim) => `${group}.${claim}`, likeness.words[0]);
  return assign(group => String(first[group]), likeness.words[1]);
}

/** Topics with an index of their terms and signs: only those that share one are compared. */
function createTopics({ least, near, recency, words: [farWords], far }: Likeness, nearWords: number) {
  const topics: { length: number; rank: number; readonly sets: Set<string | undefined> }[] = [];
  const bySign = new Map<string, Set<number>>();
  const byJudged = new Map<string, number>();
  const byTerm = new Map<string, Map<number, number>>();

  /** The products of a vector with those of all topics, and how many words they share. */
  const multiply = (vector: Vector) => {
    const products = new Map<number, { product: number; words: number }>();
    for (const [term, weight] of vector)
      for (const [number, own] of byTerm.get(term) ?? []) {
        const found = products.get(number) ?? { product: 0, words: 0 };
        found.product += weight * own;
        if (!term.startsWith(personMark)) found.words += 1;
        products.set(number, found);
      }
    return products;
  };

  const find = ({ vector, signs, set, judgedTopicId, rank }: Compared): number => {
    if (judgedTopicId !== undefined) return byJudged.get(judgedTopicId) ?? topics.length;
    const products = multiply(vector);
    const own = Math.hypot(...vector.values());
    const same = new Set(signs.flatMap(sign => [...(bySign.get(sign) ?? [])]));
    const found = [...new Set([...products.keys(), ...same])].flatMap(number => {
      const { length = 0, rank: latest = 0, sets } = topics[number] ?? {};
      if (set !== undefined && sets?.has(set)) return [];
      const distance = Math.abs(rank - latest);
      const { product = 0, words = 0 } = products.get(number) ?? {};
      // Sharing only people is not enough.
      const isEnough = words >= (distance > far ? farWords : nearWords);
      const cosine = isEnough ? product / (own * Math.sqrt(length) || 1) : 0;
      const nearness = 1 + recency * Math.exp(-distance / 3);
      const alike = (same.has(number) ? 1 : 0) + cosine * nearness;
      return alike >= least ? [{ number, alike, latest }] : [];
    });
    const most = Math.max(...found.map(({ alike }) => alike));
    const [best] = found
      .filter(({ alike }) => alike >= near * most)
      .sort((a, b) => b.latest - a.latest || b.number - a.number);
    return best?.number ?? topics.length;
  };

  return {
    /** The number of the topic that the group joins or begins. */
    add(group: Compared): number {
      const number = find(group);
      const topic = topics[number] ?? { length: 0, rank: 0, sets: new Set() };
      topics[number] = topic;
      for (const [term, weight] of group.vector) {
        const own = byTerm.get(term) ?? new Map<number, number>();
        const before = own.get(number) ?? 0;
        byTerm.set(term, own.set(number, before + weight));
        topic.length += (before + weight) ** 2 - before ** 2;
      }
      for (const sign of group.signs) bySign.set(sign, (bySign.get(sign) ?? new Set()).add(number));
      topic.rank = Math.max(topic.rank, group.rank);
      topic.sets.add(group.set);
      if (group.judgedTopicId !== undefined) byJudged.set(group.judgedTopicId, number);
      return number;
    },
  };
}

/** Of each group, its place in the order of last messages. */
function toRanks(groups: readonly ClaimGroup[]): readonly number[] {
  const ranks: number[] = [];
  const lasts = groups.map(({ claims }, index) => ({ index, last: toTimeSpan(claims).last }));
  lasts.sort((a, b) => compare(a.last, b.last));
  for (const [rank, { index }] of lasts.entries()) ranks[index] = rank;
  return ranks;
}

function toSigns({ label, sources }: TopicClaim): readonly string[] {
  const ids = sources.map(({ messageId }) => `message ${messageId}`);
  return label === null ? ids : [...ids, `label ${label.toLowerCase()}`];
}

/** The terms of each claim of each group. */
function readTerms(groups: readonly ClaimGroup[], likeness: Likeness): readonly (readonly Vector[])[] {
  const readers = new Map<string, TermReader>();
  const toReader = (language: string) => {
    const reader = readers.get(language) ?? createTermReader([language]);
    readers.set(language, reader);
    return reader;
  };
  return groups.map(({ claims, language }) =>
    claims.map(claim => toTerms(claim, toReader(language), likeness)),
  );
}

/** Of each group, the sum of the vectors of its claims, each of length 1. Terms that few units have count more. */
function toVectors(
  groups: readonly (readonly Vector[])[],
  toUnit: (group: number, claim: number) => string,
): readonly Vector[] {
  const all = new Set<string>();
  const having = new Map<string, Set<string>>();
  for (const [group, claims] of groups.entries())
    for (const [claim, terms] of claims.entries()) {
      const unit = toUnit(group, claim);
      all.add(unit);
      for (const term of terms.keys()) having.set(term, (having.get(term) ?? new Set()).add(unit));
    }
  const weigh = (term: string) => Math.log((all.size + 1) / (having.get(term)?.size ?? 1));
  return groups.map(claims => {
    const total: Vector = new Map();
    for (const terms of claims) {
      const weighed = [...terms].map(([term, weight]) => [term, weight * weigh(term)] as const);
      const length = Math.hypot(...weighed.map(([, weight]) => weight)) || 1;
      for (const [term, weight] of weighed) total.set(term, (total.get(term) ?? 0) + weight / length);
    }
    return total;
  });
}

/** Names count as people, not as words. */
function toTerms({ text, label, sources }: TopicClaim, read: TermReader, likeness: Likeness): Vector {
  const people = new Set(sources.map(({ sender }) => sender));
  const names = new Set([...people].flatMap(read));
  const terms: Vector = new Map(
    read(text)
      .filter(term => !names.has(term))
      .map(term => [term, 1]),
  );
  for (const term of read(label ?? '')) terms.set(term, likeness.label);
  for (const name of people) terms.set(`${personMark}${name}`, likeness.person);
  return terms;
}
