import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
  lastDue,
  nextRuns,
  type Schedule,
  scheduleSchema,
  toCron,
  toDueTick,
  weekdays,
} from '../../src/core/schedule.ts';
import { parseSchedule } from '../../src/core/schedule-words.ts';

function read(words: string, zone = 'Europe/Berlin'): Schedule {
  const parsed = parseSchedule(words, zone);
  if (!parsed.ok) throw new Error(`"${words}" was refused: ${parsed.reason}`);
  return parsed.schedule;
}

test.each([
  { kind: 'daily', time: '9:00', zone: 'UTC' },
  { kind: 'daily', time: '24:00', zone: 'UTC' },
  { kind: 'daily', time: '09:00', zone: 'Mars/Base' },
  { kind: 'weekly', days: [], time: '09:00', zone: 'UTC' },
  { kind: 'monthly', day: 32, time: '09:00', zone: 'UTC' },
  { kind: 'cron', line: '* * * * *', zone: 'UTC' },
  { kind: 'cron', line: '0 9 30 2 *', zone: 'UTC' },
])('a stored schedule that could not run is refused: %j', stored => {
  expect(scheduleSchema.safeParse(stored).success).toBe(false);
});

test.each([
  ['daily 09:05', ['5 9 * * *']],
  ['weekdays 09:00', ['0 9 * * MON-FRI']],
  ['sun, wed 23:30', ['30 23 * * WED,SUN']],
  ['monthly 28 09:00', ['0 9 28 * *']],
  ['monthly 30 09:00', ['0 9 30 * *', '0 9 L 2 *']],
  ['monthly 31 09:00', ['0 9 L * *']],
  ['monthly last 09:00', ['0 9 L * *']],
  ['0 9 31 * *', ['0 9 31 * *']],
])('"%s" is the cron lines %j', (words, lines) => {
  expect(toCron(read(words))).toEqual(lines);
});

