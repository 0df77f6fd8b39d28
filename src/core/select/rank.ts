import type { Evidence } from '../conversation/evidence.ts';
import { tokenize } from '../conversation/tokens.ts';
import { scoreSurroundings, type TermIndex, toTermIndex } from './term-index.ts';

/** How much the talk around a message says of a question, beside what the message itself says. */
const shareOfTalk = 1;
/** What people said counts more where the question names them. */
const namedBonus = 0.6;

/** Positions by what a message and the talk around it say of a question, the best first. */
export function rankMessages(
  evidence: Evidence,
  languages: readonly string[],
  question: string,
): readonly number[] {
  const index = toTermIndex(evidence, languages);
  const terms = toAskedTerms(question, index);
  const own = index.score(terms);
  const weights = new Map(terms.map(term => [term, 1]));
  const around = scoreSurroundings(weights, evidence.messages.length, index);
  const [mostOwn, mostAround] = [findMost(own.values()), findMost(around)];
  const isNamed = createNameFinder(question);
  const scores = new Map<number, number>();
  for (const { position, author } of evidence.messages) {
    const talk = (shareOfTalk * (around[position] ?? 0)) / mostAround;
    const score = (own.get(position) ?? 0) / mostOwn + talk;
    if (score > 0) scores.set(position, score + (isNamed(author.name) ? namedBonus : 0));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([position]) => position);
}

/** Words that ask, in the languages of the interface; lists of stop words miss some of them. */
const asking = new Set(
  'who whom whose what which when where why how wer wen wem was welche welcher welches wann wo warum wie qui que quoi quel quelle quand où pourquoi comment quién qué cuál cuándo dónde cómo'.split(
    ' ',
  ),
);

/** The terms of a question that say what it is about; all of them if none does. */
export function toAskedTerms(question: string, { read }: Pick<TermIndex, 'read'>): readonly string[] {
  const terms = read(question);
  const about = read(
    tokenize(question)
      .filter(word => !asking.has(word))
      .join(' '),
  );
  return about.length === 0 ? terms : about;
}

/** Whether a question names a person: all words of the name are in it. */
function createNameFinder(question: string): (name: string) => boolean {
  const words = new Set(tokenize(question));
  const known = new Map<string, boolean>();
  return name => {
    const parts = [...tokenize(name)];
    const isNamed = known.get(name) ?? (parts.length > 0 && parts.every(part => words.has(part)));
    known.set(name, isNamed);
    return isNamed;
  };
}

function findMost(values: Iterable<number>): number {
  let most = Number.MIN_VALUE;
  for (const value of values) most = Math.max(most, value);
  return most;
}
