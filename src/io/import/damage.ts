import type { ReadNotice } from '../../app/ports.ts';
import { toCountWords } from '../../core/count-words.ts';
import { findSyntaxProblem } from './json/syntax-problem.ts';

/** A text that is not the JSON it should be. */
export type Damage = {
  readonly text: string;
  /** Records that were begun and never came to their end. */
  readonly broken: number;
  /** A sentence: how to get a whole file. */
  readonly remedy: string;
};

/** Tells where a file stops being JSON, what was saved of it all the same, and what to do. */
export function toDamageNotices(
  damage: Damage | null,
  fileName: string,
  saved: number,
  lost: number,
): readonly ReadNotice[] {
  if (!damage) return [];
  const problem = findSyntaxProblem(damage.text);
  const place = problem
    ? ` at line ${problem.line}, column ${problem.column}, where ${problem.expected} is expected`
    : '';
  const kind = problem?.atEnd ? 'is cut off' : 'is damaged';
  const read = saved === 0 ? 'nothing' : toCountWords(saved, 'message', 'messages');
  const left = saved > 0 && lost > 0 ? `, ${toCountWords(lost, 'is', 'are')} lost` : '';
  const saying = `${read} could be recovered${left}`;
  return [`${fileName} ${kind}${place}: ${saying}. ${damage.remedy}`];
}
