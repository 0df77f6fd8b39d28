import type { ClaimStatus, Finding } from '../../core/claims/claim.ts';
import type {
  CheckedStatement,
  CheckedText,
  Summary,
  SummaryClaim,
} from '../../core/claims/summary/summary.ts';
import type { StatementOutcome, Words } from '../words/words.ts';
import { type Item, type ItemOptions, toFailedWords, toItem } from './item.ts';
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
  words: Words,
  options: ItemOptions,
): readonly Item[] {
  const claims = new Map(summary.claims.map(claim => [claim.id, claim]));
  return statements.flatMap((statement, index): Item[] => {
    if (statement.claimId === null) {
      return [toPlainItem(`s${index + 1}`, statement.text, [toReason(statement, words)], words)];
    }
    const claim = claims.get(statement.claimId);
    if (!claim) return [];
    const outcome = statementOutcomes[claim.status];
    return [
      {
        ...toItem(claim, summary, words, options),
        outcome,
        label: words.check.outcomes[outcome],
        notes: toNotes(claim, words),
      },
    ];
  });
}

/** Why it needs clarification, then the problems of the given citations, and that they were replaced. */
function toNotes({ status, findings, citationReplaced }: SummaryClaim, words: Words): readonly string[] {
  const isGiven = ({ effect }: Finding) => effect === 'uncite';
  const others = status === 'needs_clarification' ? findings.filter(each => !isGiven(each)) : [];
  const given = [
    toFailedWords(findings.filter(isGiven), words),
    citationReplaced ? words.citationReplaced : '',
  ];
  const notes = [toFailedWords(others, words), given.filter(part => part !== '').join('; ')];
  return notes.filter(note => note !== '');
}

/** Why no message was found; a finding is more precise than "not supported". */
function toReason({ reason, findings }: NotFound, words: Words): string {
  const failed = toFailedWords(findings, words);
  const parts =
    reason === 'not_supported' && failed !== '' ? [failed] : [words.check.reasons[reason], failed];
  return parts.filter(part => part !== '').join('; ');
}

function toPlainItem(id: string, text: string, notes: readonly string[], words: Words): Item {
  return {
    claimId: id,
    channel: null,
    section: 'fact',
    needsClarification: true,
    task: false,
    lead: null,
    leadJoint: 'dash',
    label: words.check.outcomes.unfound,
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
