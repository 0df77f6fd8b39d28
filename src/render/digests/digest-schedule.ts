import { type Schedule, toDayName, type Weekday } from '../../core/schedule.ts';
import { type Texts, toTexts } from '../texts.ts';

/** A schedule in words: "every Monday and Thursday at 09:00 (Europe/Berlin)". */
export function toScheduleWords(schedule: Schedule, locale: string, t: Texts): string {
  return `${toRecurrenceWords(schedule, locale, t)} (${schedule.zone})`;
}

/** The same without the zone. */
export function toRecurrenceWords(schedule: Schedule, locale: string, t: Texts): string {
  switch (schedule.kind) {
    case 'daily':
      return t('bot.digest.schedule.daily', { time: schedule.time });
    case 'weekdays':
      return t('bot.digest.schedule.weekdays', { time: schedule.time });
    case 'weekly':
      return t('bot.digest.schedule.weekly', {
        days: toDayNames(schedule.days, locale),
        time: schedule.time,
      });
    case 'monthly':
      return schedule.day === 'last'
        ? t('bot.digest.schedule.lastDay', { time: schedule.time })
        : t('bot.digest.schedule.monthly', { day: schedule.day, time: schedule.time });
    case 'cron':
      return t('bot.digest.schedule.cron', { line: schedule.line });
  }
}

function toDayNames(days: readonly Weekday[], locale: string): string {
  const names = days.map(day => toDayName(day, locale));
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

/** What names one summary of a digest: its day, in the zone of the schedule. */
export function toDigestTitle(at: string, { zone }: Schedule, language: string): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone });
  return toTexts(language)('bot.digest.title', { date: date.format(Date.parse(at)) });
}
