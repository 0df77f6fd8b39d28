import type { ParsedResult } from 'chrono-node';
// Each by itself: the package as a whole loads fifteen languages, which takes a twentieth of the time of a start.
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fr from 'chrono-node/fr';
import * as ja from 'chrono-node/ja';
import { DateTime } from 'luxon';
import { toCardinal as toGerman } from 'n2words/de-DE';
import { toCardinal as toEnglish } from 'n2words/en-US';
import { toCardinal as toSpanish } from 'n2words/es-ES';
import { toCardinal as toFrench } from 'n2words/fr-FR';
import { toCardinal as toJapanese } from 'n2words/ja-JP';

/** The end of a range that a time is for: "Friday" starts a range at its midnight and ends one at its last minute. */
export type RangeEnd = 'from' | 'to';

export const languages = { en, de, fr, es, ja } as const;
export const locales = Object.values(languages);

const midnights =
  /^(?:midnight|(?:um )?mitternacht|(?:à )?minuit|(?:a )?medianoche|真夜中|午前0時|深夜0時)$/i;
/** Words that make a weekday a future one; on its own it means the last one. */
const ahead =
  /^(?:next|this|nächste|kommende|diese|próximo|este|来週|今週|次の)|\b(?:prochain|qui vient|próximo|que viene)$/i;
/** Words around a weekday that do not change its meaning: the last one. */
const lastWeekday = /^(?:el |le |am )?(.+?)(?: pasado)?$/i;
const since = /^(?:since|seit|depuis|desde)\s+|(?:から|以降)$/i;

/** "-2h" is refused: without its sign it would be read as "2h". */
const signed = /^[-+]|\s[-+]+\s*\d/;

const clockTime = /^\d{1,2}:\d\d(?::\d\d)?$/;
const isoLike = /^(?:20\d\d$|\d{4}-|\d{8}(?:T|$))/;
const dotted = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>20\d\d)\b/;
const loose = /^(?<year>20\d\d)[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})\b/;

/**
 * Parses "2h", "2026-03-09 14:00", "14:00", "yesterday 9am" or "last friday", in five languages, as an ISO instant relative to `now` in
 * `zone`; null for anything else. A weekday on its own is the last one, because ranges are in the past.
 */
export function parseTimeWords(words: string, now: string, zone: string, end: RangeEnd): string | null {
  const here = DateTime.fromISO(now, { zone });
  if (!here.isValid) return null;
  const plain = toIsoDate(words.normalize('NFKC').replace(/’/g, "'").trim());
  if (signed.test(plain)) return null;
  const relative = parseRelativeTime(plain);
  if (relative?.kind === 'length') return toInstant(here.minus(relative.parts));
  if (relative)
    return toInstant(toPeriodEnd(here.minus({ [relative.unit]: relative.back }), relative.unit, end));
  if (midnights.test(plain)) return toInstant(here.startOf('day'));
  if (clockTime.test(plain)) return parseIso(`${here.toISODate()}T${plain.padStart(5, '0')}`, zone, end);
  const [date] = /^\d{4}-\d\d-\d\d/.exec(plain) ?? [];
  if (date && !DateTime.fromISO(date).isValid) return null;
  return (isoLike.test(plain) ? parseIso(plain, zone, end) : null) ?? parseNatural(plain, here, end);
}

export function parseSinceWords(words: string, now: string, zone: string): string | null {
  return (
    parseTimeWords(words, now, zone, 'from') ??
    parseTimeWords(words.trim().replace(since, ''), now, zone, 'from')
  );
}

