import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSinceWords, parseTimeWords, type RangeEnd } from '../../src/core/time-words.ts';

/** A Tuesday noon. */
const tuesday = '2026-03-10T12:00:00.000Z';

type Said = { readonly now?: string; readonly zone?: string; readonly end?: RangeEnd };

function read(words: string, { now = tuesday, zone = 'Europe/Berlin', end = 'from' }: Said = {}) {
  return parseTimeWords(words, now, zone, end);
}

function readBoth(words: string, said: Said = {}) {
  return [read(words, { ...said, end: 'from' }), read(words, { ...said, end: 'to' })];
}

describe('a length of time', () => {
  test.each([
    ['90m', '2026-03-10T10:30:00.000Z'],
    ['2h', '2026-03-10T10:00:00.000Z'],
    ['1w', '2026-03-03T12:00:00.000Z'],
    ['2 hours', '2026-03-10T10:00:00.000Z'],
    ['3 hours ago', '2026-03-10T09:00:00.000Z'],
    ['two hours', '2026-03-10T10:00:00.000Z'],
    ['2h 30m', '2026-03-10T09:30:00.000Z'],
    ['1 month', '2026-02-10T12:00:00.000Z'],
    ['a year ago', '2025-03-10T12:00:00.000Z'],
    ['zwei Stunden', '2026-03-10T10:00:00.000Z'],
    ['vor drei Tagen', '2026-03-07T12:00:00.000Z'],
    ['il y a deux heures', '2026-03-10T10:00:00.000Z'],
    ['hace 2 horas', '2026-03-10T10:00:00.000Z'],
    ['hace dos días', '2026-03-08T12:00:00.000Z'],
    ['２時間３０分前', '2026-03-10T09:30:00.000Z'],
    ['1ヶ月前', '2026-02-10T12:00:00.000Z'],
  ])('“%s” counts back from now', (words, instant) => {
    expect(readBoth(words)).toEqual([instant, instant]);
  });

  test('in hours is as long over a clock change, in days it keeps the hour of the day', () => {
    const afterTheChange = { now: '2026-03-29T10:00:00.000Z' };
    expect(read('24h', afterTheChange)).toBe('2026-03-28T10:00:00.000Z');
    expect(read('1d', afterTheChange)).toBe('2026-03-28T11:00:00.000Z');
    expect(read('3 hours ago', { now: '2026-03-29T01:30:00.000Z' })).toBe('2026-03-28T22:30:00.000Z');
  });
});

