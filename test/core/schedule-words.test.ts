import { describe, expect, test } from 'vitest';
import { parseSchedule, scheduleSchema } from '../../src/core/schedule.ts';

describe('what a person types', () => {
  test.each([
    ['daily 09:00', { kind: 'daily', time: '09:00' }],
    ['Every day at 9', { kind: 'daily', time: '09:00' }],
    ['daily 12:15 pm', { kind: 'daily', time: '12:15' }],
    ['daily 9', { kind: 'daily', time: '09:00' }],
    ['every day at 9.30', { kind: 'daily', time: '09:30' }],
    ['daily 18h15', { kind: 'daily', time: '18:15' }],
    ['monday 9', { kind: 'weekly', days: ['monday'], time: '09:00' }],
    ['every weekend at 10', { kind: 'weekly', days: ['saturday', 'sunday'], time: '10:00' }],
    ['monthly 15 9', { kind: 'monthly', day: 15, time: '09:00' }],
    ['weekdays at 9am', { kind: 'weekdays', time: '09:00' }],
    ['Thursdays and mondays at 9:30 PM', { kind: 'weekly', days: ['monday', 'thursday'], time: '21:30' }],
    ['tues, thurs 18:00', { kind: 'weekly', days: ['tuesday', 'thursday'], time: '18:00' }],
    ['on the 1st of every month at 9', { kind: 'monthly', day: 1, time: '09:00' }],
    ['last day of the month at 18:00', { kind: 'monthly', day: 'last', time: '18:00' }],
    [' 0  9 * * 1-5 ', { kind: 'cron', line: '0 9 * * 1-5' }],
    ['0 */6 * * *', { kind: 'cron', line: '0 */6 * * *' }],
    ['0 9 * * MON#1', { kind: 'cron', line: '0 9 * * MON#1' }],
  ])('"%s" is a schedule that survives storage', (words, expected) => {
    const schedule = { ...expected, zone: 'Europe/Berlin' };
    expect(parseSchedule(words, 'Europe/Berlin')).toEqual({ ok: true, schedule });
    expect(scheduleSchema.parse(JSON.parse(JSON.stringify(schedule)))).toEqual(schedule);
  });

  test.each([
    ['', 'unknown_schedule'],
    ['every 2 weeks', 'unknown_schedule'],
    ['every 9:00', 'unknown_schedule'],
    ['daily 9:00 10:00', 'unknown_schedule'],
    ['@daily', 'unknown_schedule'],
    ['daily', 'no_time'],
    ['daily 25:00', 'no_time'],
    ['daily 9:60', 'no_time'],
    ['weekly 9:00', 'unknown_schedule'],
    ['monthly 32 9:00', 'unknown_schedule'],
    ['0 9 * *', 'invalid_cron'],
    ['0 0 9 * * *', 'invalid_cron'],
    ['* * * * *', 'too_frequent'],
    ['0,30 9 * * *', 'too_frequent'],
    ['0 9 30 2 *', 'invalid_cron'],
  ])('"%s" is refused: %s', (words, reason) => {
    expect(parseSchedule(words, 'UTC')).toEqual({ ok: false, reason });
  });

  test.each([
    ['Montag 9', 'de', ['monday']],
    ['montags und freitags 9.00', 'de', ['monday', 'friday']],
    ['lundi et vendredi 9h', 'fr', ['monday', 'friday']],
    ['MIÉRCOLES 9:00', 'es-419', ['wednesday']],
    ['月曜日、木曜 9:00', 'ja', ['monday', 'thursday']],
    ['monday 9', 'ja', ['monday']],
  ] as const)('"%s" in %s is on %j', (words, locale, days) => {
    const schedule = { kind: 'weekly', days, time: '09:00', zone: 'UTC' };
    expect(parseSchedule(words, 'UTC', locale)).toEqual({ ok: true, schedule });
  });

  test('days of the week in a language that is not theirs are refused', () => {
    expect(parseSchedule('lundi 9', 'UTC', 'de')).toEqual({ ok: false, reason: 'unknown_schedule' });
  });

  test('a zone that does not exist is refused', () => {
    expect(parseSchedule('daily 9:00', 'Mars/Base')).toEqual({ ok: false, reason: 'unknown_zone' });
  });
});
