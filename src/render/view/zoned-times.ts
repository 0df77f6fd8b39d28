import { createZonedClock } from '../../core/time.ts';
import type { View } from './view.ts';

/** Formats the instants of one summary in its zone. */
export type ZonedTimes = {
  /** "2026-03-09 14:32" */
  readonly full: (iso: string) => string;
  /** "14:32" if everything shown is from one day, otherwise with the day. */
  readonly short: (iso: string) => string;
  /** "9 Mar 2026", in the language's format. */
  readonly day: (iso: string) => string;
};

export function createZonedTimes({ zone, sourceTimes, window, words }: View): ZonedTimes {
  const clock = createZonedClock(zone);
  const full = (iso: string) => `${clock.day(iso)} ${clock.minute(iso)}`;
  const instants = [window.from, window.to, ...sourceTimes];
  const days = new Set(instants.flatMap(iso => (iso === undefined ? [] : [clock.day(iso)])));
  const locale = words.tag === 'en' ? 'en-GB' : words.tag;
  // Slow to create, and few pages need it.
  let dates: Intl.DateTimeFormat | undefined;
  const day = (iso: string) => {
    dates ??= new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone });
    return dates.format(Date.parse(iso));
  };
  return { full, short: days.size > 1 ? full : clock.minute, day };
}