describe('the calendar', () => {
  test.each([
    ['monthly 31 9:00', '2028-01-15', ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']],
    ['monthly 30 9:00', '2027-01-31', ['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30']],
    ['monthly 29 9:00', '2028-01-31', ['2028-02-29', '2028-03-29', '2028-04-29', '2028-05-29']],
    ['monthly 29 9:00', '2027-01-31', ['2027-02-28', '2027-03-29', '2027-04-29', '2027-05-29']],
    ['monthly last 9:00', '2027-11-30T10:00:00Z', ['2027-12-31', '2028-01-31']],
    ['monthly 1 9:00', '2027-12-02', ['2028-01-01', '2028-02-01']],
    ['weekdays 9:00', '2027-12-30T10:00:00Z', ['2027-12-31', '2028-01-03']],
    ['0 9 29 2 *', '2027-01-01', ['2028-02-29', '2032-02-29']],
    ['0 9 31 * *', '2027-03-31T10:00:00Z', ['2027-05-31', '2027-07-31']],
  ])('"%s" after %s runs on %j', (words, after, days) => {
    const runs = nextRuns(read(words, 'UTC'), after, days.length);
    expect(runs).toEqual(days.map(day => `${day}T09:00:00.000Z`));
  });

  test('the day is that of the zone, not that of UTC', () => {
    expect(nextRuns(read('monday 8:00', 'Pacific/Auckland'), '2027-01-01T00:00:00Z', 1)).toEqual([
      '2027-01-03T19:00:00.000Z',
    ]);
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
    ['Europe/Berlin', '02:30', '2027-03-28T01:00:00.000Z'],
    ['America/New_York', '02:30', '2027-03-14T07:00:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2027-10-02T15:30:00.000Z'],
    ['America/Sao_Paulo', '00:30', '2018-11-04T03:00:00.000Z'],
    ['America/Nuuk', '23:30', '2027-03-28T01:00:00.000Z'],
    ['Pacific/Apia', '09:00', '2011-12-30T10:00:00.000Z'],
  ])('in %s that skips %s runs it at the moment of the change', (zone, time, instant) => {
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

const zones = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Havana',
  'America/New_York',
  'America/Nuuk',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'UTC',
];

/** A schedule, and how luxon decides the same. */
type Case = {
  readonly schedule: Schedule;
  readonly isOn: (date: DateTime) => boolean;
  readonly times: readonly string[];
};

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const timeOfDay = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`);

function dayCases(zone: string): fc.Arbitrary<Case> {
  const sorted = fc.subarray([...weekdays], { minLength: 1 });
  return fc.oneof(
    timeOfDay.map(
      (time): Case => ({ schedule: { kind: 'daily', time, zone }, isOn: () => true, times: [time] }),
    ),
    timeOfDay.map(
      (time): Case => ({
        schedule: { kind: 'weekdays', time, zone },
        isOn: date => date.weekday <= 5,
        times: [time],
      }),
    ),
    fc.tuple(timeOfDay, sorted).map(
      ([time, days]): Case => ({
        schedule: { kind: 'weekly', days, time, zone },
        isOn: date => days.some(day => weekdays.indexOf(day) + 1 === date.weekday),
        times: [time],
      }),
    ),
    fc.tuple(timeOfDay, fc.oneof(fc.constant('last' as const), fc.integer({ min: 1, max: 31 }))).map(
      ([time, day]): Case => ({
        schedule: { kind: 'monthly', day, time, zone },
        isOn: date => date.day === Math.min(day === 'last' ? 31 : day, date.daysInMonth ?? 0),
        times: [time],
      }),
    ),
  );
}

function hourlyCases(zone: string): fc.Arbitrary<Case> {
  return fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 5 })).map(([minute, step]) => ({
    schedule: { kind: 'cron', line: `${minute} */${step} * * *`, zone },
    isOn: () => true,
    times: hours.filter(hour => hour % step === 0).map(hour => `${pad(hour)}:${pad(minute)}`),
  }));
}

const shown = "yyyy-MM-dd'T'HH:mm";

/** By luxon: the first minute in which the clock shows `wanted`, or more if it skips that. */
function findShown(wanted: string, zone: string): number {
  const at = DateTime.fromISO(wanted, { zone });
  const showing = [at, ...at.getPossibleOffsets()].filter(each => each.toFormat(shown) === wanted);
  if (showing.length > 0) return Math.min(...showing.map(Number));
  let later = at.toFormat(shown) > wanted ? at : at.plus({ days: 1 });
  for (;;) {
    const earlier = later.minus({ minutes: 1 });
    if (earlier.toFormat(shown) < wanted) return later.toMillis();
    later = earlier;
  }
}

/** By luxon: the ticks after `from`, up to `to`. */
function findTicks({ schedule, isOn, times }: Case, from: number, to: number): readonly string[] {
  const first = DateTime.fromMillis(from, { zone: 'utc' }).startOf('day').minus({ days: 2 });
  const dates = Array.from({ length: Math.ceil((to - from) / 86_400_000) + 5 }, (_, at) =>
    first.plus({ days: at }),
  );
  const ticks = dates
    .filter(isOn)
    .flatMap(date => times.map(time => findShown(`${date.toISODate()}T${time}`, schedule.zone)))
    .filter(tick => tick > from && tick <= to);
  return [...new Set(ticks)].sort((a, b) => a - b).map(tick => new Date(tick).toISOString());
}

function toIso(instant: number): string {
  return new Date(instant).toISOString();
}

function expectAgreement(given: Case, from: number, to: number, probes: readonly number[]): void {
  const ticks = findTicks(given, from, to);
  expect(nextRuns(given.schedule, toIso(from), ticks.length)).toEqual(ticks);
  for (const probe of probes) {
    const at = Math.floor(from + probe * (to - from));
    const passed = ticks.filter(tick => Date.parse(tick) <= at).at(-1);
    const coming = ticks.find(tick => Date.parse(tick) > at);
    if (passed !== undefined) expect(lastDue(given.schedule, toIso(at))).toBe(passed);
    if (coming !== undefined) expect(nextRuns(given.schedule, toIso(at), 1)).toEqual([coming]);
  }
}

function probes(min: number, max: number): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.double({ min, max, noNaN: true }), { minLength: 8, maxLength: 8 });
}
const start = Date.UTC(2027, 0, 1);
const end = Date.UTC(2029, 0, 1);
const hour = 3_600_000;

/** The hours in which the offset of a zone changes. */
function findChanges(zone: string, from: number, to: number): readonly number[] {
  const clock = IANAZone.create(zone);
  const count = Math.ceil((to - from) / (12 * hour));
  return Array.from({ length: count }, (_, at) => from + at * 12 * hour).filter(
    at => clock.offset(at) !== clock.offset(at + 12 * hour),
  );
}

describe('as luxon has it', () => {
  test.each(zones)('over two years in %s', zone => {
    fc.assert(
      fc.property(dayCases(zone), probes(0, 1), (given, at) => expectAgreement(given, start, end, at)),
      { numRuns: 3 },
    );
  });

  test.each([
    ...zones.flatMap(zone => findChanges(zone, start, end).map(at => [zone, toIso(at)] as const)),
    ['America/Sao_Paulo', '2018-11-04T00:00:00.000Z'] as const,
    ['America/Sao_Paulo', '2019-02-17T00:00:00.000Z'] as const,
    ['Asia/Tehran', '2022-03-21T12:00:00.000Z'] as const,
    ['Asia/Tehran', '2022-09-21T12:00:00.000Z'] as const,
    ['Asia/Kathmandu', '1985-12-31T12:00:00.000Z'] as const,
    ['Pacific/Apia', '2011-12-30T00:00:00.000Z'] as const,
    ['Asia/Pyongyang', '2018-05-04T12:00:00.000Z'] as const,
  ])('around the change in %s of %s', (zone, change) => {
    const at = Date.parse(change);
    fc.assert(
      fc.property(hourlyCases(zone), probes(0.3, 0.55), (given, within) =>
        expectAgreement(given, at - 24 * hour, at + 48 * hour, within),
      ),
      { numRuns: 4 },
    );
  });

  test('around a change in any zone of the runtime', () => {
    const everyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const given = everyZone.chain(zone => fc.tuple(hourlyCases(zone), fc.nat(99)));
    fc.assert(
      fc.property(given, probes(0.3, 0.55), ([hourly, pick], within) => {
        const changes = findChanges(hourly.schedule.zone, start, end);
        const at = changes[pick % changes.length] ?? start;
        expectAgreement(hourly, at - 24 * hour, at + 48 * hour, within);
      }),
      { numRuns: 40 },
    );
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

  test('may have been started in any form of its instant', () => {
    expect(toDueTick(weekly, '2027-01-04T09:00:00Z', '2027-01-05T00:00:00Z')).toBeNull();
    expect(toDueTick(weekly, '2027-01-04T10:00:00+01:00', '2027-01-05T00:00:00Z')).toBeNull();
  });

  test('never comes twice, and is younger than one period, over outages, pauses and a clock set back and forward', () => {
    const step = fc.record({
      hours: fc.oneof(
        fc.double({ min: -60, max: 200, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
      ),
      isResumed: fc.integer({ min: 0, max: 9 }).map(number => number === 0),
    });
    const given = fc
      .constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
      .chain(zone => fc.oneof(dayCases(zone), hourlyCases(zone)));
    fc.assert(
      fc.property(given, fc.array(step, { minLength: 20, maxLength: 60 }), ({ schedule }, steps) => {
        let now = Date.UTC(2027, 9, 20);
        let lastRunAt = toIso(now);
        const runs: string[] = [];
        for (const { hours: passed, isResumed } of steps) {
          now += Math.round(passed * hour);
          if (isResumed && toIso(now) > lastRunAt) lastRunAt = toIso(now);
          const tick = toDueTick(schedule, lastRunAt, toIso(now));
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

  test('is every tick exactly once while the bot runs', () => {
    const daily = read('daily 2:30');
    const from = '2027-03-20T00:00:00.000Z';
    const runs: string[] = [];
    for (let now = Date.parse(from); runs.length < 60; now += 20 * 60_000) {
      const tick = toDueTick(daily, runs.at(-1) ?? from, toIso(now));
      if (tick !== null) runs.push(tick);
    }
    expect(runs).toEqual(nextRuns(daily, from, 60));
  });
});
