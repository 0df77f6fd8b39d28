import * as chrono from 'chrono-node';
import { DateTime } from 'luxon';

/** A date that a text names, as far as it names it; `offset` counts days from the day it was written. */
export type DateMention = {
  readonly start: number;
  readonly end: number;
  readonly year?: number;
  /** 1..12 */
  readonly month?: number;
  readonly day?: number;
  /** 1..7, Monday is 1. */
  readonly weekday?: number;
  readonly offset?: number;
};

/** Languages in which claims may name dates, whatever language the conversation is in. */
const tags = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'];
const offsets = [-2, -1, 0, 1, 2];

function toNames(write: (tag: string, at: number) => string, ats: readonly number[]): Map<string, number> {
  const names = tags.flatMap(tag => ats.map(at => [write(tag, at).toLowerCase(), at] as const));
  return new Map(names.filter(([name]) => /^[\p{L}\s-]+$/u.test(name)));
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const weekdays = toNames(
  (tag, at) =>
    new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, at)),
  oneTo(7),
);
// Polish and others decline the month beside a day.
const months = new Map([
  ...toNames(
    (tag, at) =>
      new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, at - 1, 1)),
    oneTo(12),
  ),
  ...toNames(
    (tag, at) =>
      new Intl.DateTimeFormat(tag, { month: 'long', day: 'numeric', timeZone: 'UTC' })
        .formatToParts(Date.UTC(2024, at - 1, 1))
        .find(({ type }) => type === 'month')?.value ?? '',
    oneTo(12),
  ),
]);
const relativeDays = toNames((tag, at) => {
  const named = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(at, 'day');
  return /\d/.test(named) ? '' : named;
}, offsets);

const anyOf = (names: ReadonlyMap<string, number>) =>
  [...names.keys()].sort((a, b) => b.length - a.length).join('|');
const edge = '(?<![\\p{L}\\p{N}])';
const end = '(?![\\p{L}\\p{N}])';
const ordinal = '(?:st|nd|rd|th|er|º|\\.)?';
const month = `(?<month>${anyOf(months)})`;
const year = `(?:,?\\s+(?:(?:de|del)\\s+)?(?<year>\\d{4}))?`;
const patterns = [
  `${edge}(?<year>\\d{4})-(?<monthNumber>\\d{2})-(?<day>\\d{2})(?!\\d)`,
  `${edge}(?<day>[0-3]?\\d)\\.(?<monthNumber>[01]?\\d)\\.(?<year>\\d{4})?(?!\\d)`,
  `${edge}(?<day>\\d{1,2})${ordinal}\\s+(?:(?:of|de)\\s+)?${month}${year}${end}`,
  `${edge}${month}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}:])${year}`,
  `${edge}${month}\\s+(?<year>\\d{4})${end}`,
  `${edge}(?<weekday>${anyOf(weekdays)})${end}`,
  `${edge}(?<relative>${anyOf(relativeDays)})${end}`,
].map(source => new RegExp(source, 'giu'));
/** Alone, a month is written with a capital inside a sentence: "may" and "march" are also verbs. */
const lone = new RegExp(`(?<=[\\p{L}\\p{N},;:(]\\s)(?<month>\\p{Lu}\\p{Ll}+)${end}`, 'gu');
/** A lower-case text that names a date somehow; without flags, for it is tried on every text. */
const dated = new RegExp(
  `\\d{4}-\\d\\d|\\d\\.\\d{1,2}\\.|${[weekdays, months, relativeDays].map(anyOf).join('|')}`,
);

/** The dates that a text names, in order; none overlaps another. */
export function readDates(text: string): readonly DateMention[] {
  if (!dated.test(text.toLowerCase())) return [];
  const found: DateMention[] = [];
  for (const pattern of [...patterns, lone]) {
    for (const match of text.matchAll(pattern)) {
      const [start, stop] = [match.index, match.index + match[0].length];
      const mention = toMention(match.groups ?? {}, start, stop);
      const isTaken = found.some(each => each.start < stop && start < each.end);
      if (mention && !isTaken) found.push(mention);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function toMention(
  groups: Record<string, string | undefined>,
  start: number,
  stop: number,
): DateMention | null {
  const number = (name: string) => (groups[name] === undefined ? undefined : Number(groups[name]));
  const named = (name: string, names: ReadonlyMap<string, number>) =>
    names.get(groups[name]?.toLowerCase() ?? '');
  const parts = {
    year: number('year'),
    month: number('monthNumber') ?? named('month', months),
    day: number('day'),
    weekday: named('weekday', weekdays),
    offset: named('relative', relativeDays),
  };
  const known = Object.entries(parts).filter(([, value]) => value !== undefined);
  return known.length === 0 ? null : { start, end: stop, ...Object.fromEntries(known) };
}

const parsers: Readonly<Record<string, { readonly parse: typeof chrono.parse }>> = {
  de: chrono.de,
  en: chrono,
  es: chrono.es,
  fr: chrono.fr,
  it: chrono.it,
  ja: chrono.ja,
  nl: chrono.nl,
  pt: chrono.pt,
};

/** Dates in any wording that chrono knows ("next Fri", "the 9th", "in two days"), as days in ISO form. */
export function parseDays(text: string, today: string, languages: readonly string[]): readonly string[] {
  const reference = new Date(`${today}T12:00:00`);
  return languages.flatMap(language => {
    const parser = parsers[language.split('-')[0] ?? language];
    return (parser?.parse(text, reference) ?? []).flatMap(({ start, end: until }) =>
      [start, ...(until ? [until] : [])]
        // "This week" and "next month" name no day.
        .filter(each => each.isCertain('day') || each.isCertain('weekday'))
        .map(each => {
          const [y, m, d] = [each.get('year'), each.get('month'), each.get('day')];
          return DateTime.fromObject({ year: y ?? 1, month: m ?? 1, day: d ?? 1 }).toISODate() ?? '';
        }),
    );
  });
}

/** Whether two mentions can mean the same day, the first read on `today`, the second on `otherToday` (ISO days). */
export function isSameDate(a: DateMention, today: string, b: DateMention, otherToday: string): boolean {
  if (a.weekday !== undefined && b.weekday !== undefined) return a.weekday === b.weekday;
  if (a.day === undefined && a.month !== undefined) return a.month === toMonth(b, otherToday);
  const [first, second] = [toDays(a, today), toDays(b, otherToday)];
  return first.some(day => second.includes(day));
}

function toMonth(mention: DateMention, today: string): number | undefined {
  return (
    mention.month ??
    (mention.offset === undefined ? undefined : Number(toDays(mention, today)[0]?.slice(5, 7)))
  );
}

/** The ISO days that a mention may mean; a weekday is one of the fortnight around the day it was written on. */
export function toDays(
  { year: y, month: m, day, weekday, offset }: DateMention,
  today: string,
): readonly string[] {
  const reference = DateTime.fromISO(today, { zone: 'utc' });
  const toIso = (date: DateTime) => date.toISODate() ?? '';
  if (offset !== undefined) return [toIso(reference.plus({ days: offset }))];
  if (weekday !== undefined) {
    const monday = reference.startOf('week').plus({ days: weekday - 1 });
    return [-1, 0, 1].map(weeks => toIso(monday.plus({ weeks })));
  }
  if (day === undefined) return [];
  const years = y === undefined ? [-1, 0, 1].map(step => reference.year + step) : [y];
  return years.map(each => toIso(DateTime.utc(each, m ?? reference.month, day)));
}
