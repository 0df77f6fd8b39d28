import { type Schedule, toDayName, type Weekday } from '../../core/schedule.ts';
import type { DigestWords } from '../words/bot/digest/words.ts';
import { toBotWords } from '../words/bot/index.ts';

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

/** What names one summary of a digest: its day, in the zone of the schedule. */
export function toDigestTitle(at: string, { zone }: Schedule, language: string): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone });
  return toBotWords(language).digest.title(date.format(Date.parse(at)));
}
