import type { Evidence } from '../conversation/evidence.ts';
import { createTermReader, type TermReader } from './stems.ts';

/** What a search found: a message, and how well it fits. */
export type Hit = { readonly position: number; readonly score: number };

/** The terms of a conversation: of each message when first asked for, of all of them when first searched. */
export type TermIndex = {
  readonly read: TermReader;
  readonly termsAt: (position: number) => ReadonlySet<string>;
  /** How telling a term is here, 0..1: what nobody says counts like what one message says. */
  readonly weigh: (term: string) => number;
  /** In how many messages a term occurs. */
  readonly count: (term: string) => number;
  /** The positions of the messages in which a term occurs, ascending. */
  readonly positionsOf: (term: string) => readonly number[];
  /** BM25 of every message that shares a term with the query, in no order. */
  readonly score: (terms: readonly string[]) => ReadonlyMap<number, number>;
};

// Robertson and Zaragoza 2009: the usual values of BM25.
const k1 = 1.2;
const b = 0.75;

type Postings = {
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
  readonly lengths: Float64Array;
  readonly mean: number;
};

/** Indexes lazily: one pass over all messages at the first question about the whole of them, none before. */
export function createTermIndex(evidence: Evidence, read: TermReader): TermIndex {
  const sets: (ReadonlySet<string> | undefined)[] = new Array(evidence.messages.length);
  const termsAt = (position: number): ReadonlySet<string> => {
    const message = evidence.messages[position - 1];
    if (!message) return new Set();
    const known = sets[position - 1] ?? new Set(read(message.text));
    sets[position - 1] = known;
    return known;
  };
  let made: Postings | undefined;
  const postings = (): Postings => {
    made ??= toPostings(evidence, termsAt);
    return made;
  };
  const n = evidence.messages.length;
  const most = Math.log(1 + n);
  const positionsOf = (term: string) => postings().byTerm.get(term) ?? [];
  const count = (term: string) => positionsOf(term).length;
  const idf = (df: number) => Math.log(1 + (n - df + 0.5) / (df + 0.5));
  return {
    read,
    termsAt,
    count,
    positionsOf,
    weigh: term => Math.log(1 + n / Math.max(1, count(term))) / (most || 1),
    score: terms => {
      const { byTerm, lengths, mean } = postings();
      const scores = new Map<number, number>();
      for (const term of new Set(terms)) {
        const list = byTerm.get(term);
        if (!list) continue;
        const weight = idf(list.length);
        for (const position of list) {
          const length = lengths[position] ?? 0;
          const gain = (weight * (k1 + 1)) / (1 + k1 * (1 - b + (b * length) / mean));
          scores.set(position, (scores.get(position) ?? 0) + gain);
        }
      }
      return scores;
    },
  };
}

const kept = new WeakMap<Evidence, Map<string, TermIndex>>();

/** The index of an evidence in its languages; made once, so that whoever verifies it again finds it ready. */
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

function toPostings(evidence: Evidence, termsAt: (position: number) => ReadonlySet<string>): Postings {
  const byTerm = new Map<string, number[]>();
  const lengths = new Float64Array(evidence.messages.length + 1);
  let sum = 0;
  for (const { position } of evidence.messages) {
    const terms = termsAt(position);
    lengths[position] = terms.size;
    sum += terms.size;
    for (const term of terms) {
      const list = byTerm.get(term);
      if (list) list.push(position);
      else byTerm.set(term, [position]);
    }
  }
  return { byTerm, lengths, mean: sum / Math.max(1, evidence.messages.length) || 1 };
}
