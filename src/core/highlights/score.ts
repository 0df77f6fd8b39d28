import type { FeatureName } from './features.ts';
import type { weights } from './weights.ts';

export type Weights = typeof weights;

/** The weighted sum of some of the features. */
export function weigh(features: Readonly<Partial<Record<FeatureName, number>>>, weights: Weights): number {
  let sum = 0;
  for (const name of Object.keys(features) as FeatureName[]) sum += weights[name] * (features[name] ?? 0);
  return sum;
}

/** The probability, 0..1, that a sentence with this weighted sum is worth knowing to a member who was away. */
export function toProbability(sum: number, { bias }: Weights): number {
  return 1 / (1 + Math.exp(-bias - sum));
}
