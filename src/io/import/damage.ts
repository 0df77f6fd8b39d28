import type { ReadNotice } from '../../app/ports.ts';
import { toCountWords } from '../../core/count-words.ts';
import { findSyntaxProblem } from './json/syntax-problem.ts';

/** A text that is not valid JSON. */
export type Damage = {
  readonly text: string;
  /** The number of records that start but do not end. */
  readonly broken: number;
  /** A sentence that says how to get a complete file. */
  readonly remedy: string;
};

/** Says where a file stops being JSON, how much of it was read, and what to do. */
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
