import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { toQuotable } from '../../../src/core/highlights/cut.ts';
import {
  featureNames,
  toMessageFeatures,
  toSentenceFeatures,
} from '../../../src/core/highlights/features.ts';
import type { Weights } from '../../../src/core/highlights/highlights.ts';
import { createTermReader } from '../../../src/core/select/languages.ts';

/** A conversation, and what each of its sentences is worth to a member who was away. */
export type Lesson = {
  readonly evidence: Evidence;
  readonly languages: readonly string[];
  /** 0..1 */
  readonly toWorth: (position: number, sentence: string) => number;
};

/** A sentence: 1 and its features, and its worth. */
type Example = { readonly values: Float64Array; readonly worth: number };

/** Set by hand: the conversations have no reactions, and too few promises and decisions to learn from. */
const given = { reactions: 0.5, commitment: 0.5, decision: 1 };
/** L2 on the mean loss; the bias is free. */
const penalty = 0.002;
const rounds = 8;

const examples = new WeakMap<Lesson, readonly Example[]>();

function toExamples(lesson: Lesson): readonly Example[] {
  const known = examples.get(lesson);
  if (known) return known;
  const { evidence, languages, toWorth } = lesson;
  const read = createTermReader(languages);
  const found = evidence.messages.flatMap(message => {
    const own = toMessageFeatures(message, evidence);
    return toQuotable(message.text).map(({ start, end }): Example => {
      const sentence = message.text.slice(start, end);
      const features = { ...own, ...toSentenceFeatures(sentence, read) };
      const values = Float64Array.of(1, ...featureNames.map(name => features[name]));
      return { values, worth: toWorth(message.position, sentence) };
    });
  });
  examples.set(lesson, found);
  return found;
}

/** Logistic regression by Newton's method: the same examples give the same weights. */
export function learnWeights(lessons: readonly Lesson[]): Weights {
  const all = lessons.flatMap(toExamples);
  const size = featureNames.length + 1;
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < rounds; round++) {
    const rows = weights.map((weight, i) => {
      const row = new Float64Array(size + 1);
      row[size] = i === 0 ? 0 : penalty * weight;
      row[i] = i === 0 ? 1e-9 : penalty;
      return row;
    });
    for (const { values, worth } of all) {
      let total = 0;
      for (let i = 0; i < size; i++) total += (values[i] ?? 0) * (weights[i] ?? 0);
      const chance = 1 / (1 + Math.exp(-total));
      const error = (chance - worth) / all.length;
      const curve = (chance * (1 - chance)) / all.length;
      for (let i = 0; i < size; i++) {
        const own = values[i] ?? 0;
        const row = rows[i];
        if (own === 0 || row === undefined) continue;
        row[size] = (row[size] ?? 0) + error * own;
        for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + curve * own * (values[j] ?? 0);
      }
    }
    for (const [i, step] of solve(rows).entries()) weights[i] = (weights[i] ?? 0) - step;
  }
  const round = (value = 0) => Math.round(value * 1000) / 1000;
  const [bias, ...rest] = weights;
  const named = featureNames.map((name, i) => [name, round(rest[i])]);
  return { bias: round(bias), ...Object.fromEntries(named), ...given } as Weights;
}

/** Solves a positive definite system, given as rows with the right side last. */
function solve(rows: readonly Float64Array[]): readonly number[] {
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue;
      const share = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let at = i; at < row.length; at++) row[at] = (row[at] ?? 0) - share * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
