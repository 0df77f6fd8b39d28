import type { RejectionReason } from '../../core/claims/claim.ts';
import { formatProblem } from '../../core/claims/problem.ts';
import { english } from '../words/index.ts';

/** For the public JSON and for requests to an engine to rewrite claims. */
export const englishProblems = english.problems;

/** Why a claim is not shown, in English, after the check's name: "attribution: Bob didn't write any of the cited messages". */
export function toEnglishReason({ check, problem, before }: RejectionReason): string {
  const lead = problem.code === 'malformed' ? problem.code : check;
  return `${before ? 'before: ' : ''}${lead}: ${formatProblem(problem, englishProblems)}`;
}
