import { tokenize } from '../conversation/tokens.ts';
import type { TermReader } from '../select/stems.ts';
import type { Terms } from './terms.ts';
import type { Turn } from './turns.ts';

/** Properties of a turn that can be measured without understanding it. */
const turnFeatureNames = [
  'replies',
  'reactions',
  'opens',
  'pause',
  'length',
  'rank',
  'link',
  'digits',
  'question',
  'uptake',
  'time',
  'reply',
  'answer',
] as const;
export type TurnFeatures = Readonly<Record<(typeof turnFeatureNames)[number], number>>;

/** Properties of one of its sentences. */
const sentenceFeatureNames = ['content', 'numbers', 'names', 'address', 'exclamation', 'brief'] as const;
type SentenceFeatures = Readonly<Record<(typeof sentenceFeatureNames)[number], number>>;

export const featureNames = [...turnFeatureNames, ...sentenceFeatureNames] as const;
export type FeatureName = (typeof featureNames)[number];

/** The features of every turn, each about 0 to 2. */
export function findFeatures(turns: readonly Turn[], terms: Terms): readonly TurnFeatures[] {
  const lengths = Float64Array.from(turns, terms.length).sort();
  const firstOf = new Map<number, number>();
  for (const { strand, index } of turns) if (!firstOf.has(strand)) firstOf.set(strand, index);
  return turns.map(turn => {
    const before = turns[turn.index - 1];
    const length = terms.length(turn);
    return {
      /** The number of people who answered. */
      replies: Math.log1p(new Set(turn.answers.map(index => turns[index]?.author)).size),
      reactions: Math.log1p(countReactions(turn)),
      /** Whether it starts a strand. */
      opens: firstOf.get(turn.strand) === turn.index ? 1 : 0,
      /** The pause before it. */
      pause: before?.place === turn.place ? Math.log1p(toPauseSeconds(before, turn)) / 10 : 0,
      length: Math.log1p(length) / 2,
      /** The share of turns that are shorter. */
      rank: countBelow(lengths, length) / turns.length,
      link: /https?:\/\//.test(turn.text) ? 1 : 0,
      digits: /\d/.test(turn.text) ? 1 : 0,
      question: turn.isQuestion ? 1 : 0,
      /** Its new words that others use later. */
      uptake: Math.log1p(terms.uptake(turn)) / 2,
      /** Its place in the conversation, 0..1. */
      time: turn.index / turns.length,
      reply: turn.parent === null ? 0 : 1,
      /** Whether it answers somebody's question. */
      answer: isAnswer(turn, turns) ? 1 : 0,
    };
  });
}

function isAnswer(turn: Turn, turns: readonly Turn[]): boolean {
  const before = turns[turn.parent ?? turn.index - 1];
  return before?.isQuestion === true && before.author !== turn.author && !turn.isQuestion;
}

const addresses = /https?:\/\/\S+/g;
/** A capital inside a sentence, a code, or an abbreviation. */
const capitals = /(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}\p{N}]+|\b\p{Lu}+\p{N}\S*|\b\p{Lu}{2,}\b/gu;
/** A sentence with fewer words says little by itself. */
const fewestWords = 5;

/** The features of a sentence; `read` finds its content terms. */
export function toSentenceFeatures(sentence: string, read: TermReader): SentenceFeatures {
  const words = sentence.replace(addresses, ' ');
  return {
    content: Math.log1p(new Set(read(words)).size),
    numbers: Math.min(3, words.match(/\d+/g)?.length ?? 0) / 2,
    names: Math.log1p(sentence.match(capitals)?.length ?? 0) / 2,
    address: words === sentence ? 0 : 1,
    exclamation: sentence.includes('!') ? 1 : 0,
    brief: tokenize(words).length < fewestWords ? 1 : 0,
  };
}

function countReactions({ messages }: Turn): number {
  return messages.flatMap(({ reactions }) => reactions).reduce((sum, { count }) => sum + count, 0);
}

function toPauseSeconds(before: Turn, turn: Turn): number {
  const from = Date.parse(before.messages.at(-1)?.time ?? '');
  const to = Date.parse(turn.messages[0]?.time ?? '');
  return Math.max(0, (to - from) / 1000) || 0;
}

/** How many of some ascending numbers are below one. */
function countBelow(ascending: ArrayLike<number>, value: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
