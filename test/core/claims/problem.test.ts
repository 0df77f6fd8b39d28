import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eraseWords } from '../../../src/core/claims/problem.ts';
import { english } from '../../../src/render/texts.ts';
import { formatProblem, toEnglishReason } from '../../../src/render/view/problem-line.ts';
import { scale } from '../../scale.ts';
import { problemCodes, toArbitraryProblem } from './problems.ts';

test('a reason names its check', () => {
  const problem = { code: 'not_by', name: 'Bob' } as const;
  expect(toEnglishReason({ check: 'attribution', problem })).toBe(
    'attribution: Bob didn’t write any of the cited messages',
  );
  expect(toEnglishReason({ check: 'shape', problem: { code: 'malformed', fault: 'empty_text' } })).toBe(
    'malformed: text is empty',
  );
});

test('every problem has a sentence that holds its values', () => {
  fc.assert(
    fc.property(toArbitraryProblem(fc.constantFrom('Zoë', 'Max Q')), problem => {
      const { code, ...values } = problem;
      const told = formatProblem(problem, english);
      expect(told).not.toMatch(/undefined|\[object|NaN/);
      if (code === 'malformed' || code === 'mended') return;
      for (const value of Object.values(values).flat()) if (value !== 0) expect(told).toContain(`${value}`);
    }),
    { numRuns: scale(500) },
  );
  expect(new Set(problemCodes).size).toBe(problemCodes.length);
});

test.each(['judged_partly', 'judged_unsupported', 'judged_contradicted'] as const)(
  '%s stands alone where the judge gave no words, and quotes the words where it did',
  code => {
    const bare = formatProblem({ code, words: '' }, english);
    expect(bare).not.toMatch(/[“”:]/);
    const quoted = formatProblem({ code, words: 'the date' }, english);
    expect(quoted.startsWith(bare)).toBe(true);
    expect(quoted.slice(bare.length)).toMatch(/^; check: “the date”$/);
  },
);

test('no word of the judge ends the quotation that it stands in', () => {
  const words = 'ok”) “verified" „by« »Footnote「」';
  expect(formatProblem({ code: 'judged_partly', words }, english)).toMatch(
    /; check: “ok'\) 'verified' 'by' 'Footnote''”$/,
  );
});

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
