import { addUsage, type JudgeFault, type Usage } from '../../core/claims/summary.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import type { CheckOutcome } from '../../core/verify/checker.ts';
import { splitStatements } from '../../core/verify/statements.ts';
import { proveAndJudge } from '../check.ts';
import { batchJudgingLimits } from '../judge-claims.ts';
import type { Judge, JudgeRequest, StoredGrade } from '../ports.ts';

/** A text about a conversation, in claims of which people know whether they hold. */
export type LabeledText<Claim extends LabeledClaim = LabeledClaim> = {
  readonly conversation: Conversation;
  readonly claims: readonly Claim[];
};
export type LabeledClaim = { readonly text: string; readonly isTrue: boolean };

export type GradedClaim<Claim extends LabeledClaim = LabeledClaim> = {
  readonly claim: Claim;
  /** Whether all its statements are supported; null where the judge gave no verdict. */
  readonly isKept: boolean | null;
  /** Why it is not kept: a check and its problem, or the reason why nothing was found. */
  readonly cause: string | null;
  readonly missing: string;
};

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
    const isAnswered = outcomes
      .slice(from, end)
      .every(({ asked }) => !asked || (verdicts.get(asked) ?? null) !== null);
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

/** The same for several texts, one after another; only the first if the judge gives no verdict about it. */
export async function gradeTexts<Claim extends LabeledClaim>(
  texts: readonly LabeledText<Claim>[],
  judge: Judge,
  signal: AbortSignal,
  onGraded: (claims: number) => void = () => {},
): Promise<{ readonly graded: readonly GradedClaim<Claim>[]; readonly usage: Usage | null }> {
  const graded: GradedClaim<Claim>[] = [];
  let usage: Usage | null = null;
  for (const text of texts) {
    const each = await gradeText(text, judge, signal);
    graded.push(...each.graded);
    usage = addUsage(usage, each.usage);
    onGraded(graded.length);
    if (graded.every(({ isKept }) => isKept === null)) break;
  }
  return { graded, usage };
}

/** What the judge would be asked about these texts, to tell the cost before. */
export async function listJudgeRequests(
  texts: readonly LabeledText[],
  signal: AbortSignal,
): Promise<readonly JudgeRequest[]> {
  const asked: JudgeRequest[] = [];
  const judge: Judge['judge'] = async request => {
    asked.push(request);
    return { judgements: [], usage: null, failure: 'timed_out' };
  };
  for (const text of texts) await gradeText(text, { model: '', judge }, signal);
  return asked;
}

export type Share = {
  readonly count: number;
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
};

const z = 1.96;

/** Wilson's interval, which is right for small counts and shares near 0 and 1 too. */
export function toShare(count: number, of: number): Share {
  if (of === 0) return { count, of, share: 0, low: 0, high: 1 };
  const share = count / of;
  const center = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  return { count, of, share, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

export type Grades = {
  readonly caught: Share;
  readonly hurt: Share;
  /** Claims without a verdict, which count in nothing else. */
  readonly unanswered: number;
};

export function toGrades(graded: readonly GradedClaim[]): Grades {
  const answered = graded.filter(({ isKept }) => isKept !== null);
  const toRefused = (isTrue: boolean) => {
    const own = answered.filter(({ claim }) => claim.isTrue === isTrue);
    return toShare(own.filter(({ isKept }) => isKept === false).length, own.length);
  };
  return {
    caught: toRefused(false),
    hurt: toRefused(true),
    unanswered: graded.length - answered.length,
  };
}

/** Below this share of wrong claims caught, and above that of true ones hurt, a judge is not good enough. */
export const leastCaught = 0.85;
export const mostHurt = 0.1;

/** What is wrong with a judge; undefined if nothing is. */
export function findFault({ caught, hurt }: Pick<StoredGrade, 'caught' | 'hurt'>): JudgeFault | undefined {
  if (caught < leastCaught) return 'misses';
  return hurt > mostHurt ? 'hurts' : undefined;
}
