import { type Writer, type WrittenClaim, writeClaim } from './writer.ts';

/** A verbatim answer, or claims with only some fields. */
export type FixedAnswer = string | readonly Partial<WrittenClaim>[];

/** Gives these answers, one per call, and then repeats the last one. */
export function createFixedWriter(...answers: readonly [FixedAnswer, ...FixedAnswer[]]): Writer {
  let calls = 0;
  return () => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? answers[0];
    calls += 1;
    return typeof answer === 'string' ? answer : answer.map(writeClaim);
  };
}
