import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
  lastDue,
  nextRuns,
  parseSchedule,
  type Schedule,
  scheduleSchema,
  toDueTick,
} from '../../src/core/schedule.ts';

function read(words: string, zone = 'Europe/Berlin'): Schedule {
  const parsed = parseSchedule(words, zone);
  if (!parsed.ok) throw new Error(`"${words}" was refused: ${parsed.reason}`);
  return parsed.schedule;
}

test.each([
  { kind: 'daily', time: '9:00', zone: 'UTC' },
  { kind: 'daily', time: '09:00', zone: 'Mars/Base' },
  { kind: 'weekly', days: [], time: '09:00', zone: 'UTC' },
  { kind: 'cron', line: '* * * * *', zone: 'UTC' },
  { kind: 'cron', line: '0 9 30 2 *', zone: 'UTC' },
])('a stored schedule that could not run is refused: %j', stored => {
  expect(scheduleSchema.safeParse(stored).success).toBe(false);
});

describe('the calendar', () => {
  test.each([
    ['monthly 31 9:00', '2028-01-15', ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']],
    ['monthly 29 9:00', '2028-01-31', ['2028-02-29', '2028-03-29', '2028-04-29', '2028-05-29']],
    ['monthly 30 9:00', '2027-01-31', ['2027-02-28', '2027-03-30']],
    ['monthly last 9:00', '2027-11-30T10:00:00Z', ['2027-12-31', '2028-01-31']],
    ['weekdays 9:00', '2027-12-30T10:00:00Z', ['2027-12-31', '2028-01-03']],
    ['0 9 29 2 *', '2027-01-01', ['2028-02-29', '2032-02-29']],
    ['0 9 31 * *', '2027-03-31T10:00:00Z', ['2027-05-31', '2027-07-31']],
  ])('"%s" after %s runs on %j', (words, after, days) => {
    const runs = nextRuns(read(words, 'UTC'), after, days.length);
    expect(runs).toEqual(days.map(day => `${day}T09:00:00.000Z`));
  });

  test('a tick is due at its instant, not a millisecond before, and is not after itself', () => {
    const daily = read('daily 9:00', 'UTC');
    expect(lastDue(daily, '2027-01-02T09:00:00.000Z')).toBe('2027-01-02T09:00:00.000Z');
    expect(lastDue(daily, '2027-01-02T08:59:59.999Z')).toBe('2027-01-01T09:00:00.000Z');
    expect(nextRuns(daily, '2027-01-02T09:00:00.000Z', 1)).toEqual(['2027-01-03T09:00:00.000Z']);
    expect(nextRuns(daily, '2027-01-02T08:59:59.999Z', 1)).toEqual(['2027-01-02T09:00:00.000Z']);
  });
});

describe('a clock change', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2027-03-28T01:30:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2027-10-02T15:45:00.000Z'],
    ['America/Nuuk', '23:30', '2027-03-28T01:30:00.000Z'],
    ['Pacific/Apia', '09:00', '2011-12-30T19:00:00.000Z'],
  ])('in %s that skips %s runs it once, as much later as it skips', (zone, time, instant) => {
    const before = DateTime.fromISO(instant).minus({ hours: 12 }).toISO() ?? '';
    expect(nextRuns(read(`daily ${time}`, zone), before, 1)).toEqual([instant]);
  });

  test.each([
    ['Europe/Berlin', '02:30', '2027-10-31T00:30:00.000Z'],
    ['America/New_York', '01:30', '2027-11-07T05:30:00.000Z'],
    ['Australia/Lord_Howe', '01:45', '2027-04-03T14:45:00.000Z'],
  ])('in %s that shows %s twice runs it the first time only', (zone, time, first) => {
    const daily = read(`daily ${time}`, zone);
    const next = DateTime.fromISO(first, { zone }).plus({ days: 1 }).toUTC().toISO();
    const justBefore = new Date(Date.parse(first) - 1).toISOString();
    expect(nextRuns(daily, justBefore, 2)).toEqual([first, next]);
    expect(lastDue(daily, new Date(Date.parse(first) + 45 * 60_000).toISOString())).toBe(first);
  });

  test('makes one run of two that fall on the same instant, and leaves out the repeated hour', () => {
    const hourly = read('0 * * * *');
    expect(nextRuns(hourly, '2027-03-28T00:00:00Z', 2)).toEqual([
      '2027-03-28T01:00:00.000Z',
      '2027-03-28T02:00:00.000Z',
    ]);
    expect(nextRuns(hourly, '2027-10-31T00:00:00Z', 1)).toEqual(['2027-10-31T02:00:00.000Z']);
  });
});

describe('the tick to run now', () => {
  const monday = '2027-01-04T09:00:00.000Z';
  const weekly = read('monday 9:00', 'UTC');

  test.each([
    ['nothing before the first tick', '2027-01-04T08:00:00.000Z', '2027-01-04T08:59:59.999Z', null],
    ['the tick at its instant', '2027-01-04T08:00:00.000Z', monday, monday],
    ['nothing once it was run', monday, '2027-01-04T09:00:00.001Z', null],
    ['a tick missed for six days', '2026-12-28T09:00:00.000Z', '2027-01-11T08:59:00.000Z', monday],
    ['one tick after three were missed', '2026-12-14T09:00:00.000Z', '2027-01-05T00:00:00.000Z', monday],
    [
      'nothing that was due before the digest was created or resumed',
      '2027-01-05T12:00:00.000Z',
      '2027-01-05T12:00:01.000Z',
      null,
    ],
    ['nothing again after the clock was set back', monday, '2027-01-02T00:00:00.000Z', null],
    ['nothing again when the clock comes to the tick a second time', monday, monday, null],
  ])('is %s', (_, lastRunAt, now, tick) => {
    expect(toDueTick(weekly, lastRunAt, now)).toBe(tick);
  });
});

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

test('the tick to run now never comes twice, and is younger than one period, over outages, pauses and a clock set back and forward', () => {
  const step = fc.record({
    hours: fc.oneof(
      fc.double({ min: -60, max: 200, noNaN: true }),
      fc.double({ min: 0, max: 2, noNaN: true }),
    ),
    isResumed: fc.integer({ min: 0, max: 9 }).map(number => number === 0),
  });
  const words = ['daily 02:30', 'weekdays 1:30', 'monthly 31 3:00', '10 */2 * * *'];
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
  const given = fc
    .tuple(fc.constantFrom(...words), fc.constantFrom(...zones))
    .map(([each, zone]) => read(each, zone));
  fc.assert(
    fc.property(given, fc.array(step, { minLength: 20, maxLength: 60 }), (schedule, steps) => {
      let now = Date.UTC(2027, 9, 20);
      let lastRunAt = iso(now);
      const runs: string[] = [];
      for (const { hours: passed, isResumed } of steps) {
        now += Math.round(passed * hour);
        if (isResumed && iso(now) > lastRunAt) lastRunAt = iso(now);
        const tick = toDueTick(schedule, lastRunAt, iso(now));
        if (tick === null) continue;
        expect(Date.parse(tick)).toBeLessThanOrEqual(now);
        expect(Date.parse(nextRuns(schedule, tick, 1)[0] ?? '')).toBeGreaterThan(now);
        lastRunAt = tick;
        runs.push(tick);
      }
      expect(runs).toEqual([...new Set(runs)].sort());
    }),
  );
});
