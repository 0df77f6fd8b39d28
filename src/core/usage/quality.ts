import type { CheckName } from '../claims/claim.ts';
import { toCounts } from '../claims/footnotes.ts';
import type { ProblemCode } from '../claims/problem.ts';
import { isHighlights, type Rejection, type Summary } from '../claims/summary.ts';

/** The parts of a run that are measured. Proofs are checked while claims are being written. */
export const steps = ['read', 'draft', 'proofs', 'judge', 'repair', 'render'] as const;
export type Step = (typeof steps)[number];

/** What each step of a run has taken so far; steps that did not happen are missing. The cost is null if it is unknown. */
export type RunReport = Partial<
  Readonly<Record<Step, { readonly durationMs: number; readonly costUsd: number | null }>>
>;

/** How well a summary cites, as counts. */
export type Quality = {
  /** The distinct claims of the draft that are shown or failed a check. Quotes of Highlights always cite: they do not count. */
  readonly eligible: number;
  /** Those whose citations pass the proofs. */
  readonly cited: number;
  /** Claims with a verdict. */
  readonly judged: number;
  readonly supported: number;
  /** Claims that failed, by the first check that they failed. */
  readonly rejected: Partial<Readonly<Record<CheckName, number>>>;
  readonly marked: number;
  readonly unjudged: number;
  readonly citationsReplaced: number;
  /** Messages that were read. */
  readonly gathered: number;
  /** Citations in the text. */
  readonly markers: number;
  readonly footnotes: number;
};

/** Reasons that say nothing about how well a claim cites. */
const otherReasons: ReadonlySet<ProblemCode> = new Set([
  'said_already',
  'too_many_open',
  'put_aside',
  'message_deleted',
]);

export function toQuality(summary: Summary): Quality {
  const counts = toCounts(summary);
  const isQuoted = isHighlights(summary);
  const claims = isQuoted ? [] : summary.claims;
  const rejected = isQuoted ? {} : countRejections(summary.rejected);
  const failed = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  const supported = claims.filter(({ findings }) =>
    findings.some(({ check, outcome }) => check === 'judge' && outcome === 'pass'),
  ).length;
  const { judge: unsupported = 0 } = rejected;
  return {
    eligible: claims.length + failed,
    cited: claims.length + unsupported,
    judged: isQuoted ? 0 : supported + counts.needsClarification + unsupported,
    supported,
    rejected,
    marked: counts.needsClarification,
    unjudged: isQuoted ? 0 : counts.sourcesFound,
    citationsReplaced: counts.citationsReplaced,
    gathered: summary.coverage.read,
    markers: summary.claims.reduce((sum, { references }) => sum + references.length, 0),
    footnotes: summary.footnotes.length,
  };
}

function countRejections(rejections: readonly Rejection[]): Partial<Record<CheckName, number>> {
  const counts: Partial<Record<CheckName, number>> = {};
  for (const { reasons, review } of rejections) {
    const fault = reasons.find(({ problem }) => !otherReasons.has(problem.code));
    if (fault && !review) counts[fault.check] = (counts[fault.check] ?? 0) + 1;
  }
  return counts;
}
