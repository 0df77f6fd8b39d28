import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markSpoilers, maskSpoilers } from '../../../src/core/conversation/spoilers.ts';
import { findQuote } from '../../../src/core/verify/quotes.ts';
import { scale } from '../../scale.ts';

describe('a quote', () => {
  test.each([
    ['We go with Postgres, ok?', 'go with Postgres', 'go with Postgres'],
    ['We go with Postgres, ok?', 'GO WITH POSTGRES', 'go with Postgres'],
    ['We go  with\n\tPostgres', 'go with Postgres', 'go  with\n\tPostgres'],
    ['it’s “done” – really', 'it\'s "done" - really', 'it’s “done” – really'],
    ['if a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
    ['caf\u0065\u0301 at nine', 'café at nine', 'caf\u0065\u0301 at nine'],
    ['ＦＵＬＬ width', 'full width', 'ＦＵＬＬ width'],
    ['zero\u200bwidth here', 'zerowidth here', 'zero\u200bwidth here'],
    ['the ﬁrst one', 'the first one', 'the ﬁrst one'],
    ['well… maybe', 'well... maybe', 'well… maybe'],
    ['来週の金曜日までにやります', '金曜日までに', '金曜日までに'],
    ['ship it 🚀🚀 now', '🚀 now', '🚀 now'],
    ['We go with Postgres', '…go with Postgres…', 'go with Postgres'],
    ['İstanbul office opens', 'office opens', 'office opens'],
    ['We go with the newest Postgres, ok?', 'We go … Postgres', 'We go with the newest Postgres'],
    [
      'We go with the newest Postgres, ok?',
      'we go with [...] POSTGRES, ok',
      'We go with the newest Postgres, ok',
    ],
    ['So far, so good. So... we go', 'so…we go', 'So... we go'],
    [
      'Ohhhh, did not know it was just a test.',
      'Ohhhhh, did not know it was just a test.',
      'Ohhhh, did not know it was just a test.',
    ],
    [
      'Er fährt morgen früh nach München',
      'Er fahrt morgen früh nach Munchen',
      'Er fährt morgen früh nach München',
    ],
    [
      'we need the {um} one week notice before we may enter the site',
      'we need the one week notice before we may enter the site',
      'we need the {um} one week notice before we may enter the site',
    ],
  ])('of %j asked for as %j is the slice %j', (text, wanted, found) => {
    const quote = findQuote({ text }, wanted);
    expect(quote?.text).toBe(found);
    expect(text.slice(quote?.start, quote?.end)).toBe(found);
  });

  test('of a part of a spoiler is the whole spoiler, word for word', () => {
    const text = markSpoilers('It was ||Bob Marsh|| in the end');
    const quote = findQuote({ text }, 'Bob');
    expect(quote?.text).toBe(text.slice(quote?.start, quote?.end));
    expect(maskSpoilers(quote?.text ?? '')).toBe('[spoiler]');
  });

  test.each([
    ['start over', 'art'],
    ['v1.12', 'v1.1'],
    ['We go with Postgres', 'We go with MySQL'],
    ['We go with Postgres', 'We … MySQL'],
    ['We go with Postgres', 'Postgres … We go'],
    ['We go with the newest Postgres on all the servers', 'we … with … newest … on … all … the … servers'],
    ['We go with Postgres', 'We Postgres'],
    ['We will not go with Postgres this year', 'We will go with Oracle next year'],
    ['We go with Postgres', ''],
    ['We go with Postgres', '   '],
    ['We go with Postgres', '…'],
    ['', 'anything'],
    ['a b', '\u200b'],
  ])('does not stand in %j as %j', (text, wanted) => {
    expect(findQuote({ text }, wanted)).toBeNull();
  });

  test('with a typo is found in the longest file, not at the end of a longer text, where only exact ones are', () => {
    const wanted = 'the board reset by itself';
    const toText = (length: number) =>
      `We meet at the lake in May\n${'a'.repeat(length)}\nthe board resets by itself`;
    expect(findQuote({ text: toText(20_000) }, wanted)?.text).toBe('the board resets by itself');
    const text = toText(100_000);
    expect(findQuote({ text }, 'We met at the lake in May')?.start).toBe(0);
    expect(findQuote({ text }, 'the board resets by itself')?.end).toBe(text.length);
    expect(findQuote({ text }, wanted)).toBeNull();
  });

  test('is the nearest of several, and the first of those that are as near', () => {
    const text = 'the bord resets by itsel, the bord resets by itself, the board resets by itsel';
    expect(findQuote({ text }, 'the board resets by itself')).toEqual({
      start: 26,
      end: 51,
      text: 'the bord resets by itself',
    });
  });

  test('prefers an occurrence that stands alone to an earlier one inside a word', () => {
    expect(findQuote({ text: 'restart the art' }, 'art')).toEqual({ start: 12, end: 15, text: 'art' });
  });

  test('is a slice of the message for any wanted quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, wanted) => {
        const quote = findQuote({ text }, wanted);
        if (quote) expect(text.slice(quote.start, quote.end)).toBe(quote.text);
      }),
      { numRuns: scale(1_500) },
    );
  });
});
