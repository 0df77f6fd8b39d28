import type { Evidence } from '../conversation/evidence.ts';
import { tokenize } from '../conversation/tokens.ts';
import { findNamedDays } from './named-days.ts';
import { scoreSurroundings, toTermIndex } from './term-index.ts';

/** What people said counts more where the question names them. */
const namedBonus = 0.6;
/** And what was said on the days that it names. */
const daysBonus = 1;

/** Positions by what a message and the talk around it say of a question, the best first, of equals the newest. */
export function rankMessages(...asked: Parameters<typeof scoreMessages>): readonly number[] {
  return [...scoreMessages(...asked)].sort(([p, a], [q, b]) => b - a || q - p).map(([position]) => position);
}

/** What the messages and the talk around them say of a question, by position; those that say nothing are missing. */
export function scoreMessages(
  evidence: Evidence,
  languages: readonly string[],
  question: string,
): ReadonlyMap<number, number> {
  const index = toTermIndex(evidence, languages);
  const days = findNamedDays(question, evidence.messages.at(-1)?.time ?? '', 'UTC');
  const terms = index.read(question);
  const asksForDays = days !== null && index.read(days.rest).length === 0;
  const own = index.score(terms);
  const weights = new Map(terms.map(term => [term, 1]));
  const around = scoreSurroundings(weights, evidence.messages.length, index);
  const [mostOwn, mostAround] = [findMost(own.values()), findMost(around)];
  const isNamed = createNameFinder(question);
  const scores = new Map<number, number>();
  for (const { position, author, time } of evidence.messages) {
    const talk = (around[position] ?? 0) / mostAround;
    const named = isNamed(author.name) ? namedBonus : 0;
    const said = (own.get(position) ?? 0) / mostOwn + talk + named;
    const atMs = days === null ? 0 : Date.parse(time);
    const onDays = days !== null && atMs >= days.fromMs && atMs <= days.toMs ? daysBonus : 0;
    // A question may ask for nothing but what was said on a day.
    if (said > 0 || (asksForDays && onDays > 0)) scores.set(position, said + onDays);
  }
  return scores;
}

/** Whether a question names a person: all words of the name are in it. */
export function createNameFinder(question: string): (name: string) => boolean {
  const words = new Set(tokenize(question));
  const known = new Map<string, boolean>();
  return name => {
    const parts = [...tokenize(name)];
    const isNamed = known.get(name) ?? (parts.length > 0 && parts.every(part => words.has(part)));
    known.set(name, isNamed);
    return isNamed;
  };
}

/** At least a little, so that it can be divided by. */
export function findMost(values: Iterable<number>): number {
  let most = Number.MIN_VALUE;
  for (const value of values) most = Math.max(most, value);
  return most;
}
