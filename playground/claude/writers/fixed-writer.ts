import { type Writer, type WrittenClaim, writeClaim } from './writer.ts';

/** An answer given word for word, or as claims of which only some fields are said. */
export type FixedAnswer = string | readonly Partial<WrittenClaim>[];

/** Gives these answers, one a call, and the last one from then on. */
export function createFixedWriter(...answers: readonly [FixedAnswer, ...FixedAnswer[]]): Writer {
  let calls = 0;
  return () => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? answers[0];
    calls += 1;
    return typeof answer === 'string' ? answer : answer.map(writeClaim);
  };
}
