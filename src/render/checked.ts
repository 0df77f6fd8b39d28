import type { Finding } from '../core/claims/claim.ts';
import type { CheckedText, Summary } from '../core/claims/summary.ts';
import { type Item, type ItemOptions, toFailedWords, toItem } from './item.ts';
import { toShownLine } from './shown.ts';
import type { Words } from './words/words.ts';

/**
 * Statements that somebody wanted checked as lines like those of claims, one each, in the order given: its status leads
 * it, and why it is not verified ends it.
 */
export function toCheckedItems(
  summary: Summary,
  { statements }: CheckedText,
  words: Words,
  options: ItemOptions,
): readonly Item[] {
  const claims = new Map(summary.claims.map(claim => [claim.id, claim]));
  return statements.flatMap((statement, index): Item[] => {
    if (statement.claimId === null) {
      const why = words.check.reasons[statement.reason];
      return [
        toPlainItem(`s${index + 1}`, statement.text, [joinReasons(why, statement.findings, words)], words),
      ];
    }
    const claim = claims.get(statement.claimId);
    if (!claim) return [];
    const isVerified = claim.status === 'verified';
    const why = toFailedWords(claim.findings, words);
    const notes = isVerified || why === '' ? [] : [why];
    return [
      {
        ...toItem(claim, summary, words, options),
        outcome: isVerified ? 'verified' : 'unclear',
        label: isVerified ? words.check.verified : words.check.needsClarification,
        notes: claim.recited ? [...notes, words.recited] : notes,
      },
    ];
  });
}

function joinReasons(why: string, findings: readonly Finding[], words: Words): string {
  return [why, toFailedWords(findings, words)].filter(part => part !== '').join('; ');
}

function toPlainItem(id: string, text: string, notes: readonly string[], words: Words): Item {
  return {
    claimId: id,
    section: 'fact',
    needsClarification: true,
    task: false,
    lead: null,
    leadJoint: 'dash',
    label: words.check.notFound,
    outcome: 'unfound',
    body: [{ text: toShownLine(text) || '…', strong: false }],
    due: null,
    markers: [],
    moreCount: 0,
    before: null,
    notes,
  };
}

/** "5 verified, 2 need clarification, nothing found for 1" and what of the text is no statement. */
export function toCheckedCounts(summary: Summary, checked: CheckedText, words: Words): string {
  const { counts } = summary;
  const unfound = checked.statements.filter(({ claimId }) => claimId === null).length;
  const rare = [
    [counts.needsClarification, words.unclear],
    [unfound, words.check.countNotFound],
    [counts.recited, words.recitedCount],
  ] as const;
  const told = words.list([
    words.verified(counts.verified),
    ...rare.filter(([count]) => count > 0).map(([count, say]) => say(count)),
  ]);
  if (checked.skipped.length === 0) return told;
  const skipped = checked.skipped.map(({ part, count }) => words.check.skipped[part](count));
  return `${told} · ${words.check.leftOut(words.list(skipped))}`;
}
