import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, chooseCovering } from '../../../src/core/select/coverage.ts';

const unlike = (_a: Candidate, _b: Candidate): number => 0;

function choose(candidates: readonly Candidate[], count: number, length: number, similarity = unlike) {
  return chooseCovering(candidates, count, length, similarity).map(({ index }) => index);
}

/** Candidates at 0, 1, 2... with the scores given. */
function scored(...scores: readonly number[]): readonly Candidate[] {
  return scores.map((score, index) => ({ index, score }));
}

describe('what is chosen', () => {
  test('comes from every stretch, though one stretch holds all the best', () => {
    expect(choose(scored(9, 8, 7, 6, 1, 1.1, 1, 1, 1, 1, 1.2, 1), 3, 12)).toEqual([0, 5, 10]);
  });

  test('fills up with the best of the rest where a stretch is empty', () => {
    expect(choose(scored(1, 5, 4, 3), 3, 100)).toEqual([1, 2, 3]);
  });

  test('does not take a poor one for the sake of its stretch where plenty are better', () => {
    const rich = Array.from({ length: 40 }, (_, index) => ({ index, score: 5 + index / 100 }));
    expect(choose([...rich, { index: 99, score: 0.1 }], 4, 100)).not.toContain(99);
  });

  test('is never two that are alike, the better one stays', () => {
    const sameDecade = (a: Candidate, b: Candidate) =>
      Math.floor(a.index / 10) === Math.floor(b.index / 10) ? 0.5 : 0.49;
    const all = Array.from({ length: 30 }, (_, index) => ({ index, score: index % 10 }));
    expect(choose(all, 10, 30, sameDecade)).toEqual([9, 19, 29]);
  });

  test('is the first of two that are worth the same', () => {
    expect(choose(scored(1, 1, 1), 1, 3)).toEqual([0]);
  });

  test('is nothing where nothing is asked for or offered', () => {
    expect(choose(scored(1, 2), 0, 2)).toEqual([]);
    expect(choose([], 5, 10)).toEqual([]);
    expect(choose(scored(1), 1, 0)).toEqual([0]);
  });

  test('is what was given, not a copy', () => {
    const [candidate] = [{ index: 3, score: 1, note: 'kept' }];
    expect(chooseCovering([candidate], 1, 5, unlike)[0]).toBe(candidate);
  });
});

describe('whatever is offered', () => {
  const candidates = fc.uniqueArray(
    fc.record({
      index: fc.nat(200),
      score: fc.integer({ min: 0, max: 300 }).map(hundredths => hundredths / 100),
      group: fc.nat(12),
    }),
    { selector: ({ index }) => index, maxLength: 120, size: 'max' },
  );
  type Grouped = Candidate & { readonly group: number };
  const alike = (a: Grouped, b: Grouped) => (a.group === b.group ? 0.6 : 0.1);

  test('no more is chosen than asked, no two alike, ascending, and nothing twice', () => {
    fc.assert(
      fc.property(candidates, fc.nat(20), (offered, count) => {
        const chosen = chooseCovering(offered, count, 201, alike);
        expect(chosen.length).toBeLessThanOrEqual(count);
        expect(new Set(chosen.map(({ group }) => group)).size).toBe(chosen.length);
        const indices = chosen.map(({ index }) => index);
        expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b));
      }),
    );
  });

  test('as many are chosen as asked, where enough differ', () => {
    fc.assert(
      fc.property(candidates, fc.nat(20), (offered, count) => {
        const chosen = chooseCovering(offered, count, 201, unlike);
        expect(chosen).toHaveLength(Math.min(count, offered.length));
      }),
    );
  });

  test('every stretch whose best is in the better half gives one, where no more than eight are offered for each place', () => {
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 20 }), (offered, count) => {
        const few = offered.slice(0, count * 8);
        const median =
          few.map(({ score }) => score).sort((a, b) => b - a)[Math.ceil(few.length / 2) - 1] ?? 0;
        const stretches = (all: readonly Candidate[]) =>
          new Set(all.map(({ index }) => Math.min(count - 1, Math.floor((index * count) / 201))));
        const chosen = stretches(chooseCovering(few, count, 201, unlike));
        for (const stretch of stretches(few.filter(({ score }) => score >= median)))
          expect(chosen).toContain(stretch);
      }),
    );
  });
});
