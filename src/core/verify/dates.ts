import { DateTime } from 'luxon';
import { spacedLetter as letter } from './words.ts';

/** A date in a text with the parts that it names; `offset` counts days from the day it was written. */
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

/** Languages for dates in claims, besides the conversation's own. */
const tags = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'];
const offsets = [-2, -1, 0, 1, 2];

/** @param toWriter Called once for each language: a format takes longer to create than to use. */
function toNames(
  toWriter: (tag: string) => (at: number) => string,
  ats: readonly number[],
): Map<string, number> {
  const names = tags.flatMap(tag => {
    const write = toWriter(tag);
    return ats.map(at => [write(at).toLowerCase(), at] as const);
  });
  return new Map(names.filter(([name]) => /^[\p{L}\s-]+$/u.test(name)));
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const writeWeekday = (weekday: 'long' | 'short') => (tag: string) => {
  const format = new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' });
  return (at: number) => format.format(Date.UTC(2024, 0, at)).replace(/\.$/, '');
};
const weekdays = toNames(writeWeekday('long'), oneTo(7));
/** "Fri" and "ven"; shorter ones would match other words. */
const shortWeekdays = new Map(
  [...toNames(writeWeekday('short'), oneTo(7))].filter(([name]) => name.length > 2 && !weekdays.has(name)),
);
// Some languages, such as Polish, decline the month after a day.
const months = new Map([
  ...toNames(tag => {
    const format = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
    return at => format.format(Date.UTC(2024, at - 1, 1));
  }, oneTo(12)),
  ...toNames(tag => {
    const format = new Intl.DateTimeFormat(tag, { month: 'long', day: 'numeric', timeZone: 'UTC' });
    return at =>
      format.formatToParts(Date.UTC(2024, at - 1, 1)).find(({ type }) => type === 'month')?.value ?? '';
  }, oneTo(12)),
]);
/** Short months that are words of another language beside a number: "Gen 4", "set 3 alarms", "Um 10 sie". */
const otherWords = new Set([
  'gen',
  'set',
  'sie',
  'mag',
  'out',
  'ago',
  'lip',
  'lug',
  'ott',
  'giu',
  'kwi',
  'lis',
]);
/** "Feb", "Sept" and "févr": only beside a day, because some are words ("mar", "set"). */
const shortMonths = new Map(
  [
    ...toNames(tag => {
      const format = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone: 'UTC' });
      return at => {
        const parts = format.formatToParts(Date.UTC(2024, at - 1, 1));
        return (parts.find(({ type }) => type === 'month')?.value ?? '').replace(/\.$/, '');
      };
    }, oneTo(12)),
    ['sep', 9] as const,
    ['sept', 9] as const,
  ].filter(([name]) => name.length > 2 && !months.has(name) && !otherWords.has(name)),
);
const relativeDays = toNames(tag => {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  return at => {
    const named = format.format(at, 'day');
    return /\d/.test(named) ? '' : named;
  };
}, offsets);

const anyOf = (names: ReadonlyMap<string, number>) =>
  [...names.keys()].sort((a, b) => b.length - a.length).join('|');
const edge = `(?<![${letter}\\p{N}])`;
const end = `(?![${letter}\\p{N}])`;
const ordinal = '(?:st|nd|rd|th|er|º|\\.)?';
const month = `(?:(?<month>${anyOf(months)})|(?<shortMonth>${anyOf(shortMonths)})\\.?)`;
const year = `(?:,?\\s+(?:(?:de|del)\\s+)?(?<year>\\d{4}))?`;
const dayNumber = '(?<day>0?[1-9]|[12]\\d|3[01])';
/** "30–31": the second day of a range. */
const toDay = '(?:\\s?[\\-–]\\s?(?<lastDay>0?[1-9]|[12]\\d|3[01]))?';
const monthNumber = '(?<monthNumber>0?[1-9]|1[0-2])';
const toPattern = (source: string) => new RegExp(source, 'giv');
const strict = [
  `${edge}(?<year>\\d{4})-(?<monthNumber>\\d{2})-(?<day>\\d{2})(?!\\d)`,
  `(?<![${letter}\\p{N}.,])${dayNumber}\\.${monthNumber}\\.(?:(?<year>\\d{4}|\\d{2}))?(?!\\d|\\.\\d)`,
  `(?<![${letter}\\p{N}.,\\/])(?<first>\\d{1,2})\\/(?<second>\\d{1,2})\\/(?<year>\\d{4}|\\d{2})(?!\\d|\\/)`,
  `${edge}${dayNumber}${ordinal}${toDay}${ordinal}\\s+(?:(?:of|de)\\s+)?${month}${year}${end}`,
  `${edge}${month}\\s+${dayNumber}(?:st|nd|rd|th)?${toDay}(?:st|nd|rd|th)?(?![${letter}\\p{N}:])${year}`,
  `${edge}${month}\\s+(?<year>\\d{4})${end}`,
  `${monthNumber}月${dayNumber}日`,
  `${edge}(?<weekday>${anyOf(weekdays)})${end}`,
  `${edge}(?<relative>${anyOf(relativeDays)})${end}`,
].map(toPattern);
/** Less clear names of a day: accepted in a message, but not as a date of a claim. */
const loose = [
  `(?<![${letter}\\p{N}.,\\/])(?<first>\\d{1,2})\\/(?<second>\\d{1,2})(?!\\d|\\/)`,
  `(?<![${letter}\\p{N}.,])${dayNumber}\\.${monthNumber}(?!\\d|\\.\\d)`,
  `${edge}${dayNumber}(?:st|nd|rd|th)${end}`,
  `${edge}(?<weekday>${anyOf(shortWeekdays)})${end}`,
].map(toPattern);
/** A month on its own counts only with a capital inside a sentence: "may" and "march" are also verbs. */
const lone = new RegExp(`(?<=[\\p{L}\\p{N},;:\\(]\\s)(?<month>\\p{Lu}\\p{Ll}+)${end}`, 'gv');
/** A quick test on lower-case text for any date; without flags, because it runs on every text. */
const dated = new RegExp(
  `\\d{4}-\\d\\d|\\d[./]\\d|\\d月|\\d(?:st|nd|rd|th)|${[weekdays, shortWeekdays, months, shortMonths, relativeDays].map(anyOf).join('|')}`,
);

