import { Cron, CronPattern } from 'croner';
import { IANAZone } from 'luxon';
import { z } from 'zod';
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

const timing = {
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  zone: z.string().refine(isZone),
};

/**
 * When a digest runs: at a local `time` ("09:00") or by a cron line of five fields, in an IANA `zone`. A month without
 * the given `day` runs on its last day. A cron line keeps cron's own rule: "0 9 31 * *" skips April.
 */
export const scheduleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily'), ...timing }).readonly(),
  z.object({ kind: z.literal('weekdays'), ...timing }).readonly(),
  z
    .object({ kind: z.literal('weekly'), days: z.array(z.enum(weekdays)).min(1).readonly(), ...timing })
    .readonly(),
  z
    .object({
      kind: z.literal('monthly'),
      day: z.union([z.int().min(1).max(31), z.literal('last')]),
      ...timing,
    })
    .readonly(),
  z
    .object({
      kind: z.literal('cron'),
      line: z.string().refine(line => checkCron(line) === null),
      zone: timing.zone,
    })
    .readonly(),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

type CronRefusal = 'invalid_cron' | 'too_frequent' | 'never_runs';
export type ScheduleRefusal =
  | CronRefusal
  | 'unknown_zone'
  | 'unknown_schedule'
  | 'no_time'
  | 'unknown_time'
  | 'no_weekday'
  | 'no_day'
  | 'unknown_day';

export type ParsedSchedule =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly reason: ScheduleRefusal };

const cronStart = /^[\d*,/-]+\s+[\d*,/-]+(?:\s|$)/;

/**
 * Reads "daily 09:00", "weekdays at 9am", "weekly mon,thu 9:00", "every Monday at 9", "monthly 15 09:00",
 * "last day of the month at 18:00" or a cron line such as "0 9 * * 1-5".
 */
export function parseSchedule(words: string, zone: string): ParsedSchedule {
  if (!isZone(zone)) return { ok: false, reason: 'unknown_zone' };
  if (cronStart.test(words.trim())) {
    const line = words.trim().replace(/\s+/g, ' ');
    const reason = checkCron(line);
    return reason ? { ok: false, reason } : { ok: true, schedule: { kind: 'cron', line, zone } };
  }
  const text = words.toLowerCase().replace(/\bat (\d{1,2})(?![\d:]|\s*[ap]m)/, '$1:00');
  const days = parseDays(text.replace(clock, ' '));
  if (typeof days === 'string') return { ok: false, reason: days };
  const found = clock.exec(text);
  if (!found) return { ok: false, reason: 'no_time' };
  const time = toTime(found);
  return time ? { ok: true, schedule: { ...days, time, zone } } : { ok: false, reason: 'unknown_time' };
}

const clock =
  /(?<![\w:])(?<hour>\d{1,2})(?::(?<minute>\d\d)\s*(?<half>am|pm)?|\s*(?<bareHalf>am|pm))(?![\w:])/;

function toTime({ groups = {} }: RegExpExecArray): string | null {
  const { hour: given, minute = '00', half = groups['bareHalf'] } = groups;
  const hour = Number(given);
  if (half ? hour < 1 || hour > 12 : hour > 23) return null;
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
  return Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : null;
}

type Days =
  | { readonly kind: 'daily' | 'weekdays' }
  | { readonly kind: 'weekly'; readonly days: readonly (typeof weekdays)[number][] }
  | { readonly kind: 'monthly'; readonly day: number | 'last' };

