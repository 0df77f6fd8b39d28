import type { TermIndex } from './term-index.ts';

/** What is said so many messages further on or back counts a third of what is said here, and so on with each so many. */
const fade = 16;
/** Of a term said again and again each mention counts less: said so often around, it counts half of what it can. */
const half = 2;
/** Less than this is too far away to count. */
const nothing = 0.01;

/**
 * How much of some terms is said around each message, by position: the matter that is spoken of there. A term counts by
 * its weight and rarity, and once many say it, hardly more; so where all of the terms are said beats where one is repeated.
 */
export function scoreSurroundings(
  weights: ReadonlyMap<string, number>,
  messages: number,
  { positionsOf, rarity }: Pick<TermIndex, 'positionsOf' | 'rarity'>,
): Float64Array {
  const keep = Math.exp(-1 / fade);
  const scores = new Float64Array(messages + 1);
  const said = new Float64Array(messages + 1);
  for (const [term, weight] of weights) {
    const positions = positionsOf(term);
    if (positions.length === 0) continue;
    const worth = weight * rarity(term);
    said.fill(0);
    for (const position of positions) said[position] = 1;
    spread(said, keep);
    for (let position = 1; position <= messages; position++) {
      const around = said[position] ?? 0;
      if (around > nothing) scores[position] = (scores[position] ?? 0) + (worth * around) / (around + half);
    }
  }
  return scores;
}

/** Has each value reach out both ways, less with each step. */
function spread(values: Float64Array, keep: number): void {
  const own = values.slice();
  let carried = 0;
  for (let at = 0; at < own.length; at++) {
    values[at] = (own[at] ?? 0) + carried;
    carried = (carried + (own[at] ?? 0)) * keep;
  }
  carried = 0;
  for (let at = own.length - 1; at >= 0; at--) {
    values[at] = (values[at] ?? 0) + carried;
    carried = (carried + (own[at] ?? 0)) * keep;
  }
}
