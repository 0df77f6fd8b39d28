import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { describe, expect, test } from 'vitest';
import { lastDue, nextRuns, type Schedule, toDueTick, weekdays } from '../../src/core/schedule.ts';

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

/** By luxon: when the clock first shows `wanted`, or later by as much as it skips. */
function findShown(wanted: string, zone: string): number {
  return Math.min(...DateTime.fromISO(wanted, { zone }).getPossibleOffsets().map(Number));
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

describe('as luxon has it, in any zone of the runtime', () => {
  const everyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

  test('over two years', () => {
    fc.assert(
      fc.property(everyZone.chain(dayCases), probes(0, 1), (given, at) =>
        expectAgreement(given, start, end, at),
      ),
      { numRuns: 30 },
    );
  });

  test('around a change', () => {
    const given = everyZone.chain(zone => fc.tuple(hourlyCases(zone), fc.nat(99)));
    fc.assert(
      fc.property(given, probes(0.3, 0.55), ([hourly, pick], within) => {
        const changes = findChanges(hourly.schedule.zone, start, end);
        const at = changes[pick % changes.length] ?? start;
        expectAgreement(hourly, at - 24 * hour, at + 48 * hour, within);
      }),
      { numRuns: 100 },
    );
  });
});

test('the tick to run now never comes twice, and is younger than one period, over outages, pauses and a clock set back and forward', () => {
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
