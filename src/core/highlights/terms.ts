import type { EvidenceTokens } from '../conversation/tokens.ts';
import type { Turn } from './turns.ts';

/** Word counts of a conversation by turn. */
export type Terms = {
  /** The number of words of a turn. */
  readonly length: (turn: Turn) => number;
  /** The logarithm of a word's inverse document frequency. */
  readonly rarity: (word: string) => number;
  /** The total rarity of the words that a turn is the first to use and that another person uses later. */
  readonly uptake: (turn: Turn) => number;
};

type Word = { readonly first: number; turns: number; last: number; isShared: boolean };

/** Shorter words, such as "the", do not count as new. */
const shortestNews = 4;

export function countTerms(turns: readonly Turn[], tokens: EvidenceTokens): Terms {
  const words = new Map<string, Word>();
  const news = turns.map((): Word[] => []);
  const lengths = turns.map(({ messages, author, index }) => {
    let length = 0;
    for (const { position } of messages) {
      const said = tokens.at(position);
      length += said.length;
      for (const each of said) {
        const known = words.get(each);
        if (known === undefined) {
          const word = { first: index, turns: 1, last: index, isShared: false };
          words.set(each, word);
          if (each.length >= shortestNews) news[index]?.push(word);
        } else if (known.last !== index) {
          known.turns += 1;
          known.last = index;
          known.isShared ||= turns[known.first]?.author !== author;
        }
      }
    }
    return length;
  });
  const toRarity = (count: number) => Math.log(1 + turns.length / count);
  return {
    length: ({ index }) => lengths[index] ?? 0,
    rarity: word => toRarity(words.get(word)?.turns ?? 1),
    uptake: ({ index }) =>
      (news[index] ?? []).reduce((sum, word) => sum + (word.isShared ? toRarity(word.turns) : 0), 0),
  };
}
