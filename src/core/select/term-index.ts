import { type Evidence, memoize } from '../conversation/evidence.ts';
import { createTermReader, type TermReader } from './languages.ts';

export type Hit = { readonly position: number; readonly score: number };

/** The terms of a conversation: of a message computed on first use, of all messages on the first search. */
export type TermIndex = {
  readonly read: TermReader;
  readonly termsAt: (position: number) => ReadonlySet<string>;
  readonly sequenceAt: (position: number) => readonly string[];
  /** How rare a term is here, 0..1; a term in no message counts like a term in one. */
  readonly weigh: (term: string) => number;
  readonly rarity: (term: string) => number;
  readonly count: (term: string) => number;
  readonly positionsOf: (term: string) => readonly number[];
  /** The BM25 scores of all messages that share a term with the query, in no order. */
  readonly score: (terms: readonly string[]) => ReadonlyMap<number, number>;
};

// BM25 as in Robertson and Zaragoza 2009, with a smaller penalty for long messages and more weight for rare words than
// usual: in meetings, the source is often a long turn (docs/figures.md).
const k1 = 1.2;
const b = 0.3;
const rarityPower = 1.2;

/** Where the terms of a conversation are. Its arrays are shared: to send them to another thread copies nothing. */
export type Postings = {
  readonly terms: ReadonlyMap<string, number>;
  /** By term: the index in `positions` and `counts` after its last entry. */
  readonly ends: Int32Array;
  /** The positions of the messages with each term, ascending, one term after the other. */
  readonly positions: Int32Array;
  readonly counts: Int32Array;
  /** The number of terms of the message at each position. */
  readonly lengths: Int32Array;
  readonly mean: number;
};

/** Indexes lazily: one pass over all messages on the first question about all of them, unless it was made elsewhere. */
export function createTermIndex(
  evidence: Evidence,
  languages: readonly string[],
  madeElsewhere?: Postings,
): TermIndex {
  const read = createTermReader(languages);
  const sets: (ReadonlySet<string> | undefined)[] = new Array(evidence.messages.length);
  const sequences: (readonly string[] | undefined)[] = new Array(evidence.messages.length);
  const sequenceAt = (position: number): readonly string[] => {
    const message = evidence.messages[position - 1];
    if (!message) return [];
    const known = sequences[position - 1] ?? read(message.text);
    sequences[position - 1] = known;
    return known;
  };
  const termsAt = (position: number): ReadonlySet<string> => {
    const known = sets[position - 1] ?? new Set(sequenceAt(position));
    if (position > 0 && position <= sets.length) sets[position - 1] = known;
    return known;
  };
  let made = madeElsewhere;
  const postings = (): Postings => {
    made ??= findPostings(evidence, sequenceAt);
    return made;
  };
  const spanOf = (term: string): readonly [start: number, end: number] => {
    const { terms, ends } = postings();
    const number = terms.get(term);
    return number === undefined ? [0, 0] : [ends[number - 1] ?? 0, ends[number] ?? 0];
  };
  const n = evidence.messages.length;
  const most = Math.log(1 + n);
  const count = (term: string) => {
    const [start, end] = spanOf(term);
    return end - start;
  };
  const idf = (df: number) => Math.log(1 + (n - df + 0.5) / (df + 0.5));
  return {
    read,
    termsAt,
    sequenceAt,
    count,
    rarity: term => idf(count(term)),
    positionsOf: term => Array.from(postings().positions.subarray(...spanOf(term))),
    weigh: term => Math.log(1 + n / Math.max(1, count(term))) / (most || 1),
    score: terms => {
      const { positions, counts, lengths, mean } = postings();
      const scores = new Map<number, number>();
      for (const term of new Set(terms)) {
        const [start, end] = spanOf(term);
        const weight = idf(end - start) ** rarityPower;
        for (let at = start; at < end; at += 1) {
          const position = positions[at] ?? 0;
          const length = lengths[position] ?? 0;
          const times = counts[at] ?? 1;
          const gain = (weight * times * (k1 + 1)) / (times + k1 * (1 - b + (b * length) / mean));
          scores.set(position, (scores.get(position) ?? 0) + gain);
        }
      }
      return scores;
    },
  };
}

/** The index of an evidence in its languages; built once and shared by later verifications. */
export const toTermIndex = memoize((evidence: Evidence, languages: readonly string[]) =>
  createTermIndex(evidence, languages),
);

export function toPostings(evidence: Evidence, languages: readonly string[]): Postings {
  return findPostings(evidence, toTermIndex(evidence, languages).sequenceAt);
}

function findPostings({ messages }: Evidence, sequenceAt: TermIndex['sequenceAt']): Postings {
  const byTerm = new Map<string, { readonly positions: number[]; readonly counts: number[] }>();
  const lengths = toShared(messages.length + 1);
  let sum = 0;
  let size = 0;
  for (const { position } of messages) {
    const terms = sequenceAt(position);
    lengths[position] = terms.length;
    sum += terms.length;
    for (const term of terms) {
      const known = byTerm.get(term);
      if (known?.positions.at(-1) === position) {
        known.counts[known.counts.length - 1] = (known.counts.at(-1) ?? 0) + 1;
        continue;
      }
      size += 1;
      known?.positions.push(position);
      known?.counts.push(1);
      if (known === undefined) byTerm.set(term, { positions: [position], counts: [1] });
    }
  }
  const [ends, positions, counts] = [toShared(byTerm.size), toShared(size), toShared(size)];
  const terms = new Map<string, number>();
  let end = 0;
  for (const [term, found] of byTerm) {
    positions.set(found.positions, end);
    counts.set(found.counts, end);
    end += found.positions.length;
    ends[terms.size] = end;
    terms.set(term, terms.size);
  }
  return { terms, ends, positions, counts, lengths, mean: sum / Math.max(1, messages.length) || 1 };
}

function toShared(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}

/** At this distance, in messages, a term counts about a third; at twice the distance, about a seventh. */
const fade = 16;
/** Repetitions count less and less: a term with this much weight around a message reaches half of its maximum. */
const half = 2;
/** A lower value is too far away to count. */
const nothing = 0.01;

/** How much the messages around each position say of some terms. Repetitions add little: a place with all terms beats one that repeats. */
export function scoreSurroundings(
  weights: ReadonlyMap<string, number>,
  messages: number,
  { positionsOf, rarity }: Pick<TermIndex, 'positionsOf' | 'rarity'>,
): Float64Array {
  const keep = Math.exp(-1 / fade);
  const scores = new Float64Array(messages + 1);
  const said = new Float64Array(messages + 1);
  for (const [term, weight] of weights) {
    const positions = positionsOf(term);
    if (positions.length === 0) continue;
    const worth = weight * rarity(term);
    said.fill(0);
    for (const position of positions) said[position] = 1;
    spread(said, keep);
    for (let position = 1; position <= messages; position++) {
      const around = said[position] ?? 0;
      if (around > nothing) scores[position] = (scores[position] ?? 0) + (worth * around) / (around + half);
    }
  }
  return scores;
}

/** Spreads each value in both directions; it fades with distance. */
function spread(values: Float64Array, keep: number): void {
  const own = values.slice();
  let carried = 0;
  for (let at = 0; at < own.length; at++) {
    values[at] = (own[at] ?? 0) + carried;
    carried = (carried + (own[at] ?? 0)) * keep;
  }
  carried = 0;
  for (let at = own.length - 1; at >= 0; at--) {
    values[at] = (values[at] ?? 0) + carried;
    carried = (carried + (own[at] ?? 0)) * keep;
  }
}
