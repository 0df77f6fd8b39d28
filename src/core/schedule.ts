import { Cron, CronPattern } from 'croner';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { storedObject } from './stored.ts';
import { isZone } from './time.ts';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

export function toDayName(weekday: Weekday, locale: string): string {
  // 1 January 2024 was a Monday.
  const date = Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday));
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

const timing = {
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  zone: z.string().refine(isZone),
};

/** A note is renewed at most this often. */
export const newsMinutes = 10;

/**
 * When a digest runs: at a local `time` or by a cron line, in an IANA `zone`. A month without the given `day` runs on its last day,
 * but "0 9 31 * *" skips April. A note runs every ten minutes from `minute` on, if there is something new.
 */
export const scheduleSchema = z.discriminatedUnion('kind', [
  storedObject({ kind: z.literal('daily'), ...timing }).readonly(),
  storedObject({ kind: z.literal('weekdays'), ...timing }).readonly(),
  storedObject({
    kind: z.literal('weekly'),
    days: z.array(z.enum(weekdays)).min(1).readonly(),
    ...timing,
  }).readonly(),
  storedObject({
    kind: z.literal('monthly'),
    day: z.union([z.int().min(1).max(31), z.literal('last')]),
    ...timing,
  }).readonly(),
  storedObject({
    kind: z.literal('cron'),
    line: z.string().refine(line => checkCron(line) === null),
    zone: timing.zone,
  }).readonly(),
  storedObject({
    kind: z.literal('news'),
    minute: z
      .int()
      .min(0)
      .max(newsMinutes - 1),
    zone: timing.zone,
  }).readonly(),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/** Why a cron line cannot be a schedule; null if it can. */
function checkCron(line: string): 'invalid_cron' | 'too_frequent' | null {
  try {
    const { minute } = new CronPattern(line, undefined, { mode: '5-part' });
    if (minute.filter(Boolean).length !== 1) return 'too_frequent';
    return createCron(line).nextRun(new Date(0)) ? null : 'invalid_cron';
  } catch {
    return 'invalid_cron';
  }
}

/** The schedule of a note: not all notes are renewed at the same minute. */
export function toNewsSchedule(now: string, zone: string): Schedule {
  return { kind: 'news', minute: new Date(now).getUTCMinutes() % newsMinutes, zone };
}

/** The schedule as cron lines in croner's dialect; it runs when any of them does. */
function toCron(schedule: Schedule): readonly string[] {
  if (schedule.kind === 'cron') return [schedule.line];
  if (schedule.kind === 'news') return [`${schedule.minute}-59/${newsMinutes} * * * *`];
  const [hour, minute] = schedule.time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  switch (schedule.kind) {
    case 'daily':
      return [`${at} * * *`];
    case 'weekdays':
      return [`${at} * * MON-FRI`];
    case 'weekly':
      return [`${at} * * ${schedule.days.map(day => day.slice(0, 3).toUpperCase()).join(',')}`];
    case 'monthly': {
      const { day } = schedule;
      if (day === 'last' || day === 31) return [`${at} L * *`];
      return day > 28 ? [`${at} ${day} * *`, `${at} L 2 *`] : [`${at} ${day} * *`];
    }
  }
}

/**
 * The first `count` ticks after an instant, as ISO instants. A local time that the clock skips runs once, later by as much; one that it
 * shows twice runs once, the first time. Two ticks at the same instant count as one.
 */
export function nextRuns(schedule: Schedule, after: string, count: number): readonly string[] {
  const crons = toCron(schedule).map(createCron);
  const runs: string[] = [];
  let last = Date.parse(after);
  let local: number | undefined = toLocal(last, schedule.zone);
  while (runs.length < count) {
    local = pickRun(crons, local, 'next');
    if (local === undefined) break;
    const tick = toInstant(local, schedule.zone);
    if (tick <= last) continue;
    runs.push(new Date(tick).toISOString());
    last = tick;
  }
  return runs;
}

/** The last tick at or before an instant; null if there is none. */
export function lastDue(schedule: Schedule, at: string): string | null {
  const crons = toCron(schedule).map(createCron);
  const end = Date.parse(at);
  // A day later: after the clock was set back, the times that it showed before have passed.
  let local: number | undefined = toLocal(end, schedule.zone) + day;
  for (;;) {
    local = pickRun(crons, local, 'previous');
    if (local === undefined) return null;
    const tick = toInstant(local, schedule.zone);
    if (tick <= end) return new Date(tick).toISOString();
  }
}

/**
 * The tick to run at `now`, if any: the last one due after `lastRunAt`, which must never decrease, even if the clock is set back.
 * It covers the messages of earlier missed ones, so one run catches up after an outage of any length.
 */
export function toDueTick(schedule: Schedule, lastRunAt: string, now: string): string | null {
  const tick = lastDue(schedule, now);
  return tick !== null && Date.parse(tick) > Date.parse(lastRunAt) ? tick : null;
}

// croner finds the times on a clock that never changes; `toInstant` converts them to the zone's clock. With a zone,
// croner drops a time in a gap that ends after midnight (America/Nuuk, 23:30) and treats lists and wildcards
// differently.

function createCron(line: string): Cron {
  return new Cron(line, { mode: '5-part', utcOffset: 0 });
}

function pickRun(crons: readonly Cron[], local: number, side: 'next' | 'previous'): number | undefined {
  const from = new Date(local);
  const runs = crons
    .flatMap(cron => (side === 'next' ? cron.nextRuns(1, from) : cron.previousRuns(1, from)))
    .map(Number)
    .sort((a, b) => a - b);
  return runs.at(side === 'next' ? 0 : -1);
}

const day = 86_400_000;

/** The local time in the zone, in milliseconds as if it were UTC. */
function toLocal(instant: number, zone: string): number {
  return instant + DateTime.fromMillis(instant, { zone }).offset * 60_000;
}

/** The first instant at which the zone's clock shows `local`; if it skips that, as much later as it skips. */
function toInstant(local: number, zone: string): number {
  const shown = DateTime.fromMillis(local, { zone: 'utc' }).setZone(zone, { keepLocalTime: true });
  return Math.min(...shown.getPossibleOffsets().map(Number));
}

export type ScheduleRefusal =
  | 'invalid_cron'
  | 'too_frequent'
  | 'unknown_zone'
  | 'unknown_schedule'
  | 'no_time';

type ParsedSchedule =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly reason: ScheduleRefusal };

const cronStart = /^[\d*,/-]+\s+[\d*,/-]+(?:\s|$)/;

/**
 * Reads "daily 09:00", "weekly mon,thu 9:00", "every Monday at 9", "monthly 15 09:00", "last day of the month at 18:00" or a cron line.
 * Days of the week may also be in the language of `locale`.
 */
export function parseSchedule(words: string, zone: string, locale = 'en'): ParsedSchedule {
  if (!isZone(zone)) return { ok: false, reason: 'unknown_zone' };
  const plain = toPlain(words);
  if (cronStart.test(plain)) {
    const line = words.trim().replace(/\s+/g, ' ');
    const reason = checkCron(line);
    return reason ? { ok: false, reason } : { ok: true, schedule: { kind: 'cron', line, zone } };
  }
  // Without a clock time, the number at the end is the hour: "daily 9", "monthly 15 9".
  const text = clock.test(plain) ? plain : plain.replace(/(?<=\bat )\d{1,2}\b|(?<=\s)\d{1,2}$/, '$&:00');
  const days = parseDays(text.replace(clock, ' '), locale);
  if (days === null) return { ok: false, reason: 'unknown_schedule' };
  const time = toTime(text);
  return time ? { ok: true, schedule: { ...days, time, zone } } : { ok: false, reason: 'no_time' };
}

/** Lower case, without accents. */
function toPlain(words: string): string {
  return words.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

const clock =
  /(?<![\w:.])(?<hour>\d{1,2})(?:[:.h](?<minute>\d\d)\s*(?<half>am|pm)?|\s*(?<bareHalf>am|pm)|h)(?![\w:])/;

function toTime(text: string): string | null {
  const { groups } = clock.exec(text) ?? {};
  if (groups === undefined) return null;
  const { hour: given, minute = '00', half = groups['bareHalf'] } = groups;
  const hour = Number(given);
  if (half ? hour < 1 || hour > 12 : hour > 23) return null;
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
  return Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : null;
}

type Days =
  | { readonly kind: 'daily' | 'weekdays' }
  | { readonly kind: 'weekly'; readonly days: readonly Weekday[] }
  | { readonly kind: 'monthly'; readonly day: number | 'last' };

function parseDays(text: string, locale: string): Days | null {
  const [, and] = new Intl.ListFormat(locale).formatToParts(['1', '2']);
  const rest = text
    .replaceAll(and?.value ?? ',', ' ')
    .replace(/[,.]|\b(?:every|each|on|at|the|and|of)\b/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .trim();
  if (/^(?:daily|day)$/.test(rest)) return { kind: 'daily' };
  if (/^weekdays?$/.test(rest)) return { kind: 'weekdays' };
  if (/^weekends?$/.test(rest)) return { kind: 'weekly', days: ['saturday', 'sunday'] };
  const names = rest.split(/\s+/).filter(word => !/^(?:|day|week|weekly|month|monthly)$/.test(word));
  const [name = '', ...others] = names;
  if (/\bmonth(?:ly)?\b/.test(rest)) {
    const day = name === 'last' ? name : Number(name);
    const isDay = others.length === 0 && (day === 'last' || (day >= 1 && day <= 31));
    return isDay ? { kind: 'monthly', day } : null;
  }
  const days = weekdays.filter(day => names.some(each => isWeekday(each, day, locale)));
  const isKnown = names.length > 0 && names.every(each => days.some(day => isWeekday(each, day, locale)));
  return isKnown ? { kind: 'weekly', days } : null;
}

function isWeekday(name: string, day: Weekday, locale: string): boolean {
  const singular = name.replace(/s$/, '');
  return name.length >= 2 && [day, toPlain(toDayName(day, locale))].some(each => each.startsWith(singular));
}
