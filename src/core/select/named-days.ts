import type { ParsedComponents } from 'chrono-node';
import { DateTime } from 'luxon';
import { locales } from '../time-words.ts';

/** From the start of a day to the end of one, in milliseconds. */
export type NamedDays = { readonly fromMs: number; readonly toMs: number };

/**
 * The days or the month that a question names; null if it names none. A date comes before a weekday, which may belong to
 * something else; a weekday is the last one before `now`.
 *
 * @param now ISO.
 * @param zone IANA.
 */
export function findNamedDays(question: string, now: string, zone: string): NamedDays | null {
  const here = DateTime.fromISO(now, { zone });
  if (!here.isValid) return null;
  const reference = { instant: here.toJSDate(), timezone: here.offset };
  for (const locale of locales) {
    const found = locale.parse(question, reference).map(({ start, end }) => [start, end ?? start] as const);
    const dated = found.filter(([start]) => start.isCertain('month'));
    const named = dated.length > 0 ? dated : found.filter(([start]) => start.isCertain('weekday'));
    if (named.length === 0) continue;
    const from = named.map(([start]) => toDay(start, zone).startOf(toUnit(start)).toMillis());
    const to = named.map(([, end]) => toDay(end, zone).endOf(toUnit(end)).toMillis());
    return { fromMs: Math.min(...from), toMs: Math.max(...to) };
  }
  return null;
}

function toDay(at: ParsedComponents, zone: string): DateTime {
  const [year, month, day] = (['year', 'month', 'day'] as const).map(part => at.get(part) ?? 1);
  return DateTime.fromObject({ year: year ?? 1, month: month ?? 1, day: day ?? 1 }, { zone });
}

function toUnit(at: ParsedComponents): 'day' | 'month' {
  return at.isCertain('day') || at.isCertain('weekday') ? 'day' : 'month';
}
