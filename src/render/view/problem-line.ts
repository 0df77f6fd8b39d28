import { formatProblem, type Problem } from '../../core/claims/problem.ts';
import { replaceNumberBrackets } from '../../core/conversation/bracketed-numbers.ts';
import type { Words } from '../words/words.ts';
import { toShownLine } from './shown.ts';

/** What verification says, on one line in the reader's language; nothing in a name or a quote looks like a marker. */
export function toProblemLine(problem: Problem, words: Words): string {
  return replaceNumberBrackets(toShownLine(formatProblem(problem, words.problems)), '(', ')');
}