/** Dates with dots always put the day first; chrono would read the month first. */
function toIsoDate(words: string): string {
  const match = dotted.exec(words) ?? loose.exec(words);
  const { year = '', month = '', day = '' } = match?.groups ?? {};
  return match
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${words.slice(match[0].length)}`
    : words;
}

function parseIso(words: string, zone: string, end: RangeEnd): string | null {
  const joined = words.replace(/ +(?=\d)/, 'T');
  const iso = DateTime.fromISO(joined, { zone });
  if (!iso.isValid) return null;
  if (!/\dT\d/i.test(joined)) return toInstant(toPeriodEnd(iso, toPeriod(joined), end));
  return toInstant(/Z$|[+-]\d\d(?::?\d\d)?$/i.test(joined.slice(11)) ? iso : pick(iso, end));
}

type Period = 'year' | 'month' | 'week' | 'day';

function toPeriod(date: string): Period {
  if (/^\d{4}$/.test(date)) return 'year';
  if (/^\d{4}-\d\d$/.test(date)) return 'month';
  return /^\d{4}-W\d\d$/i.test(date) ? 'week' : 'day';
}

function toPeriodEnd(at: DateTime, period: Period, end: RangeEnd): DateTime {
  return end === 'from' ? at.startOf(period) : at.endOf(period);
}

function parseNatural(words: string, here: DateTime, end: RangeEnd): string | null {
  const result = findTime(words, here);
  if (result === null) return null;
  const { start } = result;
  if (start.isCertain('timezoneOffset')) return start.date().toISOString();
  const local = DateTime.fromObject(
    {
      year: start.get('year') ?? here.year,
      month: start.get('month') ?? here.month,
      day: start.get('day') ?? here.day,
      hour: start.get('hour') ?? 0,
      minute: start.get('minute') ?? 0,
      second: start.get('second') ?? 0,
    },
    { zone: here.zoneName ?? 'utc' },
  );
  const isBareWeekday = start.isCertain('weekday') && !start.isCertain('day') && !ahead.test(words);
  const at = isBareWeekday && local > here ? local.minus({ weeks: 1 }) : local;
  const hasTime = start.isCertain('hour') || /\b(?:ago|now|hours?|minutes?)\b/i.test(words);
  return toInstant(hasTime ? pick(at, end) : toPeriodEnd(at, 'day', end));
}

function findTime(words: string, here: DateTime): ParsedResult | null {
  // chrono ignores IANA zones, so it gets the offset of that moment, and its answer is read in the zone.
  const reference = { instant: here.toJSDate(), timezone: here.offset };
  const [, weekday = words] = lastWeekday.exec(words) ?? [];
  for (const locale of locales) {
    const [result, ...others] = locale.parse(words, reference);
    if (!result || others.length > 0) continue;
    const isWhole = result.text.length === words.length;
    const { start, end } = result;
    // A range is no time.
    if (end) return null;
    if (isWhole || (result.text === weekday && start.isCertain('weekday') && !start.isCertain('day')))
      return result;
  }
  return null;
}

/** If the clock shows an hour twice, the first one starts a range and the second one ends it. */
function pick(at: DateTime, end: RangeEnd): DateTime {
  const readings = at.getPossibleOffsets().sort((a, b) => a.toMillis() - b.toMillis());
  return readings.at(end === 'from' ? 0 : -1) ?? at;
}

function toInstant(at: DateTime): string | null {
  // Instants are compared as strings, which requires years of four digits.
  return at.isValid && at.year > 0 && at.year < 10_000 ? at.toUTC().toISO() : null;
}

const periods = ['day', 'week', 'month', 'year'] as const;

/** A duration before now by unit, or a whole period: the current one or an earlier one. */
type RelativeTime =
  | { readonly kind: 'length'; readonly parts: Readonly<Record<string, number>> }
  | { readonly kind: 'period'; readonly unit: (typeof periods)[number]; readonly back: number };

const writers = { en: toEnglish, de: toGerman, fr: toFrench, es: toSpanish, ja: toJapanese } as const;

const units = {
  minutes: 'm|mins?|minutes?|minuten?|minutos?|分間?',
  hours: 'h|hrs?|hours?|std|stunden?|heures?|horas?|時間',
  days: 'd|days?|tage?n?|j|jours?|días?|日間?',
  weeks: 'w|wks?|weeks?|wo|wochen?|sem|semaines?|semanas?|週間?',
  months: 'mos?|mon|months?|monate?n?|mois|mes|meses|か月間?',
  years: 'y|yrs?|years?|jahre?n?|ans?|années?|años?|年間?',
};
/** Articles that mean one; n2words writes "uno". */
const ones = ['a', 'an', 'ein', 'eine', 'einem', 'einen', 'einer', 'un', 'une', 'una'];
const largestWord = 60;
const around = /^(?:vor|il y a|hace) | ?(?:ago|前)$/g;
const between = /^(?:[, ]|\b(?:and|und|et|y)\b|と)*$/u;

let numbers: ReadonlyMap<string, number> | undefined;
let part: RegExp | undefined;
let namedPeriods: ReadonlyMap<string, RelativeTime> | undefined;

/** Parses a duration ("2h 30m", "two hours ago", "vor drei Tagen") or a period ("last week", "la semana pasada"); null for anything else. */
function parseRelativeTime(words: string): RelativeTime | null {
  const plain = toPlain(words);
  namedPeriods ??= listPeriods();
  const period = namedPeriods.get(plain);
  if (period) return period;
  const parts = parseLength(plain.replace(around, ''));
  return parts && { kind: 'length', parts };
}

function parseLength(plain: string): Readonly<Record<string, number>> | null {
  numbers ??= listNumbers();
  const names = Object.entries(units).map(([unit, written]) => `(?<${unit}>${written})`);
  const count = `(?<count>(?<!\\d)\\d{1,5}|(?<!\\p{L})(?:${toAlternatives(numbers.keys())}))`;
  // In Latin script a number word is followed by a space; digits and kanji may touch their unit.
  part ??= new RegExp(
    `${count}(?:(?<=[\\d\\p{Script=Han}]) ?| )(?:${names.join('|')})\\.?(?![\\p{Script=Latin}\\p{M}])`,
    'gu',
  );
  const parts: Record<string, number> = {};
  for (const { groups: { count = '', ...found } = {} } of plain.matchAll(part)) {
    const unit = Object.keys(found).find(name => found[name] !== undefined) ?? '';
    // "2h 30m", but not "2h 2h".
    if (unit in parts) return null;
    parts[unit] = numbers.get(count) ?? Number(count);
  }
  return Object.keys(parts).length > 0 && between.test(plain.replace(part, '')) ? parts : null;
}

function listNumbers(): ReadonlyMap<string, number> {
  const found = new Map(ones.map(one => [one, 1]));
  for (const write of Object.values(writers))
    for (let value = 1; value <= largestWord; value++) found.set(toPlain(write(value)), value);
  return found;
}

function listPeriods(): ReadonlyMap<string, RelativeTime> {
  const found = new Map<string, RelativeTime>();
  for (const tag of Object.keys(writers)) {
    const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
    for (const unit of periods) {
      for (const back of [0, 1, 2]) {
        const name = toPlain(format.format(-back, unit));
        // "2 weeks ago" counts back from now.
        if (!/\d/.test(name)) found.set(name, { kind: 'period', unit, back });
      }
    }
  }
  return found;
}

/** Alternatives, longest first, so that "min" is not read as "m". */
function toAlternatives(texts: Iterable<string>): string {
  const sorted = [...texts].filter(Boolean).sort((a, b) => b.length - a.length);
  return sorted.map(RegExp.escape).join('|') || '(?!)';
}

/** Normalizes case, width, apostrophes, hyphens, spaces and か. */
function toPlain(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[-\s]+/g, ' ')
    .replace(/[ヶケヵカ箇](?=月)/g, 'か')
    .replace(/(?<=[\d\p{Script=Han}]) (?=[\p{Script=Han}\p{Script=Hiragana}])/gu, '')
    .trim();
}

/** The suggestions for `since:`, in the words that the parser reads. */
export const sinceChoices = {
  ownLast: 'my last message',
  lastSummary: 'last summary',
  day: '24 hours',
  yesterday: 'yesterday',
  week: 'this week',
} as const;

export type SinceChoice = keyof typeof sinceChoices;
