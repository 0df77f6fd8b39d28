import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tellProblem, withoutSaid } from '../../../src/core/claims/problem.ts';
import { englishProblems, toEnglishReason } from '../../../src/core/claims/problem-words.ts';
import { problemCodes, toArbitraryProblem } from './problems.ts';

test('a reason names its check, and what it is of where that is not the claim itself', () => {
  const problem = { code: 'not_by', name: 'Bob' } as const;
  expect(toEnglishReason({ check: 'author', problem })).toBe('author: no cited message is by Bob');
  expect(toEnglishReason({ check: 'author', problem, before: true })).toBe(
    'before: author: no cited message is by Bob',
  );
  expect(toEnglishReason({ check: 'shape', problem: { code: 'malformed', fault: 'empty_text' } })).toBe(
    'malformed: text is empty',
  );
});

test('every problem has a sentence that holds its values', () => {
  fc.assert(
    fc.property(toArbitraryProblem(fc.constantFrom('Zoë', 'Max Q')), problem => {
      const { code, ...values } = problem;
      const told = tellProblem(problem, englishProblems);
      expect(told).not.toMatch(/undefined|\[object|NaN/);
      if (code === 'malformed' || code === 'mended') return;
      for (const value of Object.values(values).flat()) if (value !== 0) expect(told).toContain(`${value}`);
    }),
    { numRuns: 500 },
  );
  expect(new Set(problemCodes).size).toBe(problemCodes.length);
});

test('a problem without what was said holds nothing of it, and is itself where nothing was', () => {
  fc.assert(
    fc.property(toArbitraryProblem(fc.constant('secret')), problem => {
      const left = withoutSaid(problem);
      expect(JSON.stringify(left)).not.toContain('secret');
      if (left !== problem) expect(left).toEqual({ code: 'forgotten' });
      else expect(withoutSaid(left)).toBe(left);
    }),
    { numRuns: 300 },
  );
  expect(withoutSaid({ code: 'malformed', fault: 'no_text' })).toEqual({
    code: 'malformed',
    fault: 'no_text',
  });
  expect(withoutSaid({ code: 'no_message', position: 9 })).toEqual({ code: 'no_message', position: 9 });
});
