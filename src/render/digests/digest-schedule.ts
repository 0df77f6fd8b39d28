import { type Schedule, toDayName, type Weekday } from '../../core/schedule.ts';
import type { DigestWords } from '../words/bot/digest/words.ts';

/** A schedule in words: "every Monday and Thursday at 09:00 (Europe/Berlin)". */
export function toScheduleWords(schedule: Schedule, locale: string, words: DigestWords['schedule']): string {
  return `${toRecurrenceWords(schedule, locale, words)} (${schedule.zone})`;
}

/** The same without the zone. */
export function toRecurrenceWords(
  schedule: Schedule,
  locale: string,
  words: DigestWords['schedule'],
): string {
  switch (schedule.kind) {
    case 'daily':
      return words.daily(schedule.time);
    case 'weekdays':
      return words.weekdays(schedule.time);
    case 'weekly':
      return words.weekly(toDayNames(schedule.days, locale), schedule.time);
    case 'monthly':
      return schedule.day === 'last'
        ? words.lastDay(schedule.time)
        : words.monthly(schedule.day, schedule.time);
    case 'cron':
      return words.cron(schedule.line);
  }
}

function toDayNames(days: readonly Weekday[], locale: string): string {
  const names = days.map(day => toDayName(day, locale));
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
