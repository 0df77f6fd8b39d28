import { type Features, featureNames } from './features.ts';
import type { weights } from './weights.ts';

export type Weights = typeof weights;

/** The probability, 0..1, that a turn is worth knowing to a member who was away. */
export function score(features: Features, weights: Weights): number {
  const sum = featureNames.reduce((total, name) => total + weights[name] * features[name], weights.bias);
  return 1 / (1 + Math.exp(-sum));
}
