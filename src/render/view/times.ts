import type { Summary } from '../../core/claims/summary.ts';
import { createZonedClock, isDated, toOffset } from '../../core/time.ts';
import type { Texts } from '../texts.ts';

/** When a message was written, as far as its source says. */
export type ShownTime = {
  /** ISO instant; null if its source has no dates. */
  readonly time: string | null;
  /** "0:12:34" into a transcript without dates. */
  readonly offset: string | null;
};

/** What a source without dates and times, such as a document, has in their place only keeps its messages in order. */
export function toShownTime(time: string, { source, zone }: Pick<Summary, 'source' | 'zone'>): ShownTime {
  if (source.type === 'document') return { time: null, offset: null };
  if (isDated(time)) return { time, offset: null };
  return { time: null, offset: source.untimed ? null : toOffset(time, zone) };
}

/** Its instant is written by `write`; empty if it has no time. */
export function toWhen({ time, offset }: ShownTime, write: (iso: string) => string): string {
  return time === null ? (offset ?? '') : write(time);
}

export type ZonedTimes = {
  /** "2026-03-09 14:32" */
  readonly full: (iso: string) => string;
  /** "14:32" if everything shown is from one day, otherwise with the day. */
  readonly short: (iso: string) => string;
};

type TimesShown = {
  readonly zone: string;
  readonly sources: readonly (ShownTime & { readonly number: number | null })[];
  readonly window: { readonly from?: string; readonly to?: string };
};

export function createZonedTimes({ zone, sources, window }: TimesShown): ZonedTimes {
  const clock = createZonedClock(zone);
  const numbered = sources.filter(({ number }) => number !== null);
  const instants = [window.from, window.to, ...numbered.map(({ time }) => time)];
  const days = new Set(instants.flatMap(iso => (iso ? [clock.day(iso)] : [])));
  return { full: clock.full, short: days.size > 1 ? clock.full : clock.minute };
}

/** The window in words, each end written by `write`; null if neither end is known. */
export function toWindowWords(
  { window: { from, to }, t }: Pick<TimesShown, 'window'> & { readonly t: Texts },
  write: (iso: string) => string,
): string | null {
  const toMinute = (iso: string) => Math.floor(Date.parse(iso) / 60_000);
  if (from !== undefined && to !== undefined)
    return toMinute(from) === toMinute(to)
      ? write(from)
      : t('summary.between', { from: write(from), to: write(to) });
  if (from !== undefined) return t('summary.since', { from: write(from) });
  return to === undefined ? null : t('summary.until', { to: write(to) });
}
