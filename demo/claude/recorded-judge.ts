import { type RecordedAnswer, toClaims } from '../samples/answers/recorded-answer.ts';
import { fillDates } from '../samples/dates.ts';
import { sampleLanguages } from '../samples/texts.ts';
import { type PromptMessage, parseConversation } from './conversation.ts';
import { type JudgedClaim, parseJudgedClaims, type ScriptedJudge, type WrittenVerdict } from './judge.ts';

type Recorded = ReturnType<typeof toClaims>[number] & { readonly note: string };

/** Gives recorded verdicts on the claims of recorded answers and on their mistakes; leaves others to another judge. */
export function createRecordedJudge(
  answers: readonly RecordedAnswer[],
  nowMs: number,
  inner: ScriptedJudge,
): ScriptedJudge {
  const claims = answers.flatMap(answer => [...toClaims(answer, true), ...toClaims(answer, false)]);
  const recorded = new Map(
    claims.flatMap(claim =>
      sampleLanguages.map((language): [string, Recorded] => [
        fillDates(claim.text[language], nowMs, language),
        { ...claim, note: claim.missing?.[language] ?? '' },
      ]),
    ),
  );
  const titles = new Set(
    claims.flatMap(({ title }) =>
      title ? sampleLanguages.map(language => fillDates(title[language], nowMs, language)) : [],
    ),
  );
  return async prompt => {
    const verdicts = await inner(prompt);
    if (typeof verdicts === 'string') return verdicts;
    const shown = new Map(parseConversation(prompt.text).map(message => [message.position, message]));
    const judged = new Map(parseJudgedClaims(prompt.text).map(claim => [claim.number, claim]));
    return verdicts.map((verdict): WrittenVerdict => {
      const claim = judged.get(verdict.claim);
      if (claim && titles.has(claim.text)) return { ...verdict, verdict: 'supported', missing: '' };
      const same = claim && recorded.get(claim.text);
      if (!same || !isAsRecorded(claim, same, shown, nowMs)) return verdict;
      const { verdict: recordedVerdict = 'supported', note, outcome = 'none' } = same;
      return { ...verdict, verdict: recordedVerdict, missing: note, outcome };
    });
  };
}

/** Whether its kind, owner, due date and citations are as recorded. */
function isAsRecorded(
  claim: JudgedClaim,
  { kind, owner = '', due = '', cites }: Recorded,
  shown: ReadonlyMap<number, PromptMessage>,
  nowMs: number,
): boolean {
  const texts = claim.cites.map(position => shown.get(position)?.text ?? '');
  const isCited = cites.every(([, quote]) => texts.some(text => text.includes(fillDates(quote, nowMs))));
  return claim.kind === kind && claim.owner === owner && claim.due === due && isCited;
}
