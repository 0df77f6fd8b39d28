import { renumber } from '../core/claims/assemble.ts';
import type { CheckedStatement, CheckedText, Summary } from '../core/claims/summary.ts';
import type { TimeRange } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import {
  type AskedStatement,
  type Checker,
  type CheckOutcome,
  createChecker,
  type StatementInput,
} from '../core/verify/checker.ts';
import { settleClaim, toUnjudged, withChanges } from '../core/verify/judged-claim.ts';
import type { Logger } from '../log.ts';
import { type JudgingLimits, judgeClaims, toJudgeNote, type Verdicts } from './judge-claims.ts';
import type { Judge } from './ports.ts';
import { prepareEvidence } from './prepare-evidence.ts';
import type { Payer } from './usage/ports.ts';
import type { WorkerTasks } from './worker-tasks.ts';

export type CheckRequest = {
  readonly statements: readonly StatementInput[];
  /** What was left out of the text that they were cut from. */
  readonly skipped?: CheckedText['skipped'];
  readonly messageId?: string | undefined;
  readonly authorId?: string | undefined;
  readonly zone: string;
  readonly window: TimeRange;
  /** The BCP 47 tag of what is said around the statements; without it, the conversation's own. */
  readonly language?: string | undefined;
  /** Without it, calls count only for the bot as a whole. */
  readonly payer?: Payer | undefined;
};

type CheckPorts = {
  readonly newId: () => string;
  readonly judge?: Judge | undefined;
  readonly judging?: JudgingLimits;
  readonly log?: Logger;
  /** Where long conversations are prepared; without them, in the process that asks. */
  readonly workers?: WorkerTasks | undefined;
  readonly onJudged?: (judged: number) => void;
  /** Whether a message was deleted since it was read: nothing rests on it. */
  readonly isGone?: (messageId: string) => boolean;
  /** Called with how many statements have been checked; its wait lets other work run. */
  readonly onChecked?: (checked: number) => void | Promise<void>;
};

/** Checks statements as a summary that has them as its claims, in the order given: everything that handles summaries works. */
export async function check(
  conversation: Conversation,
  { statements, skipped = [], messageId, authorId, zone, window, language, payer }: CheckRequest,
  { newId, ...ports }: CheckPorts,
  signal: AbortSignal,
): Promise<Summary> {
  const { evidence, judged, verdicts, usage, spoken } = await proveAndJudge(
    conversation,
    { statements, zone, window, language, payer },
    ports,
    signal,
  );
  const claims = judged.flatMap(outcome => (outcome.found ? [outcome.claim] : []));
  const wasJudged = [...verdicts.values()].some(judgement => judgement !== null);
  const checked: CheckedText = {
    statements: toCheckedStatements(judged),
    skipped,
    ...(messageId !== undefined && { messageId }),
    ...(authorId !== undefined && { authorId }),
  };
  return renumber(evidence, claims, [], {
    id: newId(),
    detail: 'standard',
    engine: { name: 'check', ...(ports.judge && wasJudged && toJudgeNote(ports.judge)) },
    language: spoken,
    zone,
    window,
    checked,
    usage,
  });
}

type StatementVerdicts = Verdicts<AskedStatement>;

/** Finds the messages behind each statement, runs the proofs (`outcomes`), and asks the judge where code alone cannot decide (`judged`). */
export async function proveAndJudge(
  conversation: Conversation,
  {
    statements,
    zone,
    window,
    language,
    payer,
  }: Pick<CheckRequest, 'statements' | 'zone' | 'window' | 'language' | 'payer'>,
  { isGone, onChecked, onJudged, workers, judge, judging, log }: Omit<CheckPorts, 'newId'>,
  signal: AbortSignal,
) {
  const standing = conversation.messages.filter(({ id }) => !isGone?.(id));
  const { evidence, spoken: languages } = await prepareEvidence(
    { ...conversation, messages: standing },
    window,
    workers,
    signal,
    { terms: true },
  );
  const checker = createChecker(evidence, { languages, zone });
  const outcomes: CheckOutcome[] = [];
  for (const statement of statements) {
    signal.throwIfAborted();
    outcomes.push(checker.check(statement));
    await onChecked?.(outcomes.length);
  }
  const spoken = language ?? languages[0] ?? 'en';
  const open = outcomes.flatMap(each => each.asked ?? []);
  const asked = { evidence, spoken: languages, language: spoken, isUncited: true, zone, payer };
  const onVerdicts = (verdicts: StatementVerdicts) => onJudged?.(verdicts.size);
  const parts = { limits: judging, log, isGone, onJudged: onVerdicts };
  const { verdicts, usage } = judge
    ? await judgeClaims(open, asked, { judge, ...parts }, signal)
    : { verdicts: new Map(), usage: null };
  const judged = outcomes.map(outcome => applyVerdict(outcome, verdicts, checker.cite));
  return { evidence, outcomes, verdicts, judged, usage, spoken };
}

/** A statement keeps its place and is no kind of claim, so of the judge's answer only the verdict and its sources count. */
function applyVerdict(
  outcome: CheckOutcome,
  verdicts: StatementVerdicts,
  cite: Checker['cite'],
): CheckOutcome {
  const { asked } = outcome;
  const judgement = asked ? verdicts.get(asked) : undefined;
  if (!asked || judgement === undefined) return outcome;
  if (judgement === null) return outcome.found ? { ...outcome, claim: toUnjudged(outcome.claim) } : outcome;
  const { positions, verdict } = judgement;
  const isProven = outcome.found && outcome.claim.status !== 'needs_clarification';
  // What code did not find or refused, only messages that the judge names can support.
  if (!isProven && verdict === 'supported' && positions.length === 0) return outcome;
  const claim = cite(outcome, positions);
  if (claim === null) return outcome;
  const settled = settleClaim(claim, { ...judgement, kind: null });
  if (settled.ok) return { found: true, claim: settled.claim };
  const { problem } = settled.reason;
  const toFindings = (effect: 'drop' | 'mark') =>
    [...claim.findings, { check: 'judge', outcome: 'fail', problem, effect }] as const;
  if (verdict === 'not_supported')
    return { found: false, text: claim.text, reason: 'not_supported', findings: toFindings('drop') };
  const marked = { status: 'needs_clarification', findings: toFindings('mark') } as const;
  return { found: true, claim: withChanges(claim, marked) };
}

/** Claims of one kind stay in their order when they are numbered, so the n-th that was found is claim n. */
function toCheckedStatements(outcomes: readonly CheckOutcome[]): readonly CheckedStatement[] {
  let claims = 0;
  return outcomes.map(outcome => {
    if (outcome.found) {
      claims += 1;
      return { claimId: `c${claims}` };
    }
    const { text, reason, findings } = outcome;
    return { claimId: null, text, reason, findings };
  });
}
