import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeVerdicts, parseJudgement } from '../../../src/core/claims/judgement.ts';
import { hasBracketedNumber } from '../../../src/core/conversation/bracketed-numbers.ts';

describe('a judgement', () => {
  test('is a verdict with what is missing, and supported without', () => {
    expect(parseJudgement({ missing: '', verdict: 'supported' })).toEqual({
      verdict: 'supported',
      missing: '',
    });
    expect(parseJudgement({ missing: ' who\nbooks it. ', verdict: 'partly' })).toEqual({
      verdict: 'partly',
      missing: 'who books it',
    });
  });

  test.each([
    ['supported with something missing', { missing: 'the day', verdict: 'supported' }],
    ['partly without anything missing', { missing: '', verdict: 'partly' }],
    ['contradicted by nothing that is seen', { missing: ' \u200b[3] ', verdict: 'contradicted' }],
  ])('that does not fit itself is none: %s', (_, value) => {
    expect(parseJudgement(value)).toBeNull();
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a word', 'supported'],
    ['a list', [{ missing: '', verdict: 'supported' }]],
    ['no phrase', { verdict: 'supported' }],
    ['no verdict', { missing: 'the day' }],
    ['another verdict', { missing: '', verdict: 'yes' }],
    ['a verdict in capitals', { missing: '', verdict: 'SUPPORTED' }],
    ['a phrase that is none', { missing: ['the day'], verdict: 'partly' }],
    ['a phrase without end', { missing: 'x'.repeat(10_001), verdict: 'partly' }],
  ])('of another form is none: %s', (_, value) => {
    expect(parseJudgement(value)).toBeNull();
  });

  test('says what is missing in one line of bounded length without markers, whatever a model wrote', () => {
    const piece = fc.oneof(
      fc.constantFrom('[12]', '【3】', '\n', '\ud83d', '👍', '\u{e0041}', ' ', '.'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 80 }),
        fc.constantFrom(...judgeVerdicts),
        (pieces, verdict) => {
          const judgement = parseJudgement({ missing: pieces.join(''), verdict });
          if (judgement === null) return;
          const { missing } = judgement;
          expect(missing === '').toBe(judgement.verdict === 'supported');
          expect([...missing].length).toBeLessThanOrEqual(160);
          expect(missing).not.toMatch(/[\n\r\u{e0041}]/u);
          expect(missing.isWellFormed()).toBe(true);
          expect(hasBracketedNumber(missing)).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
    const long = parseJudgement({ missing: 'word '.repeat(100), verdict: 'partly' });
    expect(long?.missing).toMatch(/^(?:word )+word…$/);
  });
});
