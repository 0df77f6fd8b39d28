import { createZonedClock } from '../../core/time.ts';
import type { View } from './view.ts';

/** Formats the instants of one summary in its zone. */
export type ZonedTimes = {
  /** "2026-03-09 14:32" */
  readonly full: (iso: string) => string;
  /** "14:32" if everything shown is from one day, otherwise with the day. */
  readonly short: (iso: string) => string;
  /** "9 Mar 2026" or, if it is timed, "9 Mar 2026, 14:32", in the language's format. */
  readonly day: (iso: string, isTimed?: boolean) => string;
};

export function createZonedTimes({ zone, sourceTimes, window, t }: View): ZonedTimes {
  const clock = createZonedClock(zone);
  const full = (iso: string) => `${clock.day(iso)} ${clock.minute(iso)}`;
  const instants = [window.from, window.to, ...sourceTimes];
  const days = new Set(instants.flatMap(iso => (iso === undefined ? [] : [clock.day(iso)])));
  const locale = t.tag === 'en' ? 'en-GB' : t.tag;
  // Slow to create, and few pages need them.
  const formats = new Map<boolean, Intl.DateTimeFormat>();
  const day = (iso: string, isTimed = false) => {
    const timeStyle = isTimed ? { timeStyle: 'short' as const } : {};
    const format =
      formats.get(isTimed) ??
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...timeStyle, timeZone: zone });
    formats.set(isTimed, format);
    return format.format(Date.parse(iso));
  };
  return { full, short: days.size > 1 ? full : clock.minute, day };
}
