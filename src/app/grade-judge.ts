import type { Usage } from '../core/claims/summary.ts';
import type { Conversation } from '../core/conversation/message.ts';
import type { CheckOutcome } from '../core/verify/checker.ts';
import { splitStatements } from '../core/verify/statements.ts';
import { proveAndJudge } from './check.ts';
import { batchJudgingLimits } from './judge-claims.ts';
import type { Judge } from './ports.ts';

/** A text about a conversation, in claims of which people know whether they hold. */
export type LabeledText<Claim extends LabeledClaim = LabeledClaim> = {
  readonly conversation: Conversation;
  readonly claims: readonly Claim[];
};
export type LabeledClaim = { readonly text: string; readonly isTrue: boolean };

/** What checking says of a labeled claim. */
export type GradedClaim<Claim extends LabeledClaim = LabeledClaim> = {
  readonly claim: Claim;
  /** Whether all its statements are supported; null where the judge gave no verdict. */
  readonly isKept: boolean | null;
  /** Why it is not kept: a check and its problem, or the reason why nothing was found. */
  readonly cause: string | null;
  /** What the judge missed. */
  readonly missing: string;
};

/** Checks a labeled text as `check` checks any text. */
export async function gradeText<Claim extends LabeledClaim>(
  { conversation, claims }: LabeledText<Claim>,
  judge: Judge,
  signal: AbortSignal,
): Promise<{ readonly graded: readonly GradedClaim<Claim>[]; readonly usage: Usage | null }> {
  const split = claims.map(({ text }) => splitStatements(text).statements);
  const statements = split.flat().map(text => ({ text }));
  const { outcomes, verdicts, judged, usage } = await proveAndJudge(
    conversation,
    { statements, zone: 'UTC', window: {} },
    { judge, judging: batchJudgingLimits },
    signal,
  );
  let from = 0;
  const graded = claims.map((claim, index): GradedClaim<Claim> => {
    const end = from + (split[index]?.length ?? 0);
    const isAnswered = outcomes.slice(from, end).every(({ asked }) => !asked || verdicts.get(asked) !== null);
    const grade = toGrade(judged.slice(from, end));
    from = end;
    return { claim, ...grade, ...(!isAnswered && { isKept: null }) };
  });
  return { graded, usage };
}

function toGrade(outcomes: readonly CheckOutcome[]): Omit<GradedClaim, 'claim'> {
  const failing = outcomes.find(each => !each.found || each.claim.status === 'needs_clarification');
  if (failing === undefined) return { isKept: true, cause: null, missing: '' };
  const { check, problem } =
    (failing.found ? failing.claim : failing).findings.findLast(
      ({ effect }) => effect === 'mark' || effect === 'drop',
    ) ?? {};
  const cause = problem ? `${check} ${problem.code}` : failing.found ? 'unknown' : failing.reason;
  return { isKept: false, cause, missing: problem && 'words' in problem ? problem.words : '' };
}
