import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSentences } from '../../../src/core/select/sentences.ts';

function cut(text: string): readonly string[] {
  return toSentences(text).map(({ start, end }) => text.slice(start, end));
}

describe('sentences', () => {
  test.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['  spaced   out.   Yes ', ['spaced   out.', 'Yes']],
    ['Really?! Yes!!! Ok...', ['Really?!', 'Yes!!!', 'Ok...']],
    ['He said "Go." Then he left.', ['He said "Go."', 'Then he left.']],
    ['no stop at all', ['no stop at all']],
    ['', []],
    [' \n ', []],
  ])('of %j are %j', (text, sentences) => {
    expect(cut(text)).toEqual(sentences);
  });

  test('end with the line, however lines end', () => {
    expect(cut('first\nsecond\r\nthird\n\n- fourth')).toEqual(['first', 'second', 'third', '- fourth']);
    expect(cut('a\u2028b')).toEqual(['a', 'b']);
  });

  test('do not end inside an address', () => {
    expect(cut('See https://a.example/x.html?q=Is.it!so&r=1#Top. Then go.')).toEqual([
      'See https://a.example/x.html?q=Is.it!so&r=1#Top.',
      'Then go.',
    ]);
    expect(cut('mail bob@a.example.org or open index.html now')).toHaveLength(1);
  });

  test.each([
    'See e.g. Node for it.',
    'We use i.e. Postgres here.',
    'Dr. Smith and Mrs. Jones agree.',
    'Client vs. Server is the question.',
    'Das kann z. B. Anna oder z.B. Tom.',
    'Bis zum 3. Mai oder 14. Juni fertig.',
    'Das sind ca. Hundert bzw. Zweihundert.',
    'J. R. Smith wrote it.',
    'M. Dupont arrive.',
    'La Sra. García viene.',
    'Ver p. ej. Madrid.',
    'Das ist Nr. 7 davon.',
  ])('do not end at what is only shortened: %s', text => {
    expect(cut(text)).toEqual([text]);
  });

  test('keep the number of a list with its words', () => {
    expect(cut('1. Update it\n2. Test it. Twice\n10. Ship it')).toEqual([
      '1. Update it',
      '2. Test it.',
      'Twice',
      '10. Ship it',
    ]);
  });

  test.each([
    ['I said no. We go with it. Anna knows.', ['I said no.', 'We go with it.', 'Anna knows.']],
    ['There were 3. Then 4. Maybe more', ['There were 3.', 'Then 4.', 'Maybe more']],
    ['Never mind. Next', ['Never mind.', 'Next']],
    ['It is 2026. March is near', ['It is 2026.', 'March is near']],
  ])('end where a shortened word is a whole one: %s', (text, sentences) => {
    expect(cut(text)).toEqual(sentences);
  });

  test('end at the full stops of scripts that set no spaces', () => {
    expect(cut('すごい！本当に？はい。今日は3.5です')).toEqual([
      'すごい！',
      '本当に？',
      'はい。',
      '今日は3.5です',
    ]);
    expect(cut('我们明天开会。你来吗？好')).toEqual(['我们明天开会。', '你来吗？', '好']);
    expect(cut('次。「はい。」次')).toEqual(['次。', '「はい。」', '次']);
  });

  test('keep emoji whole, and with the words they stand by', () => {
    expect(cut('Done 🎉 Next 👨‍👩‍👧. Ok 👍🏽')).toEqual(['Done 🎉 Next 👨‍👩‍👧.', 'Ok 👍🏽']);
    expect(cut('👍')).toEqual(['👍']);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '. ',
      '! ',
      '? ',
      '\n',
      '。',
      '…',
      '」',
      ' ',
      '1. ',
      'e.g. ',
      'J. ',
      'https://a.b/?c',
      '\r\n',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const text = fc.array(piece, { maxLength: 20 }).map(pieces => pieces.join(''));

  test('sentences are ordered, apart, trimmed, on one line, and hold every character but spaces', () => {
    fc.assert(
      fc.property(text, words => {
        let from = 0;
        for (const { start, end } of toSentences(words)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(words.slice(from, start).trim()).toBe('');
          const slice = words.slice(start, end);
          expect(slice).toBe(slice.trim());
          expect(slice).not.toBe('');
          expect(slice).not.toContain('\n');
          from = end;
        }
        expect(words.slice(from).trim()).toBe('');
      }),
    );
  });
});

test.each([
  ['spaces', ' '.repeat(100_000)],
  ['full stops', '. '.repeat(50_000)],
  ['closing quotes', `。${'”'.repeat(100_000)}x`],
  ['initials', 'J. '.repeat(33_000)],
  ['one word', 'a'.repeat(100_000)],
])('a hundred thousand characters of %s are cut in good time', { timeout: 5_000 }, (_, text) => {
  expect(toSentences(text).length).toBeLessThanOrEqual(50_000);
});
