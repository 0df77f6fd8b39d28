import type { RejectionReason } from '../../core/claims/claim.ts';
import { english } from '../texts.ts';
import { formatProblem } from '../view/problem-line.ts';

/** Why a claim is not shown, in English, after the check's name: "attribution: Bob didn't write any of the cited messages". */
export function toEnglishReason({ check, problem, before }: RejectionReason): string {
  const lead = problem.code === 'malformed' ? problem.code : check;
  return `${before ? 'before: ' : ''}${lead}: ${formatProblem(problem, english)}`;
}
