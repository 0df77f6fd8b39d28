import type { TermIndex } from './term-index.ts';

/** At this distance, in messages, a term counts about a third; at twice the distance, about a seventh. */
const fade = 16;
/** Repetitions count less and less: a term with this much weight around a message reaches half of its maximum. */
const half = 2;
/** A lower value is too far away to count. */
const nothing = 0.01;

/**
 * How much the messages around each position say of some terms. A term counts by its weight and rarity; repetitions add
 * little, so a place with all of the terms beats one that repeats a single term.
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

/** Spreads each value in both directions; it fades with distance. */
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
