import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBatches } from '../../../src/app/judge-batches.ts';

const claim = (position: number) => ({ citations: [{ position, quote: null }] });
const limits = { mostBatches: 4, leastClaims: 6 };

test('a short summary takes one call, a long one at most four, and nothing takes none', () => {
  const sizes = (count: number) =>
    toBatches(
      Array.from({ length: count }, (_, index) => claim(index + 1)),
      limits,
    ).map(batch => batch.length);
  expect(sizes(0)).toEqual([]);
  expect(sizes(1)).toEqual([1]);
  expect(sizes(11)).toEqual([11]);
  expect(sizes(12)).toEqual([6, 6]);
  expect(sizes(25)).toEqual([6, 7, 6, 6]);
  expect(sizes(65)).toEqual([16, 17, 16, 16]);
});

test('claims about neighboring messages stand together, with what held before', () => {
  const change = { ...claim(30), before: claim(2) };
  const others = [9, 3, 12, 5, 20, 7, 15, 1, 11, 4, 16].map(claim);
  const [first] = toBatches([...others, change], limits);
  const toPosition = ({ citations, before }: typeof change) =>
    (before ?? { citations }).citations[0]?.position;
  expect((first as (typeof change)[] | undefined)?.map(toPosition)).toEqual([1, 2, 3, 4, 5, 7]);
});

test('every claim is in exactly one batch', () => {
  const anyClaim = fc.integer({ min: 1, max: 99 }).map(claim);
  fc.assert(
    fc.property(fc.array(anyClaim), fc.integer({ min: 1, max: 50 }), (claims, mostBatches) => {
      const batches = toBatches(claims, { mostBatches, leastClaims: 6 });
      expect(batches.length).toBeLessThanOrEqual(mostBatches);
      expect(batches.every(batch => batch.length > 0)).toBe(true);
      expect(new Set(batches.flat())).toEqual(new Set(claims));
      expect(batches.flat()).toHaveLength(claims.length);
    }),
  );
});
