import type { ParsedComponents } from 'chrono-node';
import { DateTime } from 'luxon';
import { locales } from '../time-words.ts';

export type NamedDays = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly rest: string;
  /** A weekday alone may also be one of long ago. */
  readonly isDate: boolean;
};

/** Shorter words are names and other things more often: "Mar", "the sun". */
const longEnough = /\d|\p{L}{4}|[\p{Script=Han}]/u;

/**
 * The days or the month that a question names, none later than `now`; null if none. A date comes before a weekday.
 * Without a year or a date, the last one is meant.
 */
export function findNamedDays(question: string, now: string, zone: string): NamedDays | null {
  const here = DateTime.fromISO(now, { zone });
  if (!here.isValid) return null;
  const reference = { instant: here.toJSDate(), timezone: here.offset };
  for (const locale of locales) {
    const found = locale.parse(question, reference).filter(({ text }) => longEnough.test(text));
    const dated = found.filter(({ start }) => start.isCertain('month'));
    const named = dated.length > 0 ? dated : found.filter(({ start }) => start.isCertain('weekday'));
    const spans = named.flatMap(({ start, end }) => {
      const from = toPast(toDay(start, zone), start, here).startOf(toUnit(start));
      const to = toPast(toDay(end ?? start, zone), end ?? start, here).endOf(toUnit(end ?? start));
      return from <= to && from <= here ? [{ from: from.toMillis(), to: to.toMillis() }] : [];
    });
    if (spans.length === 0) continue;
    return {
      fromMs: Math.min(...spans.map(({ from }) => from)),
      toMs: Math.max(...spans.map(({ to }) => to)),
      isDate: dated.length > 0,
      rest: named.reduce((rest, { text }) => rest.replace(text, ' '), question),
    };
  }
  return null;
}

function toDay(at: ParsedComponents, zone: string): DateTime {
  const [year, month, day] = (['year', 'month', 'day'] as const).map(part => at.get(part) ?? 1);
  return DateTime.fromObject({ year: year ?? 1, month: month ?? 1, day: day ?? 1 }, { zone });
}

/** Questions are about what was said. */
function toPast(day: DateTime, at: ParsedComponents, here: DateTime): DateTime {
  if (day <= here || at.isCertain('year')) return day;
  return day.minus(at.isCertain('month') ? { years: 1 } : { weeks: 1 });
}

function toUnit(at: ParsedComponents): 'day' | 'month' {
  return at.isCertain('day') || at.isCertain('weekday') ? 'day' : 'month';
}
