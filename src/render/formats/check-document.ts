import type { CheckedText, Summary } from '../../core/claims/summary.ts';
import { toShownLine } from '../view/shown.ts';
import type { CheckDocument, SummaryDocument } from './document.ts';
import { type DocumentOptions, toDocument, toFindingDocument } from './json.ts';

/** A summary, or checked statements, as the public JSON document. */
export function toPublicDocument(
  summary: Summary,
  options: DocumentOptions = {},
): SummaryDocument | CheckDocument {
  return summary.checked ? toCheckDocument(summary, summary.checked, options) : toDocument(summary, options);
}

/** Checked statements as the public JSON document; without `references`, they have none. */
function toCheckDocument(
  summary: Summary,
  { statements, skipped }: CheckedText,
  { references = true }: DocumentOptions = {},
): CheckDocument {
  const { source, message_count, coverage, reference_index, facts, unclear, counts, engine, usage } =
    toDocument(summary);
  const claims = new Map(
    [...facts, ...unclear].flatMap(entry => (typeof entry === 'string' ? [] : [[entry.id, entry]])),
  );
  const documents = statements.flatMap((statement): CheckDocument['statements'] => {
    if (statement.claimId === null) {
      const { text, reason, findings } = statement;
      const base = { text: toShownLine(text), status: 'not_found', reason, recited: false } as const;
      return [{ ...base, references: [], findings: findings.map(toFindingDocument) }];
    }
    const claim = claims.get(statement.claimId);
    if (!claim) return [];
    const { text, status, recited, findings } = claim;
    return [{ text, status, recited, references: references ? claim.references : [], findings }];
  });
  const unfound = documents.filter(({ status }) => status === 'not_found').length;
  return {
    statements: documents,
    skipped,
    source,
    message_count,
    coverage,
    reference_index: references ? reference_index : [],
    counts: {
      verified: counts.verified,
      sources_found: counts.sources_found,
      needs_clarification: counts.needs_clarification,
      not_found: unfound,
      recited: counts.recited,
    },
    judge: engine.judge,
    judge_fault: engine.judge_fault,
    usage: usage ?? undefined,
  };
}
