import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeAny } from '../attacks/judges/judge.ts';
import { arbitrarySummary } from '../render/arbitrary.ts';

test('no page exceeds a limit of Discord, is live, or has a marker that opens something else, with any claims and names', () => {
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      expect(judgeAny(summary)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
