import { expect, test } from 'vitest';
import { toKappa, toShare } from '../../src/core/agreement.ts';

test('a share has the interval of Wilson', () => {
  const { share, low, high } = toShare(8, 10);
  expect([share, low.toFixed(3), high.toFixed(3)]).toEqual([0.8, '0.490', '0.943']);
  expect(toShare(0, 20)).toMatchObject({ share: 0, low: 0 });
  expect(toShare(20, 20).high).toBe(1);
  expect(toShare(0, 0)).toMatchObject({ low: 0, high: 1 });
});

test('kappa counts agreement beyond chance', () => {
  const pairs = (list: readonly (readonly [boolean, boolean, number])[]) =>
    list.flatMap(([one, other, count]) => Array.from({ length: count }, () => [one, other] as const));
  // The textbook's 50 proposals: 20 yes and 15 no by both.
  expect(
    toKappa(
      pairs([
        [true, true, 20],
        [true, false, 5],
        [false, true, 10],
        [false, false, 15],
      ]),
    )?.toFixed(2),
  ).toBe('0.40');
  expect(toKappa(pairs([[true, true, 3]]))).toBeNull();
  expect(toKappa([])).toBeNull();
});
