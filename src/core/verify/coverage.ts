import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { CheckContext } from './check.ts';

/** What a word that nobody in the conversation says counts, beside the most telling that somebody says: writers have words of their own. */
const unheard = 0.6;
/** What stands beside a cited message counts this much. */
const beside = 0.5;

/** The telling terms of a claim's own words: no names of people, no words that only tell that somebody spoke. */
export function toTellingTerms(text: string, { terms, background }: CheckContext): readonly string[] {
  return [...new Set(terms.read(text))].filter(term => !background.has(term));
}

/** How much of the terms cited messages hold, and how much the one message does that holds most of them, 0..1. */
export type Coverage = { readonly cited: number; readonly best: number };

/** Both shares at once; the second is worked out when asked for, as it looks at every message that shares a term. */
export function measureCoverage(
  telling: readonly string[],
  positions: readonly number[],
  context: CheckContext,
): Coverage {
  return {
    cited: measureHeld(telling, positions, context),
    get best() {
      return measureBest(telling, context);
    },
  };
}

/** How much of the terms some messages hold, 0..1, each term weighed by how rare it is in this conversation. */
export function measureHeld(
  telling: readonly string[],
  positions: readonly number[],
  context: CheckContext,
): number {
  const { terms } = context;
  const near = new Set(positions.flatMap(position => toNeighbours(position, context)));
  let total = 0;
  let held = 0;
  for (const term of telling) {
    const weight = toWeight(term, context);
    total += weight;
    if (positions.some(position => terms.termsAt(position).has(term))) held += weight;
    else if ([...near].some(position => terms.termsAt(position).has(term))) held += beside * weight;
  }
  return total === 0 ? 0 : held / total;
}

/** How much of the terms the one message holds that holds most of them, 0..1. */
function measureBest(telling: readonly string[], context: CheckContext): number {
  let total = 0;
  const sums = new Map<number, number>();
  for (const term of telling) {
    const weight = toWeight(term, context);
    total += weight;
    for (const position of context.terms.positionsOf(term)) {
      sums.set(position, (sums.get(position) ?? 0) + weight);
    }
  }
  let best = 0;
  for (const sum of sums.values()) best = Math.max(best, sum);
  return total === 0 ? 0 : best / total;
}

function toWeight(term: string, { terms }: CheckContext): number {
  return terms.count(term) > 0 ? terms.weigh(term) : unheard;
}

/** What a message answers, and what stands right around it in the same place. */
export function toNeighbours(
  position: number,
  { evidence, replies }: CheckContext,
  reach = 2,
): readonly number[] {
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
