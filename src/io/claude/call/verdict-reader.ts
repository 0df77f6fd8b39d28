import { type Judgement, parseJudgements } from '../../../core/claims/judgement.ts';
import type { AnswerReader } from './answer-reader.ts';

export type VerdictReader = AnswerReader & {
  /** By claim number; empty until an answer with verdicts has ended. */
  readonly judgements: () => ReadonlyMap<number, Judgement>;
};

/** Many times the length of the verdicts. */
const longestAnswer = 100_000;

/** Reads the verdicts on claims 1 to `count`; text around them, such as a code fence, is ignored. */
export function createVerdictReader(count: number): VerdictReader {
  const numbers = new Set(Array.from({ length: count }, (_, index) => index + 1));
  let text = '';
  let judgements: ReadonlyMap<number, Judgement> | null = null;
  return {
    write: piece => {
      if (text.length <= longestAnswer) text += piece;
    },
    hasEmitted: () => false,
    end: () => {
      judgements = text.length > longestAnswer ? null : parseJudgements(parse(text), numbers);
      return judgements === null ? 'unreadable' : 'whole';
    },
    judgements: () => judgements ?? new Map(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}
