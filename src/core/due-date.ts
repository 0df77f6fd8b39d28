import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fr from 'chrono-node/fr';
import * as ja from 'chrono-node/ja';
import { DateTime } from 'luxon';

/** A day, and the instant where an hour was named. */
export type DueDate = { readonly day: string; readonly at?: string };

const languages = { en, de, fr, es, ja } as const;
type Language = keyof typeof languages;

/** "3/4" is a day in March or in April. */
const slashed = /(?<!\d)(\d{1,2})\/(\d{1,2})(?!\d)/;

/**
 * The day that "Friday", "by tomorrow noon" or "12 March" means for something that was said at an instant, in an IANA
 * zone: it lies ahead. Null if the words name no day, or could mean two.
 */
export function parseDueDate(words: string, saidAt: string, zone: string, language: string): DueDate | null {
  const here = DateTime.fromISO(saidAt, { zone });
  const [, first, second] = slashed.exec(words) ?? [];
  if (!here.isValid || (first !== second && Number(first) <= 12 && Number(second) <= 12)) return null;
  const reference = { instant: here.toJSDate(), timezone: here.offset };
  const order = [language as Language, ...(Object.keys(languages) as Language[])];
  for (const name of order) {
    const [result, ...others] = languages[name]?.parse(words, reference, { forwardDate: true }) ?? [];
    if (!result || others.length > 0) continue;
    const { start } = result;
    const isTimed = start.isCertain('hour');
    if (!isTimed && !start.isCertain('day') && !start.isCertain('weekday')) continue;
    const at = DateTime.fromObject(
      {
        year: start.get('year') ?? here.year,
        month: start.get('month') ?? here.month,
        day: start.get('day') ?? here.day,
        ...(isTimed && { hour: start.get('hour') ?? 0, minute: start.get('minute') ?? 0 }),
      },
      { zone },
    );
    if (!at.isValid || at.startOf('day') < here.startOf('day')) return null;
    const day = at.toISODate();
    return { day, ...(isTimed && { at: at.toUTC().toISO() }) };
  }
  return null;
}
