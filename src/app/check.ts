import { type CheckOutcome, createChecker, type GivenStatement } from '../core/check/checker.ts';
import { renumber } from '../core/claims/renumber.ts';
import type { CheckedStatement, CheckedText, Summary } from '../core/claims/summary.ts';
import { type TimeRange, toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toLanguages } from '../core/select/languages.ts';

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
  { newId, isGone, onChecked }: CheckPorts,
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
  const claims = outcomes.flatMap(outcome => (outcome.found ? [outcome.claim] : []));
  const checked: CheckedText = {
    statements: toCheckedStatements(outcomes),
    skipped,
    ...(messageId !== undefined && { messageId }),
  };
  return renumber(evidence, claims, [], {
    id: newId(),
    detail: 'standard',
    engine: { name: 'check' },
    language: language ?? languages[0] ?? 'en',
    zone,
    window,
    checked,
  });
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
