import type { Evidence } from '../conversation/evidence.ts';
import { eachInSlices, finish, type Sliced } from '../slices.ts';
import { createTermReader, type TermReader } from './stems.ts';

/** A message found by a search, and its score. */
export type Hit = { readonly position: number; readonly score: number };

/**
 * The terms of a conversation. The terms of a message are computed on first use, those of all messages on the first
 * search.
 */
export type TermIndex = {
  /** Indexes all messages, with pauses; otherwise the first question about the whole of them does it in one piece. */
  readonly prepare: () => Sliced<void>;
  readonly read: TermReader;
  readonly termsAt: (position: number) => ReadonlySet<string>;
  /** The terms of one message in order, with repetitions. */
  readonly sequenceAt: (position: number) => readonly string[];
  /** How rare a term is here, 0..1; a term in no message counts like a term in one. */
  readonly weigh: (term: string) => number;
  /** A term's inverse document frequency in BM25. */
  readonly rarity: (term: string) => number;
  /** The number of messages with a term. */
  readonly count: (term: string) => number;
  /** The positions of the messages with a term, ascending. */
  readonly positionsOf: (term: string) => readonly number[];
  /** The BM25 scores of all messages that share a term with the query, in no order. */
  readonly score: (terms: readonly string[]) => ReadonlyMap<number, number>;
};

// BM25 as in Robertson and Zaragoza 2009, with a smaller penalty for long messages and more weight for rare words than
// usual: in meetings, the source is often a long turn (docs/figures.md).
const k1 = 1.2;
const b = 0.3;
const rarityPower = 1.2;

type Postings = {
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
  readonly counts: ReadonlyMap<string, readonly number[]>;
  readonly lengths: Float64Array;
  readonly mean: number;
};

/** Checks read the same texts several times, so this many results are cached. */
const mostKept = 1_000;
const longestKept = 400;

function keepLast(read: TermReader): TermReader {
  const cache = new Map<string, readonly string[]>();
  return text => {
    if (text.length > longestKept) return read(text);
    const known = cache.get(text);
    if (known) return known;
    if (cache.size >= mostKept) cache.clear();
    const terms = read(text);
    cache.set(text, terms);
    return terms;
  };
}

/** Indexes lazily: one pass over all messages on the first question about all of them. */
function createTermIndex(evidence: Evidence, read: TermReader): TermIndex {
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
  let made: Postings | undefined;
  const postings = (): Postings => {
    made ??= finish(findPostings(evidence, sequenceAt));
    return made;
  };
  const n = evidence.messages.length;
  const most = Math.log(1 + n);
  const positionsOf = (term: string) => postings().byTerm.get(term) ?? [];
  const count = (term: string) => positionsOf(term).length;
  const idf = (df: number) => Math.log(1 + (n - df + 0.5) / (df + 0.5));
  return {
    prepare: function* () {
      made ??= yield* findPostings(evidence, sequenceAt);
    },
    read: keepLast(read),
    termsAt,
    sequenceAt,
    count,
    rarity: term => idf(count(term)),
    positionsOf,
    weigh: term => Math.log(1 + n / Math.max(1, count(term))) / (most || 1),
    score: terms => {
      const { byTerm, counts, lengths, mean } = postings();
      const scores = new Map<number, number>();
      for (const term of new Set(terms)) {
        const list = byTerm.get(term);
        if (!list) continue;
        const weight = idf(list.length) ** rarityPower;
        for (const [at, position] of list.entries()) {
          const length = lengths[position] ?? 0;
          const times = counts.get(term)?.[at] ?? 1;
          const gain = (weight * times * (k1 + 1)) / (times + k1 * (1 - b + (b * length) / mean));
          scores.set(position, (scores.get(position) ?? 0) + gain);
        }
      }
      return scores;
    },
  };
}

const kept = new WeakMap<Evidence, Map<string, TermIndex>>();

/** The index of an evidence in its languages; built once and shared by later verifications. */
export function toTermIndex(evidence: Evidence, languages: readonly string[]): TermIndex {
  const key = languages.join(' ');
  const known = kept.get(evidence)?.get(key);
  if (known) return known;
  const made = createTermIndex(evidence, createTermReader(languages));
  const own = kept.get(evidence) ?? new Map<string, TermIndex>();
  own.set(key, made);
  kept.set(evidence, own);
  return made;
}

/** The index of an evidence, ready for questions about the whole of it; made with pauses. */
export function* indexTerms(evidence: Evidence, languages: readonly string[]): Sliced<TermIndex> {
  const index = toTermIndex(evidence, languages);
  yield* index.prepare();
  return index;
}

function* findPostings(
  evidence: Evidence,
  sequenceAt: (position: number) => readonly string[],
): Sliced<Postings> {
  const byTerm = new Map<string, number[]>();
  const counts = new Map<string, number[]>();
  const lengths = new Float64Array(evidence.messages.length + 1);
  let sum = 0;
  yield* eachInSlices(evidence.messages, ({ position }) => {
    const terms = sequenceAt(position);
    lengths[position] = terms.length;
    sum += terms.length;
    for (const term of terms) {
      const list = byTerm.get(term);
      const times = counts.get(term);
      if (!list || !times) {
        byTerm.set(term, [position]);
        counts.set(term, [1]);
      } else if (list.at(-1) === position) times[times.length - 1] = (times.at(-1) ?? 0) + 1;
      else {
        list.push(position);
        times.push(1);
      }
    }
  });
  return { byTerm, counts, lengths, mean: sum / Math.max(1, evidence.messages.length) || 1 };
}
