import * as chrono from 'chrono-node';
import { DateTime } from 'luxon';

/** Which end of a range a time without an hour stands for: "Friday" begins a range at its midnight and ends one at its last minute. */
export type RangeEnd = 'from' | 'to';

const units = { m: 'minutes', h: 'hours', d: 'days', w: 'weeks' } as const;
const short = /^(\d{1,5})\s*(m|h|d|w)$/i;

/**
 * Understands "2h", "3d", "2026-03-09", "2026-03-09 14:00", "yesterday 9am", "last friday" as an ISO instant,
 * said at `now` (ISO) by somebody in `zone` (IANA); null where the words name no time.
 */
export function parseTimeWords(words: string, now: string, zone: string, end: RangeEnd): string | null {
  const here = DateTime.fromISO(now, { zone });
  if (!here.isValid) return null;
  const plain = words.trim();
  const [, amount, letter] = short.exec(plain) ?? [];
  const unit = Object.entries(units).find(([each]) => each === letter?.toLowerCase())?.[1];
  if (unit) return toInstant(here.minus({ [unit]: Number(amount) }));
  const iso = DateTime.fromISO(plain.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T'), { zone });
  if (iso.isValid) return toInstant(/\d[T ]\d/i.test(plain) ? iso : toEnd(iso, end));
  return parseNatural(plain, here, end);
}

function parseNatural(words: string, here: DateTime, end: RangeEnd): string | null {
  // chrono ignores IANA zones: it is given the offset of that moment, and its answer is read on the zone's own clock.
  const [result, ...others] = chrono.parse(words, { instant: here.toJSDate(), timezone: here.offset });
  if (!result || others.length > 0 || result.text.length < words.length) return null;
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
  const hasTime = start.isCertain('hour') || /\b(?:ago|now|hours?|minutes?)\b/i.test(words);
  return toInstant(hasTime ? local : toEnd(local, end));
}

function toEnd(day: DateTime, end: RangeEnd): DateTime {
  return end === 'from' ? day.startOf('day') : day.endOf('day');
}

function toInstant(at: DateTime): string | null {
  return at.isValid ? at.toUTC().toISO() : null;
}
