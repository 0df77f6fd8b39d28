import { describe, expect, test } from 'vitest';
import { selectClaims, toGroups } from '../../../src/core/windows/merge.ts';

test('claims that code selects are the weightiest and latest, in their order', () => {
  const toClaim = (kind: 'fact' | 'decision', confidence = 1) => ({ kind, confidence });
  const claims = [toClaim('decision', 0.1), toClaim('decision'), toClaim('fact'), toClaim('fact')];
  const [, decision, , last] = claims;
  expect(selectClaims(claims, 2)).toEqual([decision, last]);
  expect(selectClaims(claims, 2)[1]).toBe(last);
  expect(selectClaims(claims, 10)).toEqual(claims);
});

describe('groups', () => {
  const keys = Array.from({ length: 200 }, (_, index) => ({
    key: (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0'),
  }));
  const size = { least: 4, most: 9 };

  test('hold every item once, and a fair number each', () => {
    const groups = toGroups(keys, size);
    expect(groups.flat()).toEqual(keys);
    for (const group of groups.slice(0, -1)) expect(group.length).toBeGreaterThanOrEqual(size.least);
    for (const group of groups) expect(group.length).toBeLessThan(size.most + size.least);
    expect(toGroups(keys.slice(0, 2), size)).toEqual([keys.slice(0, 2)]);
  });

  test('stay the same but for a few where an item is added or removed', () => {
    const toNames = (items: typeof keys) =>
      toGroups(items, size).map(group => group.map(({ key }) => key).join(' '));
    const before = toNames(keys);
    for (const at of [0, 60, 150]) {
      for (const items of [keys.toSpliced(at, 1), keys.toSpliced(at, 0, { key: 'fffffff1' })]) {
        expect(toNames(items).filter(name => !before.includes(name)).length).toBeLessThanOrEqual(5);
      }
    }
  });
});
