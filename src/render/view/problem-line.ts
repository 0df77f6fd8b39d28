import type { RejectionReason } from '../../core/claims/claim.ts';
import { hasJudgeWords, type Problem } from '../../core/claims/problem.ts';
import { replaceNumberBrackets } from '../../core/conversation/text.ts';
import { english, type Texts } from '../texts.ts';
import { toShownLine } from './shown.ts';

/** A problem on one line in the reader's language; names and quotes in it cannot look like markers. */
export function toProblemLine(problem: Problem, t: Texts): string {
  return replaceNumberBrackets(toShownLine(formatProblem(problem, t)), '(', ')');
}

/** Each follows a label such as "Unclear", so it starts in lower case and has no full stop. */
export function formatProblem(problem: Problem, t: Texts): string {
  if (problem.code === 'malformed') return t(`summary.problems.malformed.${problem.fault}`);
  if (hasJudgeWords(problem)) {
    const bare = t(`summary.problems.${problem.code}`);
    const words = withoutQuotationMarks(problem.words);
    return words === '' ? bare : t('summary.problems.judgeNote', { problem: bare, words });
  }
  if (problem.code === 'not_in_message') {
    const { position, quote } = problem;
    return quote === undefined
      ? t('summary.problems.not_in_message', { position })
      : t('summary.problems.quote_not_in_message', { position, quote: withoutQuotationMarks(quote) });
  }
  return t(`summary.problems.${problem.code}`, problem);
}

/** Sentences put the judge's words and quotes in quotation marks, so those must not contain any. */
function withoutQuotationMarks(quoted: string): string {
  return quoted.replace(/["“”„‟«»「」『』＂]/gu, "'");
}

/** Why a claim is not shown, in English, after the check's name: "attribution: Bob didn't write any of the cited messages". */
export function toEnglishReason({ check, problem }: RejectionReason): string {
  const lead = problem.code === 'malformed' ? problem.code : check;
  return `${lead}: ${formatProblem(problem, english)}`;
}
