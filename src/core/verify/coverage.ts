import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { CheckContext } from './check.ts';

/** What a word that nobody in the conversation says counts, beside the most telling that somebody says: writers have words of their own. */
const unheard = 0.6;
/** What stands beside a cited message counts this much. */
const beside = 0.5;
const reach = 2;

/** How much of what a text is about its cited messages hold, 0..1, and how much the best single message would. */
export type Coverage = {
  readonly cited: number;
  readonly best: number;
  readonly terms: readonly string[];
  /** Terms that nobody in the conversation says. */
  readonly unheard: readonly string[];
};

/** The telling terms of a claim's own words: no names of people, no words that only tell that somebody spoke. */
export function toTellingTerms(text: string, { terms, background }: CheckContext): readonly string[] {
  return [...new Set(terms.read(text))].filter(term => !background.has(term));
}

/** Weighs the terms by how rare they are in this conversation and looks which of them the messages hold. */
export function measureCoverage(
  telling: readonly string[],
  positions: readonly number[],
  context: CheckContext,
): Coverage {
  const { terms } = context;
  const weigh = (term: string) => (terms.count(term) > 0 ? terms.weigh(term) : unheard);
  const near = new Set(positions.flatMap(position => toNeighbours(position, context)));
  let total = 0;
  let held = 0;
  const sums = new Map<number, number>();
  for (const term of telling) {
    const weight = weigh(term);
    total += weight;
    if (positions.some(position => terms.termsAt(position).has(term))) held += weight;
    else if ([...near].some(position => terms.termsAt(position).has(term))) held += beside * weight;
    for (const position of terms.positionsOf(term)) {
      sums.set(position, (sums.get(position) ?? 0) + weight);
    }
  }
  let best = 0;
  for (const sum of sums.values()) best = Math.max(best, sum);
  return {
    cited: total === 0 ? 0 : held / total,
    best: total === 0 ? 0 : best / total,
    terms: telling,
    unheard: telling.filter(term => terms.count(term) === 0),
  };
}

/** What a message answers, and what stands right around it in the same place. */
export function toNeighbours(position: number, { evidence, replies }: CheckContext): readonly number[] {
  const message = messageAt(evidence, position);
  if (!message) return [];
  const found = new Set<number>();
  const parent = replies.get(position);
  if (parent !== undefined) found.add(parent);
  for (let step = 1; step <= reach; step++) {
    for (const other of [messageAt(evidence, position - step), messageAt(evidence, position + step)]) {
      if (other && isSamePlace(message, other)) found.add(other.position);
    }
  }
  return [...found];
}

function isSamePlace(a: EvidenceMessage, b: EvidenceMessage): boolean {
  return (a.thread?.id ?? a.channel?.id) === (b.thread?.id ?? b.channel?.id);
}
