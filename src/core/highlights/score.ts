import type { Evidence } from '../conversation/evidence.ts';
import { scoreSurroundings, toTermIndex } from '../select/term-index.ts';
import type { FeatureName } from './features.ts';
import type { weights } from './weights.ts';

export type Weights = typeof weights;

export function weigh(features: Readonly<Partial<Record<FeatureName, number>>>, weights: Weights): number {
  let sum = 0;
  for (const name of Object.keys(features) as FeatureName[]) sum += weights[name] * (features[name] ?? 0);
  return sum;
}

/** The probability, 0..1, that a sentence with this weighted sum is worth knowing to a member who was away. */
export function toProbability(sum: number, { bias }: Weights): number {
  return 1 / (1 + Math.exp(-bias - sum));
}

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
