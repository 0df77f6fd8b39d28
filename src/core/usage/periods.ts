import { DateTime } from 'luxon';

/** The ranges that `/usage` shows. */
export const usageRanges = ['today', 'week', 'month'] as const;
export type UsageRange = (typeof usageRanges)[number];

/** "2026-03-09", the day in a zone. */
export function toDay(now: string, zone: string): string {
  return at(now, zone).toFormat('yyyy-MM-dd');
}

/** The days of a range up to today, oldest first. A week is the last seven days, a month the calendar's. */
export function toRangeDays(range: UsageRange, now: string, zone: string): readonly string[] {
  const today = at(now, zone).startOf('day');
  const count = range === 'today' ? 1 : range === 'week' ? 7 : today.day;
  return Array.from({ length: count }, (_, index) =>
    today.minus({ days: count - 1 - index }).toFormat('yyyy-MM-dd'),
  );
}

/** When the current day or month ends, as an instant. */
export function toResetAt(period: 'day' | 'month', now: string, zone: string): string {
  return at(now, zone)
    .startOf(period)
    .plus({ [period]: 1 })
    .toUTC()
    .toISO({ suppressMilliseconds: true }) as string;
}

/** Days before this one are over in every time zone: a day ends up to 12 hours after it does in UTC. */
export function toFirstOpenDay(now: string): string {
  return at(now, 'UTC').minus({ hours: 12 }).toFormat('yyyy-MM-dd');
}

function at(now: string, zone: string): DateTime<true> {
  return DateTime.fromISO(now, { zone }) as DateTime<true>;
}
