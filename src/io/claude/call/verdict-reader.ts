import { type Judgement, parseJudgements } from '../../../core/claims/judgement.ts';
import type { AnswerReader } from './answer-reader.ts';
import { createJsonReader } from './json-reader.ts';

type VerdictReader = AnswerReader & {
  /** By claim number; empty until an answer with verdicts has ended. */
  readonly judgements: () => ReadonlyMap<number, Judgement>;
};

/** Reads the verdicts on claims 1 to `count`. */
export function createVerdictReader(count: number): VerdictReader {
  const numbers = new Set(Array.from({ length: count }, (_, index) => index + 1));
  const { value, ...reader } = createJsonReader(answer => parseJudgements(answer, numbers));
  return { ...reader, judgements: () => value() ?? new Map() };
}
