import type { Evidence, EvidenceMessage } from '../conversation/evidence.ts';
import { toStrands } from '../conversation/strands.ts';
import { hasQuestionMark } from '../conversation/text.ts';
import { findAnswered, findAnswers } from './answers.ts';
import type { QuotedSpan } from './quote-claim.ts';

/** The words of a message to quote, and what they are worth. */
export type Passage = QuotedSpan & {
  readonly worth: number;
  /** As many as a reader reads. */
  readonly words: number;
  readonly isPlan: boolean;
};

/** Passages to quote together, in order: the main one, the question it answers or the answer to it. */
type Exchange = readonly Passage[];

/** After these, only what is worth this much is quoted. Promises and decisions are worth no less. */
const fewest = 5;
const leastWorth = 0.2;
/** Each further exchange of the same strand is multiplied by this. */
const repeatShare = 0.9;
/** Between 0, where length costs nothing, and 1, where the shortest quotes win. */
const lengthPower = 0.7;

type ExchangeOptions = {
  readonly leads: readonly Passage[];
  /** The words to quote beside a main passage; null if a message cannot be quoted or should not be. */
  readonly toCompanion: (message: EvidenceMessage) => Passage | null;
  readonly words: number;
  readonly count: number;
};

/**
 * Chooses exchanges while they fit, those first that are worth most for their length, from several strands. No message is used twice.
 * Those of one strand come together; the most important first.
 */
export function chooseExchanges(
  evidence: Evidence,
  { leads, toCompanion, words, count }: ExchangeOptions,
): readonly Exchange[] {
  const { of } = toStrands(evidence);
  const candidates = leads.map(lead => ({ lead, ...findCompanions(lead, evidence, toCompanion) }));
  const used = new Set<number>();
  const byStrand = new Map<number, Exchange[]>();
  let left = words;
  for (let chosen = 0; chosen < count; chosen += 1) {
    let best: { passages: Exchange; strand: number; value: number; length: number } | null = null;
    for (const { lead, before, after } of candidates) {
      if (used.has(lead.message.position)) continue;
      const isFree = ({ message }: Passage) => !used.has(message.position);
      const passages = [...before.filter(isFree), lead, ...after.filter(isFree).slice(0, 1)];
      const length = passages.reduce((sum, each) => sum + each.words, 0);
      if (length > left) continue;
      const isPlan = passages.some(each => each.isPlan);
      const sum = passages.reduce((total, { worth }) => total + worth, 0);
      if (chosen >= fewest && !isPlan && sum < leastWorth) continue;
      const worth = isPlan ? Math.max(sum, leastWorth) : sum;
      const strand = of(lead.message.position);
      const taken = byStrand.get(strand)?.length ?? 0;
      const value = (worth * repeatShare ** taken) / length ** lengthPower;
      if (best === null || value > best.value) best = { passages, strand, value, length };
    }
    if (best === null) break;
    left -= best.length;
    for (const { message } of best.passages) used.add(message.position);
    byStrand.set(best.strand, [...(byStrand.get(best.strand) ?? []), best.passages]);
  }
  const toStart = ([first]: Exchange) => first?.message.position ?? 0;
  return [...byStrand.values()].flatMap(own => own.toSorted((a, b) => toStart(a) - toStart(b)));
}

/** The passage that a main one answers, and those that answer it if it asks something, the best first. */
function findCompanions(
  { message, span }: Passage,
  evidence: Evidence,
  toCompanion: ExchangeOptions['toCompanion'],
) {
  const answered = findAnswered(message, evidence);
  const asks = hasQuestionMark(message.text.slice(span.start, span.end));
  const answers = asks ? findAnswers(message, evidence) : [];
  return {
    before: [answered && toCompanion(answered)].flatMap(passage => passage ?? []),
    after: answers.flatMap(each => toCompanion(each) ?? []).toSorted((a, b) => b.worth - a.worth),
  };
}
