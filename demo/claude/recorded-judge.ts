import { type RecordedAnswer, toClaims } from '../samples/answers/recorded-answer.ts';
import { fillDates } from '../samples/dates.ts';
import { sampleLanguages } from '../samples/texts.ts';
import type { PromptMessage } from './conversation.ts';
import { createClaimJudge, type JudgedClaim, type ScriptedJudge } from './judge.ts';

type Recorded = ReturnType<typeof toClaims>[number] & { readonly note: string };

/** Gives recorded verdicts on the claims of recorded answers and on their mistakes, and none on others. */
export function createRecordedJudge(answers: readonly RecordedAnswer[], nowMs: number): ScriptedJudge {
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
  return createClaimJudge((claim, shown) => {
    if (titles.has(claim.text)) return { verdict: 'supported' };
    const same = recorded.get(claim.text);
    if (!same || !isAsRecorded(claim, same, shown, nowMs)) return null;
    const { verdict = 'supported', note, outcome = 'none' } = same;
    return { verdict, missing: note, outcome };
  });
}

/** Whether its kind, owner, due date and citations are as recorded. */
function isAsRecorded(
  claim: JudgedClaim,
  { kind, owner = '', due = '', cites }: Recorded,
  shown: readonly PromptMessage[],
  nowMs: number,
): boolean {
  const texts = shown.flatMap(({ position, text }) => (claim.cites.includes(position) ? [text] : []));
  const isCited = cites.every(([, quote]) => texts.some(text => text.includes(fillDates(quote, nowMs))));
  return claim.kind === kind && claim.owner === owner && claim.due === due && isCited;
}
