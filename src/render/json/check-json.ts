import type { ClaimStatus } from '../../core/claims/claim.ts';
import type { CheckedText, NotFoundReason, Summary } from '../../core/claims/summary.ts';
import { toShownLine } from '../view/shown.ts';
import type { FindingDocument, ReferenceDocument, SummaryDocument } from './document.ts';
import { type DocumentOptions, toDocument, toFindingDocument } from './json.ts';

/** A checked statement. */
type StatementDocument = {
  readonly text: string;
  readonly status: ClaimStatus | 'not_found';
  /** Why no message was found, if none was. */
  readonly reason?: NotFoundReason;
  /** The statement's citations were replaced by other messages. */
  readonly recited: boolean;
  readonly references: readonly ReferenceDocument[];
  readonly findings: readonly FindingDocument[];
};

/** The public JSON form of checked statements, in the order given; footnotes are numbered along it. */
export type CheckDocument = {
  readonly statements: readonly StatementDocument[];
  /** The parts of the text that are no statements. */
  readonly skipped: CheckedText['skipped'];
  readonly source: SummaryDocument['source'];
  readonly message_count: number;
  readonly coverage: SummaryDocument['coverage'];
  readonly reference_index: SummaryDocument['reference_index'];
  readonly counts: {
    readonly verified: number;
    readonly sources_found: number;
    readonly needs_clarification: number;
    readonly not_found: number;
    readonly recited: number;
  };
  /** The model that judged, if one did. */
  readonly judge?: string;
  /** The usage of that model. */
  readonly usage?: SummaryDocument['usage'];
};

/** Checked statements as the public JSON document; without `references`, they have none. */
export function toCheckDocument(
  summary: Summary,
  { statements, skipped }: CheckedText,
  { references = true }: DocumentOptions = {},
): CheckDocument {
  const { source, message_count, coverage, reference_index, facts, unclear, counts, engine, usage } =
    toDocument(summary);
  const claims = new Map(
    [...facts, ...unclear].flatMap(entry => (typeof entry === 'string' ? [] : [[entry.id, entry]])),
  );
  const documents = statements.flatMap((statement): StatementDocument[] => {
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
    ...(engine.judge === undefined ? {} : { judge: engine.judge }),
    ...(usage && { usage }),
  };
}