function parseDays(text: string): Days | ScheduleRefusal {
  const rest = text
    .replace(/,|\b(?:every|each|on|at|the|and|of)\b/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .trim();
  if (/^(?:daily|day)$/.test(rest)) return { kind: 'daily' };
  if (/^weekdays?$/.test(rest)) return { kind: 'weekdays' };
  const isMonthly = /\bmonth(?:ly)?\b/.test(rest);
  const names = rest.split(/\s+/).filter(word => !/^(?:|day|week|weekly|month|monthly)$/.test(word));
  if (isMonthly) return parseMonthDay(names);
  if (names.length === 0) return /\bweek(?:ly)?\b/.test(rest) ? 'no_weekday' : 'unknown_schedule';
  const days = weekdays.filter(day => names.some(name => isWeekday(name, day)));
  const isKnown = names.every(name => days.some(day => isWeekday(name, day)));
  return isKnown ? { kind: 'weekly', days } : 'unknown_schedule';
}

function isWeekday(name: string, day: string): boolean {
  return name.length >= 2 && day.startsWith(name.replace(/s$/, ''));
}

function parseMonthDay([name, ...others]: readonly string[]): Days | ScheduleRefusal {
  if (name === undefined) return 'no_day';
  if (others.length > 0) return 'unknown_schedule';
  if (name === 'last') return { kind: 'monthly', day: name };
  if (!/^\d+$/.test(name)) return 'unknown_schedule';
  const day = Number(name);
  return day >= 1 && day <= 31 ? { kind: 'monthly', day } : 'unknown_day';
}

function checkCron(line: string): CronRefusal | null {
  let pattern: CronPattern;
  try {
    pattern = new CronPattern(line, undefined, { mode: '5-part' });
  } catch {
    return 'invalid_cron';
  }
  if (pattern.minute.filter(Boolean).length !== 1) return 'too_frequent';
  return createCron(line).nextRun(new Date(0)) ? null : 'never_runs';
}

/** The schedule as cron lines in croner's dialect; it runs when any of them does. */
export function toCron(schedule: Schedule): readonly string[] {
  if (schedule.kind === 'cron') return [schedule.line];
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
 * The first `count` ticks after an instant, as ISO instants in UTC.
 *
 * A local time that the clock skips runs once, at the moment the clock has jumped over it; one that the clock shows
 * twice runs once, the first time. Two ticks that fall on one instant are one.
 */
export function nextRuns(schedule: Schedule, after: string, count: number): readonly string[] {
  const zone = IANAZone.create(schedule.zone);
  const crons = toCron(schedule).map(createCron);
  const runs: string[] = [];
  let last = Date.parse(after);
  let local: number | undefined = toLocal(last, zone);
  while (runs.length < count) {
    local = pickRun(crons, local, 'next');
    if (local === undefined) break;
    const tick = toInstant(local, zone);
    if (tick <= last) continue;
    runs.push(new Date(tick).toISOString());
    last = tick;
  }
  return runs;
}

/** The last tick at or before an instant; null if there is none. */
export function lastDue(schedule: Schedule, at: string): string | null {
  const zone = IANAZone.create(schedule.zone);
  const crons = toCron(schedule).map(createCron);
  const end = Date.parse(at);
  // After the clock was set back, what it showed before counts as passed.
  let local: number | undefined = end + Math.max(toOffset(end, zone), toOffset(end - day, zone)) + 1;
  for (;;) {
    local = pickRun(crons, local, 'previous');
    if (local === undefined) return null;
    const tick = toInstant(local, zone);
    if (tick <= end) return new Date(tick).toISOString();
  }
}

/**
 * The tick to run at `now`, if any: the last one due, unless it is not later than `lastRunAt`.
 *
 * A tick missed for longer than one period is never the last one due: the tick after it covers its messages. So an
 * outage of any length is caught up by one run.
 *
 * @param lastRunAt The tick that was last started, or a later instant before which nothing is to be caught up: when the
 * digest was created, edited or resumed. It must never decrease, also when the machine's clock is set back.
 */
export function toDueTick(schedule: Schedule, lastRunAt: string, now: string): string | null {
  const tick = lastDue(schedule, now);
  return tick !== null && Date.parse(tick) > Date.parse(lastRunAt) ? tick : null;
}

// croner finds the times on a clock that never changes; `toInstant` puts them on the zone's clock. With a zone, croner
// drops a time in a gap that ends after midnight (America/Nuuk, 23:30) and treats lists and wildcards differently.

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

function toOffset(instant: number, zone: IANAZone): number {
  return zone.offset(instant) * 60_000;
}

/** What the clock of the zone shows, in milliseconds as if it were UTC. */
function toLocal(instant: number, zone: IANAZone): number {
  return instant + toOffset(instant, zone);
}

/** The first instant at which the clock of the zone shows `local` or, if it skips that, anything later. */
function toInstant(local: number, zone: IANAZone): number {
  const beforeChange = local - toOffset(local - day, zone);
  if (toLocal(beforeChange, zone) === local) return beforeChange;
  const afterChange = local - toOffset(local + day, zone);
  if (toLocal(afterChange, zone) === local) return afterChange;
  let [low, high] = [afterChange, beforeChange];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (toLocal(middle, zone) < local) low = middle;
    else high = middle;
  }
  return high;
}
