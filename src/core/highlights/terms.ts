import type { EvidenceTokens } from '../conversation/tokens.ts';
import type { Turn } from './turns.ts';

/** Word counts of a conversation by turn. */
export type Terms = {
  /** The number of words of a turn. */
  readonly length: (turn: Turn) => number;
  /** The logarithm of a word's inverse document frequency. */
  readonly rarity: (word: string) => number;
};

export function countTerms(turns: readonly Turn[], tokens: EvidenceTokens): Terms {
  const counts = new Map<string, number>();
  const lengths = turns.map(({ messages }) => {
    const said = messages.flatMap(({ position }) => tokens.at(position));
    for (const word of new Set(said)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return said.length;
  });
  return {
    length: ({ index }) => lengths[index] ?? 0,
    rarity: word => Math.log(1 + turns.length / (counts.get(word) ?? 1)),
  };
}
