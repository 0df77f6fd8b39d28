import { formatProblem, type Problem } from '../../core/claims/problem.ts';
import { replaceNumberBrackets } from '../../core/conversation/bracketed-numbers.ts';
import type { Words } from '../words/words.ts';
import { toShownLine } from './shown.ts';

/** A problem on one line in the reader's language; names and quotes in it cannot look like markers. */
export function toProblemLine(problem: Problem, words: Words): string {
  return replaceNumberBrackets(toShownLine(formatProblem(problem, words.problems)), '(', ')');
}
