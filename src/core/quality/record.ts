import { z } from 'zod';
import { type CheckName, checkNames } from '../claims/claim.ts';
import type { ProblemCode } from '../claims/problem.ts';
import { isHighlights, isRecorded, type Rejection, type Summary } from '../claims/summary/summary.ts';
import { type Stored, storedObject } from '../stored-object.ts';
import { type RunReport, steps } from './run-report.ts';

const count = z.number().nonnegative();

/** How well one summary cites and what it took: counts, durations and its id, but no text and no people. */
export const qualitySchema = storedObject({
  summaryId: z.string().max(200),
  /** When it was shown. */
  at: z.iso.datetime({ offset: true }),
  /** The demo's answer: no model wrote or judged it. */
  isRecorded: z.boolean().default(false),
  claims: storedObject({
    /** The distinct claims of the draft that are shown or failed a check. */
    eligible: count,
    /** Those whose citations pass the proofs. */
    cited: count,
    supported: count,
    /** Shown, although the judge says that something is missing. */
    marked: count,
    unjudged: count,
    /** Highlights are quotes that code cut out: they always cite, so nothing else counts them. */
    quoted: count.default(0),
    repaired: count,
    citationsReplaced: count,
    /** Claims that failed, by the first check that they failed. */
    rejected: z.partialRecord(z.enum(checkNames), count),
  }),
  markers: storedObject({
    /** Messages that were read. */
    gathered: count,
    cited: count,
    /** Footnotes. */
    unique: count,
  }),
  steps: z.partialRecord(z.enum(steps), storedObject({ durationMs: count, costUsd: count.nullable() })),
  /** How often its sources were opened. */
  opened: count,
  helpful: count,
  unhelpful: count,
  /** The time until the first helpful vote and until the end of a review; null if there was none. */
  helpfulAfterMs: count.nullable(),
  reviewedAfterMs: count.nullable(),
});
export type QualityRecord = Stored<typeof qualitySchema>;

/** Reasons that say nothing about how well a claim cites. */
const otherReasons: ReadonlySet<ProblemCode> = new Set([
  'said_already',
  'too_many_open',
  'put_aside',
  'message_deleted',
]);

/** The record of a summary that is shown for the first time. */
export function toQualityRecord(summary: Summary, at: string, run: RunReport): QualityRecord {
  const { id, claims, counts, coverage, footnotes } = summary;
  const isQuoted = isHighlights(summary);
  const written = isQuoted ? [] : claims;
  const rejected = isQuoted ? {} : countRejections(summary.rejected);
  const all = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  const judged = (outcome: 'pass' | 'fail') =>
    written.filter(({ findings }) =>
      findings.some(each => each.check === 'judge' && each.outcome === outcome && each.effect !== 'relabel'),
    ).length;
  const eligible = written.length + all;
  return {
    summaryId: id,
    at,
    isRecorded: isRecorded(summary.engine),
    claims: {
      eligible,
      cited: eligible - all + (rejected.judge ?? 0),
      supported: judged('pass'),
      marked: counts.needsClarification,
      unjudged: isQuoted ? 0 : counts.sourcesFound,
      quoted: claims.length - written.length,
      repaired: run.repaired,
      citationsReplaced: counts.citationsReplaced,
      rejected,
    },
    markers: {
      gathered: coverage.read,
      cited: claims.reduce((sum, { references }) => sum + references.length, 0),
      unique: footnotes.length,
    },
    steps: run.steps,
    opened: 0,
    helpful: 0,
    unhelpful: 0,
    helpfulAfterMs: null,
    reviewedAfterMs: null,
  };
}

/** How long it took until somebody accepted the summary; null if nobody did. */
export function toAcceptedAfterMs({ helpfulAfterMs, reviewedAfterMs }: QualityRecord): number | null {
  if (helpfulAfterMs === null || reviewedAfterMs === null) return helpfulAfterMs ?? reviewedAfterMs;
  return Math.min(helpfulAfterMs, reviewedAfterMs);
}

function countRejections(rejections: readonly Rejection[]): Partial<Record<CheckName, number>> {
  const counts: Partial<Record<CheckName, number>> = {};
  for (const { reasons, review } of rejections) {
    const fault = reasons.find(({ problem }) => !otherReasons.has(problem.code));
    if (fault && !review) counts[fault.check] = (counts[fault.check] ?? 0) + 1;
  }
  return counts;
}
