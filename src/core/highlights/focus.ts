import type { Evidence } from '../conversation/evidence.ts';
import { scoreSurroundings } from '../select/surroundings.ts';
import { toTermIndex } from '../select/term-index.ts';

/** The weight of the surrounding messages; a message's own words weigh 1. */
const aroundShare = 3;

/** How much of what the reader cares about is spoken of at each position; 1 where most of it is. */
export function findFocus(
  words: string,
  evidence: Evidence,
  languages: readonly string[],
): (position: number) => number {
  const index = toTermIndex(evidence, languages);
  const terms = new Set(index.read(words));
  if (terms.size === 0) return () => 0;
  const own = index.score([...terms]);
  const weights = new Map([...terms].map(term => [term, 1]));
  const around = scoreSurroundings(weights, evidence.messages.length, index);
  const score = (position: number) => (own.get(position) ?? 0) + aroundShare * (around[position] ?? 0);
  const most = evidence.messages.reduce((max, { position }) => Math.max(max, score(position)), 0) || 1;
  return position => score(position) / most;
}
