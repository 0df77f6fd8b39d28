import type { Summary } from '../../../core/claims/summary.ts';
import { isDated, toOffset } from '../../../core/time.ts';

/** When a message was written, as far as its source says. */
export type ShownTime = {
  /** ISO instant; null if its source has no dates. */
  readonly time: string | null;
  /** "0:12:34" into a transcript without dates. */
  readonly offset: string | null;
};

/** The passages of a document have neither: their times only keep them in order. */
export function toShownTime(time: string, { source, zone }: Pick<Summary, 'source' | 'zone'>): ShownTime {
  if (source.type === 'document') return { time: null, offset: null };
  return isDated(time) ? { time, offset: null } : { time: null, offset: toOffset(time, zone) };
}

/** Its instant is written by `write`; empty if it has no time. */
export function toWhen({ time, offset }: ShownTime, write: (iso: string) => string): string {
  return time === null ? (offset ?? '') : write(time);
}
