import { type CheckName, checkNames } from '../claims/claim.ts';
import { type QualityRecord, toAcceptedAfterMs } from './record.ts';
import { type Step, type StepReport, steps } from './run-report.ts';

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
