import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '../../../src/core/claims/problem.ts';
import { hasBracketedNumber } from '../../../src/core/conversation/text.ts';
import { allTexts, english as en } from '../../../src/render/texts.ts';
import { formatProblem, toProblemLine } from '../../../src/render/view/problem-line.ts';
import { toArbitraryProblem } from '../../core/claims/problems.ts';
import { scale } from '../../scale.ts';
import { arbitraryText } from '../arbitrary.ts';

test('every language tells every problem in words of its own, with all its values', () => {
  fc.assert(
    fc.property(toArbitraryProblem(fc.constantFrom('Zoë', 'Max Q')), problem => {
      const { code, ...values } = problem;
      const told = allTexts.map(t => formatProblem(problem, t));
      for (const each of told) expect(each).not.toMatch(/undefined|\[object|NaN|[.。]$/);
      expect(new Set(told).size).toBe(allTexts.length);
      if (code === 'malformed') return;
      for (const value of Object.values(values).flat())
        for (const each of told) if (value !== 0) expect(each).toContain(`${value}`);
    }),
    { numRuns: scale(500) },
  );
});

test('the words of the judge stand in quotation marks that nothing in them can end, in every language', () => {
  const words = 'no “date” «is» „given“ 「here」"';
  for (const t of allTexts)
    for (const code of ['judged_partly', 'judged_unsupported', 'judged_contradicted'] as const) {
      const bare = formatProblem({ code, words: '' }, t);
      expect(bare).not.toMatch(/["“”„«»「」]/);
      expect(formatProblem({ code, words }, t).slice(bare.length)).toMatch(
        /^[ \u00a0]?[;。].*[“„«「][ \u00a0]?no 'date' 'is' 'given' 'here''[ \u00a0]?[”“»」]$/,
      );
    }
});

test('a problem is one line without anything like a marker, with any text in it', () => {
  fc.assert(
    fc.property(toArbitraryProblem(arbitraryText), fc.constantFrom(...allTexts), (problem, t) => {
      const line = toProblemLine(problem, t);
      expect(hasBracketedNumber(line)).toBe(false);
      expect(line).not.toMatch(/[\n\r\u202a-\u202e\u2066-\u2069]/);
    }),
    { numRuns: scale(1_000) },
  );
  const forged: Problem = { code: 'not_by', name: 'Bob [12]' };
  expect(toProblemLine(forged, en)).toBe('Bob (12) didn’t write any of the cited messages');
});
