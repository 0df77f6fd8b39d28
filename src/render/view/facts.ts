import type { Texts } from '../texts.ts';
import type { View } from './view.ts';

/** The window in words, each end written by `write`; null if neither end is known. */
export function toWindowWords({ window, t }: View, write: (iso: string) => string): string | null {
  const { from, to } = window;
  if (from !== undefined && to !== undefined)
    return toMinute(from) === toMinute(to)
      ? write(from)
      : t('summary.between', { from: write(from), to: write(to) });
  if (from !== undefined) return t('summary.since', { from: write(from) });
  return to === undefined ? null : t('summary.until', { to: write(to) });
}

/** Times are shown to the minute. */
function toMinute(iso: string): number {
  return Math.floor(Date.parse(iso) / 60_000);
}

/** What was read, left out and checked, who reviewed it, who wrote it and its cost: one line each. */
export function toSummaryFacts({
  t,
  coverage,
  unselected,
  leftOut,
  counts,
  reviewed,
  engine,
}: View): readonly string[] {
  return toOwnLines([coverage, unselected, leftOut, counts, reviewed, engine], t);
}

/**
 * How reliable the summary is: notices, what was read, left out and checked, who wrote it; one line each. `isFolded`
 * leaves out the reasons for dropped claims, which are shown collapsed elsewhere.
 */
export function toReliabilityLines(view: View, isFolded = false): readonly string[] {
  const { t, notices, stillOpen, coverage, unselected, leftOut, counts, reviewed, engine } = view;
  const dropped = isFolded ? null : view.dropped;
  const lines = [...notices, stillOpen, coverage, unselected, leftOut, counts, dropped, reviewed, engine];
  return toOwnLines(lines, t);
}

function toOwnLines(lines: readonly (string | null)[], t: Texts): readonly string[] {
  return lines
    .filter(line => line !== null)
    .map(line => line.charAt(0).toLocaleUpperCase(t.tag) + line.slice(1));
}
