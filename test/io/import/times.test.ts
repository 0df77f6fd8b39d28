import { expect, test } from 'vitest';
import { parseInstant } from '../../../src/io/import/times.ts';

test.each([
  ['2026-03-09T14:32:00Z', '2026-03-09T14:32:00.000Z'],
  ['2026-03-09T14:32:00.1234567+00:00', '2026-03-09T14:32:00.123Z'],
  ['2026-03-09T23:32:00-05:30', '2026-03-10T05:02:00.000Z'],
  ['2026-03-09T14:32:00+0900', '2026-03-09T05:32:00.000Z'],
  ['2026-03-09 14:32:00 UTC', '2026-03-09T14:32:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  [1773066900, '2026-03-09T14:35:00.000Z'],
  [1773066900.25, '2026-03-09T14:35:00.250Z'],
  [1773066900123, '2026-03-09T14:35:00.123Z'],
])('%s is the instant %s', (value, iso) => {
  expect(parseInstant(value)).toEqual({ iso, zoned: true });
});

test.each(['2026-03-09T14:32:00', '2026-03-09 14:32', '2026-03-09'])('%s names no zone', value => {
  expect(parseInstant(value)?.zoned).toBe(false);
});

test.each([
  '2026-02-30T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-03-09T24:00:00Z',
  '2026-03-09T10:61:00Z',
  '9/3/2026',
  'yesterday',
  '',
  Number.NaN,
  -5,
  1e18,
])('%s is no instant', value => {
  expect(parseInstant(value)).toBeNull();
});