/** The rest of a longer message is not searched for dates. */
const longestRead = 20_000;

export function readDates(text: string): readonly DateMention[] {
  return read(text, [...strict, lone]);
}

/** The dates in a message, including less clear ones: "3/10", "the 9th". */
export function readLooseDates(text: string): readonly DateMention[] {
  return read(text, [...strict, lone, ...loose]);
}

function read(text: string, patterns: readonly RegExp[]): readonly DateMention[] {
  let rest = text.slice(0, longestRead);
  if (!dated.test(rest.toLowerCase())) return [];
  const found: DateMention[] = [];
  for (const pattern of patterns) {
    let read = '';
    let end = 0;
    for (const { 0: written, index, groups = {} } of rest.matchAll(pattern)) {
      const mentions = toMentions(groups, index, index + written.length);
      if (mentions.length === 0) continue;
      found.push(...mentions);
      read += rest.slice(end, index) + ' '.repeat(written.length);
      end = index + written.length;
    }
    rest = read + rest.slice(end);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** One mention, or two if the order of day and month is unclear. */
function toMentions(
  groups: Record<string, string | undefined>,
  start: number,
  stop: number,
): readonly DateMention[] {
  const number = (name: string) => (groups[name] === undefined ? undefined : Number(groups[name]));
  const named = (name: string, names: ReadonlyMap<string, number>) =>
    names.get(groups[name]?.toLowerCase() ?? '');
  const written = number('year');
  const parts = {
    year: written !== undefined && written < 100 ? 2000 + written : written,
    month: number('monthNumber') ?? named('month', months) ?? named('shortMonth', shortMonths),
    day: number('day'),
    weekday: named('weekday', weekdays) ?? named('weekday', shortWeekdays),
    offset: named('relative', relativeDays),
  };
  const [first, second, lastDay] = [number('first'), number('second'), number('lastDay')];
  const orders =
    first === undefined || second === undefined
      ? [parts, ...(lastDay === undefined ? [] : [{ ...parts, day: lastDay }])]
      : [
          { ...parts, day: first, month: second },
          { ...parts, day: second, month: first },
        ].filter(({ day, month: of }) => day >= 1 && day <= 31 && of >= 1 && of <= 12);
  return orders.flatMap(each => {
    const known = Object.entries(each).filter(([, value]) => value !== undefined);
    return known.length === 0 ? [] : [{ start, end: stop, ...Object.fromEntries(known) }];
  });
}

/** Whether two mentions can be the same day; the first was written on `today`, the second on `otherToday` (ISO days). */
export function isSameDate(a: DateMention, today: string, b: DateMention, otherToday: string): boolean {
  if (a.weekday !== undefined && b.weekday !== undefined) return a.weekday === b.weekday;
  if (isDayOfMonth(a) && isDayOfMonth(b) && a.day !== b.day) return false;
  if (a.day === undefined && a.month !== undefined) return a.month === toMonth(b, otherToday);
  const [first, second] = [toMentionedDays(a, today), toMentionedDays(b, otherToday)];
  return first.some(day => second.includes(day));
}

function isDayOfMonth({ day, weekday, offset }: DateMention): boolean {
  return day !== undefined && weekday === undefined && offset === undefined;
}

function toMonth(mention: DateMention, today: string): number | undefined {
  return (
    mention.month ??
    (mention.offset === undefined ? undefined : Number(toMentionedDays(mention, today)[0]?.slice(5, 7)))
  );
}

/** The ISO days that a mention can be; a weekday may be in the same, the previous or the next week. */
export function toMentionedDays(
  { year: y, month: m, day, weekday, offset }: DateMention,
  today: string,
): readonly string[] {
  const reference = DateTime.fromISO(today, { zone: 'utc' });
  const toIso = (date: DateTime) => date.toISODate() ?? [];
  if (offset !== undefined) return [reference.plus({ days: offset })].flatMap(toIso);
  if (weekday !== undefined) {
    const monday = reference.startOf('week').plus({ days: weekday - 1 });
    return [-1, 0, 1].flatMap(weeks => toIso(monday.plus({ weeks })));
  }
  if (day === undefined) return [];
  const years = y === undefined ? [-1, 0, 1].map(step => reference.year + step) : [y];
  return years.flatMap(each => toIso(DateTime.utc(each, m ?? reference.month, day)));
}
