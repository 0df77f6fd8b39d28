import { z } from 'zod';
import { type CheckName, checkNames } from '../claims/claim.ts';
import type { ProblemCode } from '../claims/problem.ts';
import { isHighlights, isRecorded, type Rejection, type Summary } from '../claims/summary.ts';
import { type Stored, storedObject } from '../stored-object.ts';

/** The parts of a run that are measured. Proofs are checked while claims are being written. */
export const steps = ['read', 'draft', 'proofs', 'judge', 'repair', 'render'] as const;
export type Step = (typeof steps)[number];

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

/** Below this citation rate, managers are warned. */
export const leastCitationRate = 0.9;

/** What several records say together. Rates are 0..1, and null if there is nothing to divide by. */
export type QualityFigures = {
  readonly summaries: number;
  /** When the oldest was shown, as an instant. */
  readonly since: string;
  /** Answers of the demo. */
  readonly recorded: number;
  /** Whether a model wrote any of the claims: those of the demo and Highlights have none. */
  readonly isByModel: boolean;
  readonly eligible: number;
  readonly cited: number;
  readonly citationRate: number | null;
  /** Claims with a verdict. */
  readonly judged: number;
  readonly supported: number;
  readonly supportedRate: number | null;
  readonly marked: number;
  readonly unjudged: number;
  readonly quoted: number;
  readonly repaired: number;
  readonly citationsReplaced: number;
  /** The most frequent first. */
  readonly rejected: readonly { readonly check: CheckName; readonly count: number }[];
  /** Means for one summary. */
  readonly markers: QualityRecord['markers'];
  readonly opened: number;
  readonly helpful: number;
  readonly unhelpful: number;
  /** The median of those that were accepted. */
  readonly acceptedAfterMs: number | null;
  /** Median time and mean cost, in the order of a run; the cost is null if it is never known. */
  readonly steps: readonly (StepReport & { readonly step: Step })[];
};

/** Null if there are no records. */
export function toQualityFigures(records: readonly QualityRecord[]): QualityFigures | null {
  const since = records.map(({ at }) => at).sort()[0];
  if (since === undefined) return null;
  const sum = (count: (record: QualityRecord) => number) =>
    records.reduce((total, record) => total + count(record), 0);
  const mean = (count: (record: QualityRecord) => number) => sum(count) / records.length;
  const eligible = sum(({ claims }) => claims.eligible);
  const cited = sum(({ claims }) => claims.cited);
  const supported = sum(({ claims }) => claims.supported);
  const marked = sum(({ claims }) => claims.marked);
  const judged = supported + marked + sum(({ claims }) => claims.rejected.judge ?? 0);
  return {
    summaries: records.length,
    since,
    recorded: records.filter(({ isRecorded }) => isRecorded).length,
    isByModel: records.some(({ isRecorded, claims }) => !isRecorded && claims.eligible > 0),
    eligible,
    cited,
    citationRate: toRate(cited, eligible),
    judged,
    supported,
    supportedRate: toRate(supported, judged),
    marked,
    unjudged: sum(({ claims }) => claims.unjudged),
    quoted: sum(({ claims }) => claims.quoted),
    repaired: sum(({ claims }) => claims.repaired),
    citationsReplaced: sum(({ claims }) => claims.citationsReplaced),
    rejected: checkNames
      .map(check => ({ check, count: sum(({ claims }) => claims.rejected[check] ?? 0) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
    markers: {
      gathered: mean(({ markers }) => markers.gathered),
      cited: mean(({ markers }) => markers.cited),
      unique: mean(({ markers }) => markers.unique),
    },
    opened: sum(({ opened }) => opened),
    helpful: sum(({ helpful }) => helpful),
    unhelpful: sum(({ unhelpful }) => unhelpful),
    acceptedAfterMs: toMedian(records.flatMap(record => toAcceptedAfterMs(record) ?? [])),
    steps: steps.flatMap(step => {
      const reports = records.flatMap(record => record.steps[step] ?? []);
      const durationMs = toMedian(reports.map(each => each.durationMs));
      const costs = reports.flatMap(({ costUsd }) => costUsd ?? []);
      const costUsd = costs.length === 0 ? null : costs.reduce((a, b) => a + b) / costs.length;
      return durationMs === null ? [] : [{ step, durationMs, costUsd }];
    }),
  };
}

function toRate(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Null without values; of an even number, the upper one of the middle. */
function toMedian(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}

type StepReport = {
  readonly durationMs: number;
  /** Null if unknown. */
  readonly costUsd: number | null;
};

/** What a run has taken so far. */
export type RunReport = {
  /** Steps that did not happen are missing. */
  readonly steps: Partial<Readonly<Record<Step, StepReport>>>;
  /** How many claims the repair replaced. */
  readonly repaired: number;
};