describe('a date', () => {
  test.each([
    ['2026-03-09', '2026-03-08T23:00:00.000Z', '2026-03-09T22:59:59.999Z'],
    ['20260309', '2026-03-08T23:00:00.000Z', '2026-03-09T22:59:59.999Z'],
    ['09.03.2026', '2026-03-08T23:00:00.000Z', '2026-03-09T22:59:59.999Z'],
    ['march 9', '2026-03-08T23:00:00.000Z', '2026-03-09T22:59:59.999Z'],
    ['9 December', '2025-12-08T23:00:00.000Z', '2025-12-09T22:59:59.999Z'],
    ['2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
    ['This week', '2026-03-08T23:00:00.000Z', '2026-03-15T22:59:59.999Z'],
    ['2026', '2025-12-31T23:00:00.000Z', '2026-12-31T22:59:59.999Z'],
  ])('“%s” begins a range at its first and ends one at its last moment', (words, from, to) => {
    expect(readBoth(words)).toEqual([from, to]);
  });

  test.each([
    ['2026-03-09 14:00', '2026-03-09T13:00:00.000Z'],
    ['2026-03-09T14:00', '2026-03-09T13:00:00.000Z'],
    ['2026-03-09T14:00Z', '2026-03-09T14:00:00.000Z'],
    ['2026-03-09T14:00-05:00', '2026-03-09T19:00:00.000Z'],
    ['09.03.2026 14:00', '2026-03-09T13:00:00.000Z'],
    ['14:00', '2026-03-10T13:00:00.000Z'],
    ['9am', '2026-03-10T08:00:00.000Z'],
  ])('with an hour, “%s” is one moment', (words, instant) => {
    expect(readBoth(words)).toEqual([instant, instant]);
  });

  test('an hour by itself is of the day that it is there, not of the machine', () => {
    const lateInBerlin = { now: '2026-03-10T23:30:00.000Z' };
    expect(read('00:15', lateInBerlin)).toBe('2026-03-10T23:15:00.000Z');
    expect(read('00:15', { ...lateInBerlin, zone: 'America/New_York' })).toBe('2026-03-10T04:15:00.000Z');
  });
});

test.each([
  ['today', '2026-03-09T23:00:00.000Z', '2026-03-10T22:59:59.999Z'],
  ['yesterday', '2026-03-08T23:00:00.000Z', '2026-03-09T22:59:59.999Z'],
  ['last friday', '2026-03-05T23:00:00.000Z', '2026-03-06T22:59:59.999Z'],
  ['Friday', '2026-03-05T23:00:00.000Z', '2026-03-06T22:59:59.999Z'],
  ['next friday', '2026-03-19T23:00:00.000Z', '2026-03-20T22:59:59.999Z'],
  ['tomorrow', '2026-03-10T23:00:00.000Z', '2026-03-11T22:59:59.999Z'],
  ['yesterday 9am', '2026-03-09T08:00:00.000Z', '2026-03-09T08:00:00.000Z'],
  ['last friday 14:30', '2026-03-06T13:30:00.000Z', '2026-03-06T13:30:00.000Z'],
  ['now', tuesday, tuesday],
  ['midnight', '2026-03-09T23:00:00.000Z', '2026-03-09T23:00:00.000Z'],
  ['last week', '2026-03-01T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['gestern', '2026-03-08T23:00:00.000Z', '2026-03-09T22:59:59.999Z'],
  ['vorgestern', '2026-03-07T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['gestern um 9 Uhr', '2026-03-09T08:00:00.000Z', '2026-03-09T08:00:00.000Z'],
  ['nächsten Freitag', '2026-03-19T23:00:00.000Z', '2026-03-20T22:59:59.999Z'],
  ['letzte Woche', '2026-03-01T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['avant-hier', '2026-03-07T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['aujourd’hui', '2026-03-09T23:00:00.000Z', '2026-03-10T22:59:59.999Z'],
  ['vendredi dernier', '2026-03-05T23:00:00.000Z', '2026-03-06T22:59:59.999Z'],
  ['la semaine dernière', '2026-03-01T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['anteayer', '2026-03-07T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['el viernes pasado', '2026-03-05T23:00:00.000Z', '2026-03-06T22:59:59.999Z'],
  ['la semana pasada', '2026-03-01T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['昨日の9時', '2026-03-09T08:00:00.000Z', '2026-03-09T08:00:00.000Z'],
  ['一昨日', '2026-03-07T23:00:00.000Z', '2026-03-08T22:59:59.999Z'],
  ['金曜日', '2026-03-05T23:00:00.000Z', '2026-03-06T22:59:59.999Z'],
])('everyday words “%s” is understood', (words, from, to) => {
  expect(readBoth(words)).toEqual([from, to]);
});

describe('at a clock change', () => {
  test('the day is an hour shorter in spring and longer in autumn', () => {
    expect(readBoth('today', { now: '2026-03-29T10:00:00.000Z' })).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ]);
    expect(readBoth('today', { now: '2026-11-01T18:00:00.000Z', zone: 'America/New_York' })).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T04:59:59.999Z',
    ]);
  });

  test('the hour is read on the clock of that day, not of today', () => {
    expect(read('yesterday 9am', { now: '2026-03-29T10:00:00.000Z' })).toBe('2026-03-28T08:00:00.000Z');
    expect(read('today 9am', { now: '2026-03-29T10:00:00.000Z' })).toBe('2026-03-29T07:00:00.000Z');
    const newYork = { now: '2026-03-08T18:00:00.000Z', zone: 'America/New_York' };
    expect(read('yesterday 9am', newYork)).toBe('2026-03-07T14:00:00.000Z');
    expect(read('last friday', { now: '2026-03-30T10:00:00.000Z' })).toBe('2026-03-26T23:00:00.000Z');
    expect(read('yesterday', { now: '2026-03-29T22:30:00.000Z' })).toBe('2026-03-28T23:00:00.000Z');
  });

  test('an hour that the clock skips is the one after it', () => {
    expect(readBoth('2026-03-29 02:30')).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-29T01:30:00.000Z']);
    expect(read('2026-03-08 02:30', { zone: 'America/New_York' })).toBe('2026-03-08T07:30:00.000Z');
  });

  test('an hour that comes twice begins a range the first time and ends one the second', () => {
    expect(readBoth('2026-10-25 02:30')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
    expect(readBoth('2026-11-01 01:30', { zone: 'America/New_York' })).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
    ]);
    expect(readBoth('2026-10-25T02:30+02:00')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
    ]);
  });
});

test.each([
  ['since yesterday', '2026-03-08T23:00:00.000Z'],
  ['seit 2 Stunden', '2026-03-10T10:00:00.000Z'],
  ['depuis hier', '2026-03-08T23:00:00.000Z'],
  ['desde hace dos días', '2026-03-08T12:00:00.000Z'],
  ['昨日から', '2026-03-08T23:00:00.000Z'],
])('“%s” is read without its word for since', (words, from) => {
  expect(parseSinceWords(words, tuesday, 'Europe/Berlin')).toBe(from);
});

test('“since -2h” is not read without its sign', () => {
  expect(parseSinceWords('since -2h', tuesday, 'UTC')).toBeNull();
});

describe('words that name no time', () => {
  test.each([
    '',
    'asdf',
    'the day we met',
    '2026-02-30',
    '2026-13-01',
    '2026/13/01 9am',
    '25:00',
    '12',
    '1430',
    '2x',
    '123456h',
    'since friday',
    'yesterday and today',
    '2h2h',
    '32.01.2026',
    '9am - 11am',
    'yesterday 9am - 11am',
    'von 9 bis 11 Uhr',
    '-2h',
    '－2h',
    '+2h',
    'vor -2 Stunden',
    '-yesterday',
  ])('“%s” is nothing', words => {
    expect(readBoth(words)).toEqual([null, null]);
  });

  test('and a zone or a now that is none gives nothing either', () => {
    expect(read('2h', { zone: 'Mars/Base' })).toBeNull();
    expect(read('2h', { now: 'noon' })).toBeNull();
  });
});

test('any words are an instant or nothing, and no range ends before it begins', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'yesterday',
      'last',
      'friday',
      '9am',
      '2026-03-09',
      '14:00',
      '2h',
      'to',
      '-',
      'march',
      '9',
    ),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), words => {
      const [from, to] = readBoth(words.join(' '));
      expect(from === null).toBe(to === null);
      if (from === null || from === undefined || to === null || to === undefined) return;
      expect(new Date(from).toISOString()).toBe(from);
      expect(Date.parse(from)).toBeLessThanOrEqual(Date.parse(to));
    }),
  );
});
