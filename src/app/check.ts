import { type CheckOutcome, createChecker, type GivenStatement } from '../core/check/checker.ts';
import { renumber } from '../core/claims/renumber.ts';
import type { CheckedStatement, CheckedText, Summary } from '../core/claims/summary.ts';
import { type TimeRange, toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toLanguages } from '../core/select/languages.ts';
import { isJudged } from '../core/verify/judged.ts';
import { type Judged, type JudgingLimits, judgeClaims } from './judging.ts';
import type { Judge } from './ports.ts';

export type CheckRequest = {
  readonly statements: readonly GivenStatement[];
  /** What was left out of the text that they were cut from. */
  readonly skipped?: CheckedText['skipped'];
  /** The message that they stand in, where it is one. */
  readonly messageId?: string;
  readonly zone: string;
  readonly window: TimeRange;
  /** The BCP 47 tag of what is said around the statements; without it, the conversation's own. */
  readonly language?: string;
};

export type CheckPorts = {
  readonly newId: () => string;
  /** Looks at the statements that code found to hold. */
  readonly judge?: Judge;
  readonly judging?: JudgingLimits;
  /** Hears how many of those have had their turn. */
  readonly onJudged?: (judged: number) => void;
  /** Whether a message was deleted since it was read: nothing rests on it. */
  readonly isGone?: (messageId: string) => boolean;
  /** Hears how many statements have been checked, and lets others work meanwhile. */
  readonly onChecked?: (checked: number) => void | Promise<void>;
};

/**
 * Checks somebody else's statements against a conversation, as a summary whose claims are these statements in the order
 * given: whatever shows, keeps and opens a summary does so with them.
 */
export async function check(
  conversation: Conversation,
  { statements, skipped = [], messageId, zone, window, language }: CheckRequest,
  { newId, isGone, onChecked, ...ports }: CheckPorts,
  signal: AbortSignal,
): Promise<Summary> {
  const standing = conversation.messages.filter(({ id }) => !isGone?.(id));
  const evidence = toEvidence({ ...conversation, messages: standing }, window);
  const languages = toLanguages(evidence);
  const checker = createChecker(evidence, { languages, zone });
  const outcomes: CheckOutcome[] = [];
  for (const statement of statements) {
    signal.throwIfAborted();
    outcomes.push(checker.check(statement));
    await onChecked?.(outcomes.length);
  }
  const found = outcomes.flatMap(outcome => (outcome.found ? [outcome.claim] : []));
  const spoken = language ?? languages[0] ?? 'en';
  const { claims, usage } = await judgeFound(
    found,
    { evidence, language: spoken, zone },
    { ...ports, ...(isGone && { isGone }) },
    signal,
  );
  const checked: CheckedText = {
    statements: toCheckedStatements(outcomes),
    skipped,
    ...(messageId !== undefined && { messageId }),
  };
  return renumber(evidence, claims, [], {
    id: newId(),
    detail: 'standard',
    engine: { name: 'check', ...(ports.judge && claims.some(isJudged) && { judge: ports.judge.model }) },
    language: spoken,
    zone,
    window,
    checked,
    usage,
  });
}

async function judgeFound(
  claims: Judged['claims'],
  asked: Parameters<typeof judgeClaims>[1],
  { judge, judging, isGone, onJudged }: Omit<CheckPorts, 'newId' | 'onChecked'>,
  signal: AbortSignal,
): Promise<Judged> {
  if (judge === undefined) return { claims, usage: null };
  const parts = {
    judge,
    ...(judging && { limits: judging }),
    ...(isGone && { isGone }),
    ...(onJudged && { onJudged: ({ judged }: { readonly judged: number }) => onJudged(judged) }),
  };
  return judgeClaims(claims, asked, parts, signal);
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
