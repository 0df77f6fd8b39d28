import { describe, expect, test } from 'vitest';
import { interpretDueDate, parseDueDate } from '../../src/core/due-date.ts';

/** A Monday, 09:00 in Berlin. */
const monday = '2026-03-09T08:00:00.000Z';
const zone = 'Europe/Berlin';

describe('the day that something is due', () => {
  test.each([
    ['en', 'Friday', '2026-03-13'],
    ['en', 'by tomorrow', '2026-03-10'],
    ['en', 'Wednesday evening', '2026-03-11'],
    ['en', 'February 3', '2027-02-03'],
    ['de', 'bis Mittwoch', '2026-03-11'],
    ['fr', 'vendredi', '2026-03-13'],
    ['es', 'mañana', '2026-03-10'],
    ['ja', '明日', '2026-03-10'],
    ['ja', '明日までに', '2026-03-10'],
    // In words of another language than the summary's.
    ['de', 'by Friday', '2026-03-13'],
    ['pt', 'Friday', '2026-03-13'],
  ])('%s: %s', (language, words, day) => {
    expect(parseDueDate(words, monday, zone, language)?.day).toBe(day);
  });

  test('has an instant where an hour is named', () => {
    expect(parseDueDate('Friday at 3pm', monday, zone, 'en')).toEqual({
      day: '2026-03-13',
      at: '2026-03-13T14:00:00.000Z',
    });
  });

  test('is counted from the day of the zone on which it was said', () => {
    const late = '2026-03-09T23:30:00.000Z';
    expect(parseDueDate('tomorrow', late, zone, 'en')?.day).toBe('2026-03-11');
    expect(parseDueDate('tomorrow', late, 'UTC', 'en')?.day).toBe('2026-03-10');
  });

  test.each([
    'next sprint',
    '',
    'by 3/4',
    '3 March 2020',
    'Friday or Monday',
    'next week',
    'Friday week',
    'Friday the 13th',
    'Monday after next',
  ])('is none for "%s"', words => {
    expect(parseDueDate(words, monday, zone, 'en')).toBeNull();
  });

  test('may be written with slashes if it can only be read one way', () => {
    expect(parseDueDate('3/25', monday, zone, 'en')?.day).toBe('2026-03-25');
  });
});

describe('how words say when something is due', () => {
  const interpret = (words: string, language = 'en') => interpretDueDate(words, monday, zone, language);

  test.each([
    ['tomorrow', true],
    ['Friday', true],
    ['end of the month', true],
    ['12 March', false],
    ['1 January', false],
  ])('whether %s means another day later', (words, isRelative) => {
    expect(interpret(words)?.isRelative).toBe(isRelative);
  });

  test.each([
    ['en', 'next week', false],
    ['en', 'end of the week', false],
    ['en', 'Friday next week', true],
    ['en', 'in 3 days', true],
    ['de', 'morgen', true],
  ])('%s: whether %s names a day', (language, words, isDay) => {
    expect(interpret(words, language) !== null).toBe(isDay);
  });

  test('languages may be tags with a region, or unknown', () => {
    expect(interpret('mar', 'es-MX')?.language).toBe('es');
    expect(interpret('mar', 'fr-CA')?.language).toBe('fr');
    expect(interpret('tomorrow', 'constructor')?.language).toBe('en');
  });
});
