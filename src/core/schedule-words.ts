import { type CronRefusal, checkCron, type Schedule, toDayName, type Weekday, weekdays } from './schedule.ts';
import { isZone } from './time.ts';

export type ScheduleRefusal =
  | CronRefusal
  | 'unknown_zone'
  | 'unknown_schedule'
  | 'unsupported'
  | 'no_time'
  | 'unknown_time'
  | 'no_weekday'
  | 'no_day'
  | 'unknown_day';

type ParsedSchedule =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly reason: ScheduleRefusal };

const cronStart = /^[\d*,/-]+\s+[\d*,/-]+(?:\s|$)/;

/**
 * Reads "daily 09:00", "weekdays at 9am", "weekly mon,thu 9:00", "every Monday at 9", "weekends 10", "monthly 15 09:00",
 * "last day of the month at 18:00" or a cron line such as "0 9 * * 1-5". Days of the week may also be in the language of
 * `locale`.
 */
export function parseSchedule(words: string, zone: string, locale = 'en'): ParsedSchedule {
  if (!isZone(zone)) return { ok: false, reason: 'unknown_zone' };
  if (cronStart.test(words.trim())) {
    const line = words.trim().replace(/\s+/g, ' ');
    const reason = checkCron(line);
    return reason ? { ok: false, reason } : { ok: true, schedule: { kind: 'cron', line, zone } };
  }
  const text = toPlain(words).replace(/\bat (\d{1,2})(?![\d:.h]|\s*[ap]m)/, '$1:00');
  const parsed = parseDaysAndTime(text, zone, locale);
  if (parsed.ok || !/\s\d{1,2}$/.test(text)) return parsed;
  // The number at the end is the hour if that gives a schedule: "daily 9", "monthly 15 9".
  const timed = parseDaysAndTime(`${text}:00`, zone, locale);
  return timed.ok || parsed.reason === 'unknown_schedule' ? timed : parsed;
}

/** Lower case, without accents. */
function toPlain(words: string): string {
  return words.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

function parseDaysAndTime(text: string, zone: string, locale: string): ParsedSchedule {
  const untimed = text.replace(clock, ' ');
  const days = parseDays(untimed, locale);
  if (typeof days === 'string') {
    const isVague = days === 'unknown_schedule' || days === 'no_weekday';
    return { ok: false, reason: isVague && unsupported.test(untimed) ? 'unsupported' : days };
  }
  const found = clock.exec(text);
  if (!found) return { ok: false, reason: 'no_time' };
  const time = toTime(found);
  return time ? { ok: true, schedule: { ...days, time, zone } } : { ok: false, reason: 'unknown_time' };
}

const clock =
  /(?<![\w:.])(?<hour>\d{1,2})(?:[:.h](?<minute>\d\d)\s*(?<half>am|pm)?|\s*(?<bareHalf>am|pm)|h)(?![\w:])/;

/** Other intervals than a day, a week or a month, and the nth weekday of a month. */
const unsupported =
  /\b(?:bi-?weekly|bi-?monthly|fortnight|hourly|quarter|year|annual)|\b(?:every|each)\s+(?:(?:\d+(?:st|nd|rd|th)?|two|three|four|other|second)\s+[a-z]|hour)|\b(?:first|second|third|fourth|last|\d(?:st|nd|rd|th))\s+[a-z]+day\b/;

function toTime({ groups = {} }: RegExpExecArray): string | null {
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

function parseDays(text: string, locale: string): Days | ScheduleRefusal {
  const [, and] = new Intl.ListFormat(locale).formatToParts(['1', '2']);
  const rest = text
    .replaceAll(and?.value ?? ',', ' ')
    .replace(/[,.]|\b(?:every|each|on|at|the|and|of)\b/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .trim();
  if (/^(?:daily|day)$/.test(rest)) return { kind: 'daily' };
  if (/^weekdays?$/.test(rest)) return { kind: 'weekdays' };
  if (/^weekends?$/.test(rest)) return { kind: 'weekly', days: ['saturday', 'sunday'] };
  const isMonthly = /\bmonth(?:ly)?\b/.test(rest);
  const names = rest.split(/\s+/).filter(word => !/^(?:|day|week|weekly|month|monthly)$/.test(word));
  if (isMonthly) return parseMonthDay(names);
  if (names.length === 0) return /\bweek(?:ly)?\b/.test(rest) ? 'no_weekday' : 'unknown_schedule';
  const days = weekdays.filter(day => names.some(name => isWeekday(name, day, locale)));
  const isKnown = names.every(name => days.some(day => isWeekday(name, day, locale)));
  return isKnown ? { kind: 'weekly', days } : 'unknown_schedule';
}

function isWeekday(name: string, day: Weekday, locale: string): boolean {
  const singular = name.replace(/s$/, '');
  return name.length >= 2 && [day, toPlain(toDayName(day, locale))].some(each => each.startsWith(singular));
}

function parseMonthDay([name, ...others]: readonly string[]): Days | ScheduleRefusal {
  if (name === undefined) return 'no_day';
  if (others.length > 0) return 'unknown_schedule';
  if (name === 'last') return { kind: 'monthly', day: name };
  if (!/^\d+$/.test(name)) return 'unknown_schedule';
  const day = Number(name);
  return day >= 1 && day <= 31 ? { kind: 'monthly', day } : 'unknown_day';
}
