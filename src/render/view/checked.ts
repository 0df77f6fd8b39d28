import type { ClaimStatus, Finding } from '../../core/claims/claim.ts';
import type { CheckedStatement, CheckedText, Summary, SummaryClaim } from '../../core/claims/summary.ts';
import type { Texts } from '../texts.ts';
import { type Item, type ItemOptions, type StatementOutcome, toFailedWords, toItem } from './item.ts';
import { toShownLine } from './shown.ts';

type NotFound = Extract<CheckedStatement, { readonly claimId: null }>;

export const statementOutcomes: Readonly<Record<ClaimStatus, StatementOutcome>> = {
  verified: 'verified',
  sources_found: 'sources',
  needs_clarification: 'unclear',
};

/**
 * Checked statements as items, in the order given; each starts with its outcome and ends with the reason if it is not
 * verified.
 */
export function toCheckedItems(
  summary: Summary,
  { statements }: CheckedText,
  t: Texts,
  options: ItemOptions,
): readonly Item[] {
  const claims = new Map(summary.claims.map(claim => [claim.id, claim]));
  return statements.flatMap((statement, index): Item[] => {
    if (statement.claimId === null) {
      return [toPlainItem(`s${index + 1}`, statement.text, [toReason(statement, t)], t)];
    }
    const claim = claims.get(statement.claimId);
    if (!claim) return [];
    const outcome = statementOutcomes[claim.status];
    return [
      {
        ...toItem(claim, summary, t, options),
        outcome,
        label: t(`summary.check.outcomes.${outcome}`),
        notes: toNotes(claim, t),
      },
    ];
  });
}

/** Why it needs clarification, then the problems of the given citations, and that they were replaced. */
function toNotes({ status, findings, citationReplaced }: SummaryClaim, t: Texts): readonly string[] {
  const isGiven = ({ effect }: Finding) => effect === 'uncite';
  const others = status === 'needs_clarification' ? findings.filter(each => !isGiven(each)) : [];
  const given = [
    toFailedWords(findings.filter(isGiven), t),
    citationReplaced ? t('summary.citationReplaced') : '',
  ];
  const notes = [toFailedWords(others, t), given.filter(part => part !== '').join('; ')];
  return notes.filter(note => note !== '');
}

/** Why no message was found; a finding is more precise than "not supported". */
function toReason({ reason, findings }: NotFound, t: Texts): string {
  const failed = toFailedWords(findings, t);
  const parts =
    reason === 'not_supported' && failed !== '' ? [failed] : [t(`summary.check.reasons.${reason}`), failed];
  return parts.filter(part => part !== '').join('; ');
}

function toPlainItem(id: string, text: string, notes: readonly string[], t: Texts): Item {
  return {
    claimId: id,
    channel: null,
    section: 'fact',
    needsClarification: true,
    task: false,
    lead: null,
    leadJoint: 'dash',
    label: t('summary.check.outcomes.unfound'),
    outcome: 'unfound',
    body: [{ text: toShownLine(text) || '…', strong: false }],
    due: null,
    markers: [],
    moreCount: 0,
    moreUrl: null,
    before: null,
    notes,
  };
}
