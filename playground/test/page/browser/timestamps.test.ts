import { expect, test } from 'vitest';
import { toTimestamp, toWhen } from '../../../src/page/browser/messages/timestamps.ts';

const reader = { locale: 'en-GB', nowMs: new Date(2026, 2, 10, 12, 0).getTime() };

function at(day: number, hour: number): string {
  return new Date(2026, 2, day, hour, 5).toISOString();
}

test('a message was written today, yesterday, or on a day', () => {
  expect(toWhen(at(10, 0), reader)).toBe('Today at 00:05');
  expect(toWhen(at(9, 23), reader)).toBe('Yesterday at 23:05');
  expect(toWhen(at(8, 9), reader)).toBe('08/03/2026, 09:05');
});

test('a time is shown in the style it asks for, and what is no time says so', () => {
  const seconds = new Date(2026, 2, 9, 9, 5).getTime() / 1000;
  expect(toTimestamp(seconds, 't', reader)).toBe('09:05');
  expect(toTimestamp(seconds, 'd', reader)).toBe('09/03/2026');
  expect(toTimestamp(seconds, 'f', reader)).toBe('9 March 2026 at 09:05');
  expect(toTimestamp(seconds, 'R', reader)).toBe('yesterday');
  expect(toTimestamp(seconds, 'f', { ...reader, locale: 'ja' })).toContain('2026年3月9日');
  expect(toTimestamp(9e15, 'f', reader)).toBe('Invalid Date');
});
