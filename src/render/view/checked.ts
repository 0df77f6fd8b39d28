import type { ClaimBody, Finding } from '../../core/claims/claim.ts';
import type { CheckedStatement, CheckedText, Summary, SummaryClaim } from '../../core/claims/summary.ts';
import type { Texts } from '../texts.ts';
import { type Item, type ItemOptions, type StatementOutcome, toFailedWords, toItem } from './item.ts';
import { toShownLine } from './shown.ts';

export const statementOutcomes: Readonly<Record<ClaimBody['status'], StatementOutcome>> = {
  verified: 'verified',
  sources_found: 'sources',
  needs_clarification: 'unclear',
};

/** Checked statements as items, in the order given, with their outcome, and the reason if they are not verified. */
export function toCheckedItems(
  summary: Summary,
  { statements }: CheckedText,
  t: Texts,
  options: ItemOptions,
): readonly Item[] {
  const claims = new Map(summary.claims.map(claim => [claim.id, claim]));
  const toLabel = (outcome: StatementOutcome) => ({ outcome, text: t(`summary.check.outcomes.${outcome}`) });
  return statements.flatMap((statement, index): Item[] => {
    if (statement.claimId === null) {
      const line = [
        { as: 'label' as const, ...toLabel('unfound') },
        { as: 'text' as const, text: toShownLine(statement.text) || '…' },
        { as: 'note' as const, text: toReason(statement, t) },
      ];
      return [{ claimId: `s${index + 1}`, line, replies: [] }];
    }
    const claim = claims.get(statement.claimId);
    if (!claim) return [];
    const label = toLabel(statementOutcomes[claim.status]);
    return [toItem(claim, summary, t, { ...options, label, notes: toNotes(claim, t) })];
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
  const notes = [toFailedWords(others, t), t.clauses(given.filter(part => part !== ''))];
  return notes.filter(note => note !== '');
}

/** Why no message was found; a finding is more precise than "not supported". */
function toReason(
  { reason, findings }: Extract<CheckedStatement, { readonly claimId: null }>,
  t: Texts,
): string {
  const failed = toFailedWords(findings, t);
  const parts =
    reason === 'not_supported' && failed !== '' ? [failed] : [t(`summary.check.reasons.${reason}`), failed];
  return t.clauses(parts.filter(part => part !== ''));
}
