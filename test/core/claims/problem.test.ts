import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eraseWords } from '../../../src/core/claims/problem.ts';
import { scale } from '../../scale.ts';
import { toArbitraryProblem } from './problems.ts';

test('a problem without what was said holds nothing of it, and is itself where nothing was', () => {
  fc.assert(
    fc.property(toArbitraryProblem(fc.constant('secret')), problem => {
      const left = eraseWords(problem);
      expect(JSON.stringify(left)).not.toContain('secret');
      if (left !== problem) expect(left).toEqual({ code: 'forgotten' });
      else expect(eraseWords(left)).toBe(left);
    }),
    { numRuns: scale(300) },
  );
  expect(eraseWords({ code: 'malformed', fault: 'no_text' })).toEqual({
    code: 'malformed',
    fault: 'no_text',
  });
  expect(eraseWords({ code: 'no_message', position: 9 })).toEqual({ code: 'no_message', position: 9 });
});
