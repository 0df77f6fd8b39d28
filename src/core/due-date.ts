import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fr from 'chrono-node/fr';
import * as ja from 'chrono-node/ja';
import { DateTime } from 'luxon';
import { createZonedClock } from './time.ts';

/** A day, and the instant where an hour was named. */
export type DueDate = { readonly day: string; readonly at?: string };

const languages = { en, de, fr, es, ja } as const;
type Language = keyof typeof languages;

/** "3/4" is a day in March or in April. */
const slashed = /(?<!\d)(\d{1,2})\/(\d{1,2})(?!\d)/;

/** Particles such as "までに" change nothing. */
const hasMore = /[\p{Script=Latin}\p{N}]/u;

/** What the words of a due date mean. */
type DueMeaning = {
  readonly date: DueDate;
  /** The hour that was named, or noon of the day. */
  readonly instant: string;
  /** Five weeks earlier, the same words would have meant another day. */
  readonly isRelative: boolean;
  /** The primary subtag of the language of the words. */
  readonly language: string;
};

/** Whether it is over: at its time, or at the end of its day in the zone. */
export function isOverdue({ day, at }: DueDate, now: string, zone: string): boolean {
  return at === undefined ? day < createZonedClock(zone).day(now) : at < now;
}

/**
 * The day that "Friday", "by tomorrow noon" or "12 March" means for something that was said at an instant, in an IANA
 * zone: it lies ahead. Null if the words name no day, or could mean two.
 */
export function parseDueDate(words: string, saidAt: string, zone: string, language: string): DueDate | null {
  return interpretDueDate(words, saidAt, zone, language)?.date ?? null;
}

/** The day as in `parseDueDate`, and how the words say it; `language` is the first to try. */
export function interpretDueDate(
  words: string,
  saidAt: string,
  zone: string,
  language: string,
): DueMeaning | null {
  const here = DateTime.fromISO(saidAt, { zone });
  const [, first, second] = slashed.exec(words) ?? [];
  if (!here.isValid || (first !== second && Number(first) <= 12 && Number(second) <= 12)) return null;
  const names = Object.keys(languages) as Language[];
  const isOwn = (name: Language) => name === language.split('-')[0];
  for (const name of names.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const found = parseIn(name, words, here);
    if (!found) continue;
    const { at, isTimed } = found;
    if (at.startOf('day') < here.startOf('day')) return null;
    const day = at.toISODate();
    const instant = (isTimed ? at : at.set({ hour: 12 })).toUTC().toISO();
    return {
      date: { day, ...(isTimed && { at: instant }) },
      instant,
      isRelative: parseIn(name, words, here.minus({ weeks: 5 }))?.at.toISODate() !== day,
      language: name,
    };
  }
  return null;
}

/** The start of the day, or the hour that was named; null if the words name none or several in this language, or more than it. */
function parseIn(
  language: Language,
  words: string,
  here: DateTime<true>,
): { readonly at: DateTime<true>; readonly isTimed: boolean } | null {
  const reference = { instant: here.toJSDate(), timezone: here.offset };
  const [result, ...others] = languages[language].parse(words, reference, { forwardDate: true });
  if (!result || others.length > 0) return null;
  const { start, index, text } = result;
  // "Friday week" and "Friday the 13th" are not the next Friday.
  if (hasMore.test(words.slice(index + text.length))) return null;
  const isTimed = start.isCertain('hour');
  if (!isTimed && !start.isCertain('day') && !start.isCertain('weekday')) return null;
  // "Next week" may be any day of it: what is counted in weeks has an implied weekday.
  if (!isTimed && !start.isCertain('weekday') && start.get('weekday') !== null) return null;
  const at = DateTime.fromObject(
    {
      year: start.get('year') ?? here.year,
      month: start.get('month') ?? here.month,
      day: start.get('day') ?? here.day,
      ...(isTimed && { hour: start.get('hour') ?? 0, minute: start.get('minute') ?? 0 }),
    },
    { zone: here.zone },
  );
  return at.isValid ? { at, isTimed } : null;
}
