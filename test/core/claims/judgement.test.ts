import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeVerdicts, parseJudgements } from '../../../src/core/claims/judgement.ts';
import { hasBracketedNumber } from '../../../src/core/conversation/text.ts';
import { scale } from '../../scale.ts';

const written = (claim: number, more = {}) => ({
  claim,
  missing: '',
  verdict: 'supported',
  kind: 'fact',
  outcome: 'none',
  positions: [],
  ...more,
});
const parse = (...verdicts: readonly unknown[]) => parseJudgements({ verdicts }, 3);

describe('judgements', () => {
  test('are read by the numbers of their claims', () => {
    const read = parse(
      written(3, { verdict: 'partly', missing: ' who\nbooks it. ', positions: [12, 0, 'x', 3] }),
      written(1, { kind: 'decision', outcome: 'declined' }),
    );
    expect([...(read ?? [])]).toEqual([
      [3, { verdict: 'partly', missing: 'who books it', kind: 'fact', outcome: 'none', positions: [12, 3] }],
      [1, { verdict: 'supported', missing: '', kind: 'decision', outcome: 'declined', positions: [] }],
    ]);
  });

  test('keep a negative verdict without its other fields, and no reason for a supported claim', () => {
    const bare = parse({ claim: 1, verdict: 'contradicted' }, written(2, { missing: 'the day' }));
    expect(bare?.get(1)).toEqual({
      verdict: 'contradicted',
      missing: '',
      kind: null,
      outcome: 'none',
      positions: [],
    });
    expect(bare?.get(2)).toMatchObject({ verdict: 'supported', missing: '' });
    const odd = parse(written(1, { kind: 'poem', outcome: 7, positions: 'none' }));
    expect(odd?.get(1)).toMatchObject({ kind: null, outcome: 'none', positions: [] });
  });

  test.each<[string, unknown]>([
    ['no number', { ...written(1), claim: undefined }],
    ['a number that was not asked about', written(4)],
    ['no verdict', written(1, { verdict: undefined })],
    ['another verdict', written(1, { verdict: 'yes' })],
    ['a verdict in capitals', written(1, { verdict: 'SUPPORTED' })],
    ['no object', 'supported'],
  ])('of another form cost themselves alone: %s', (_, value) => {
    expect([...(parse(value, written(2))?.keys() ?? [])]).toEqual([2]);
  });

  test('say what is missing in one line of bounded length without markers, with any text of a model', () => {
    const piece = fc.oneof(
      fc.constantFrom('[12]', '【3】', '\n', '\ud83d', '👍', '\u{e0041}', ' ', '.'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 80 }),
        fc.constantFrom(...judgeVerdicts),
        (pieces, verdict) => {
          const missing = parse(written(1, { missing: pieces.join(''), verdict }))?.get(1)?.missing ?? '?';
          if (verdict === 'supported') expect(missing).toBe('');
          expect([...missing].length).toBeLessThanOrEqual(200);
          expect(missing).not.toMatch(/[\n\r\u{e0041}]/u);
          expect(missing.isWellFormed()).toBe(true);
          expect(hasBracketedNumber(missing)).toBe(false);
        },
      ),
      { numRuns: scale(1_000) },
    );
    const long = parse(written(1, { missing: 'word '.repeat(100), verdict: 'partly' }));
    expect(long?.get(1)?.missing).toMatch(/^(?:word )+\w*…$/);
  });
});
