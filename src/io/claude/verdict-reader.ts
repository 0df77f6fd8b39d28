import { type Judgement, parseJudgement } from '../../core/claims/judgement.ts';
import type { AnswerReader } from './answer-reader.ts';

export type VerdictReader = AnswerReader & {
  /** What was judged; null until an answer has ended that says so. */
  readonly judgement: () => Judgement | null;
};

/** Many times what a verdict takes. */
const longestAnswer = 20_000;

/** Reads one verdict; words around it, such as a code fence, cost nothing, and a second one in the same answer makes it none. */
export function createVerdictReader(): VerdictReader {
  let text = '';
  let judgement: Judgement | null = null;
  return {
    write: piece => {
      if (text.length <= longestAnswer) text += piece;
    },
    hasGiven: () => false,
    end: () => {
      judgement = text.length > longestAnswer ? null : parseJudgement(parse(text));
      return judgement === null ? 'unreadable' : 'whole';
    },
    judgement: () => judgement,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}
