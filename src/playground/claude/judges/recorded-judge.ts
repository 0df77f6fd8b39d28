import type { RecordedAnswer, RecordedClaim } from '../../samples/answers/recorded-answer.ts';
import { fillDates } from '../../samples/dates.ts';
import { type HeardMessage, parseConversation } from '../writers/conversation.ts';
import { type JudgedClaim, parseJudgedClaims } from './claim.ts';
import type { ScriptedJudge } from './judge.ts';

/** Supports the claims of recorded answers as they were recorded, and leaves all others to another judge. */
export function createRecordedJudge(
  answers: readonly RecordedAnswer[],
  nowMs: number,
  inner: ScriptedJudge,
): ScriptedJudge {
  const recorded = new Map(
    answers.flatMap(({ claims }) => claims.map(claim => [fillDates(claim.text, nowMs), claim])),
  );
  return async prompt => {
    const verdicts = await inner(prompt);
    if (typeof verdicts === 'string') return verdicts;
    const shown = new Map(parseConversation(prompt.text).map(message => [message.position, message]));
    const claims = new Map(parseJudgedClaims(prompt.text).map(claim => [claim.number, claim]));
    return verdicts.map(verdict => {
      const claim = claims.get(verdict.claim);
      const same = claim && recorded.get(claim.text);
      if (!same || !isAsRecorded(claim, same, shown, nowMs)) return verdict;
      return { ...verdict, verdict: 'supported', missing: '', outcome: same.outcome ?? 'none' };
    });
  };
}

/** Whether nobody has changed its kind, owner, due date or citations since. */
function isAsRecorded(
  claim: JudgedClaim,
  { kind, owner = '', due = '', cites }: RecordedClaim,
  shown: ReadonlyMap<number, HeardMessage>,
  nowMs: number,
): boolean {
  const texts = claim.cites.map(position => shown.get(position)?.text ?? '');
  const isCited = cites.every(([, quote]) => texts.some(text => text.includes(fillDates(quote, nowMs))));
  return claim.kind === kind && claim.owner === owner && claim.due === due && isCited;
}
