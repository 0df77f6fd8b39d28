import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createZonedClock, isZone, toOffset, toUtcWords } from '../../src/core/time.ts';

describe('a clock in a zone', () => {
  test.each([
    ['UTC', '2026-03-09T23:30:00.000Z', '2026-03-09', '23:30'],
    ['Europe/Berlin', '2026-03-09T23:30:00.000Z', '2026-03-10', '00:30'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29', '03:00'],
    ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01', '01:30'],
    ['Asia/Kolkata', '2026-03-09T18:29:59.999Z', '2026-03-09', '23:59'],
  ])('in %s reads %s as %s %s', (zone, instant, day, minute) => {
    const clock = createZonedClock(zone);
    expect([clock.day(instant), clock.minute(instant)]).toEqual([day, minute]);
  });

  test('reads alike in UTC by its short way and by the long one', () => {
    const short = createZonedClock('UTC');
    const long = createZonedClock('Etc/UTC');
    const day = fc.date({ min: new Date('2015-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, at => {
        const iso = at.toISOString();
        expect([short.day(iso), short.minute(iso)]).toEqual([long.day(iso), long.minute(iso)]);
      }),
    );
  });
});

describe('a zone', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])('%s is known', zone => {
    expect(isZone(zone)).toBe(true);
    expect(createZonedClock(zone).minute('2026-03-09T12:00:00.000Z')).toMatch(/^\d\d:\d\d$/);
  });

  test.each(['', 'Mars/Base', 'local', 'system', 'default', 'UTC+2', 'Berlin', '5'])(
    '“%s” is none, though a date library may take it',
    zone => {
      expect(isZone(zone)).toBe(false);
    },
  );
});

test('a time inside a message is told in UTC, or not at all where it is none', () => {
  expect(toUtcWords(1_773_066_720)).toBe('2026-03-09 14:32 UTC');
  expect(toUtcWords(-60)).toBe('1969-12-31 23:59 UTC');
  expect(toUtcWords(9_999_999_999_999)).toBeNull();
  expect(toUtcWords(Number.NaN)).toBeNull();
});

test.each([
  ['UTC', '1970-01-01T00:00:05.900Z', '0:00:05'],
  ['America/New_York', '1970-01-01T06:02:03.000Z', '1:02:03'],
  ['Asia/Tokyo', '1969-12-31T15:00:00.000Z', '0:00:00'],
  ['UTC', '1970-01-02T01:00:00.000Z', '25:00:00'],
])('in %s, %s is %s into a source without dates', (zone, iso, offset) => {
  expect(toOffset(iso, zone)).toBe(offset);
});
