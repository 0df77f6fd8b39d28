import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasBracketedNumber } from '../../../src/core/conversation/text.ts';
import { splitStatements } from '../../../src/core/verify/statements.ts';
import { toCpuMs } from '../../cpu.ts';
import { scale } from '../../scale.ts';

const of = (...lines: readonly string[]) => splitStatements(lines.join('\n'));

describe('statements of a text', () => {
  test.each([
    ['Bob books the tent.', ['Bob books the tent.']],
    [
      '- a bullet\n* another\n• a third\n1. and a number\n2) and another',
      ['a bullet', 'another', 'a third', 'and a number', 'and another'],
    ],
    ['- [ ] open\n- [x] done\n☐ box\n✅ tick', ['open', 'done', 'box', 'tick']],
    ['> - quoted item\n> quoted line', ['quoted item', 'quoted line']],
    [
      'The fair is on 21 March. The budget is 1.200 euros. Dr. Lee pays.',
      ['The fair is on 21 March.', 'The budget is 1.200 euros.', 'Dr. Lee pays.'],
    ],
    ['Bob books it [3]. Ann pays [4, 7][9].', ['Bob books it.', 'Ann pays.']],
    [
      'Bob books it [[3]](https://discord.com/channels/1/2/3), Ann pays【3†source】.',
      ['Bob books it, Ann pays.'],
    ],
    ['Bob books it [1] (Bob, 2026-03-09 08:16) [2] (Ann, 2026-03-09 08:17)', ['Bob books it']],
    ['Bob books it ([source](https://x.example/1))', ['Bob books it']],
    ['The room has 62 m² or 170m³; Bob books it.³', ['The room has 62 m² or 170m³; Bob books it.']],
    ['Bob books [the tent](https://x.example/tent) today', ['Bob books the tent today']],
    ['Bob books it https://discord.com/channels/1/2/3', ['Bob books it']],
    [
      '**Bob** will *surely* book __it__ with `npm run tent` and snake_case_name',
      ['Bob will surely book it with `npm run tent` and snake_case_name'],
    ],
    ['Bob said “Stop. Go home.” and left.', ['Bob said “Stop. Go home.” and left.']],
    ['Bob sagte: „Halt. Geh heim.“ Dann ging er.', ['Bob sagte: „Halt. Geh heim.“', 'Dann ging er.']],
    ['会議は金曜日です。予算は千円です。', ['会議は金曜日です。', '予算は千円です。']],
    [
      '- a long item that was wrapped by whoever wrote it and\n  goes on here',
      ['a long item that was wrapped by whoever wrote it and goes on here'],
    ],
    [
      'A paragraph that was wrapped at seventy characters because mail is so\nand goes on here.',
      ['A paragraph that was wrapped at seventy characters because mail is so and goes on here.'],
    ],
    ['Bob books the tent\nAnn pays the deposit', ['Bob books the tent', 'Ann pays the deposit']],
    ['a "quote that never ends. And more.', ['a "quote that never ends.', 'And more.']],
    ['[1]\n---\n***\n🎉\n   ', []],
    ['', []],
  ])('%j', (text, statements) => {
    expect(splitStatements(text).statements).toEqual(statements);
  });

  test.each([
    ['# Summary', 'Bob books it.'],
    ['Here is a summary:', '- Bob books it.'],
    ['**Decisions**', '- Bob books it.'],
    ['**Action items:**', '- Bob books it.'],
    ['Decisions\n---------', 'Bob books it.'],
    ['-# written by a bot', 'Bob books it.'],
  ])('%j is a heading: left out and counted', (heading, line) => {
    expect(of(heading, line)).toEqual({
      statements: ['Bob books it.'],
      skipped: [{ part: 'heading', count: 1 }],
    });
  });

  test('a bold sentence, a colon after a figure and one inside a line head nothing', () => {
    const lines = ['**Bob books the tent.**', 'Decided on 21 March:', 'Bob: I book the tent'];
    expect(of(...lines)).toEqual({
      statements: ['Bob books the tent.', 'Decided on 21 March:', 'Bob: I book the tent'],
      skipped: [],
    });
  });

  test('tables and code are left out and counted, each as one', () => {
    const text = of(
      'Before.',
      '| who | what |',
      '|---|---|',
      '| Bob | tent |',
      '',
      'a | b',
      '--- | ---',
      '1 | 2',
      '',
      '```ts',
      'const a = 1;',
      '```',
      'After.',
    );
    expect(text).toEqual({
      statements: ['Before.', 'After.'],
      skipped: [
        { part: 'table', count: 2 },
        { part: 'code', count: 1 },
      ],
    });
  });

  test('a fence that nothing closes hides nothing', () => {
    expect(of('```', 'Bob books it.').statements).toContain('Bob books it.');
  });

  test('a long text of openings that nothing closes is split in bounded time', () => {
    const before = process.threadCpuUsage();
    for (const text of [
      'a “b. '.repeat(scale(17_000)),
      '['.repeat(scale(100_000)),
      '**a '.repeat(scale(25_000)),
      '\\'.repeat(scale(100_000)),
      '| a '.repeat(scale(25_000)),
      '> '.repeat(scale(50_000)),
    ])
      splitStatements(text);
    expect(toCpuMs(before)).toBeLessThan(4_000);
  });
});

// A round bracket right behind a square one holds the address of a link, which goes with its marker.
const fragment = fc.constantFrom(
  '- ',
  '# ',
  '> ',
  '[3]',
  '**',
  '`',
  '```',
  '| ',
  '. ',
  ': ',
  '\n',
  '\n\n',
  ' ',
  '“',
  '”',
  '"',
  ' (',
  ')',
  '[',
  ']',
  '\\',
  '---',
  '1. ',
  'https://x.example/a',
  'é',
  '日本。',
  '\u200b',
);

test('every word is in a statement, in order, or its line in a part that is counted', () => {
  const word = fc.nat(99_999).map(n => `w${n}w`);
  const text = fc.array(fc.oneof({ weight: 1, arbitrary: word }, { weight: 2, arbitrary: fragment }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, parts => {
      const whole = parts.join('');
      const { statements, skipped } = splitStatements(whole);
      const shown = [...statements.join(' ').matchAll(/w\d+w/g)].map(([each]) => each);
      const all = [...whole.matchAll(/w\d+w/g)].map(([each]) => each);
      let at = 0;
      for (const each of shown) {
        at = all.indexOf(each, at) + 1;
        expect(at, `${each} in its order`).toBeGreaterThan(0);
      }
      if (skipped.length === 0) expect(shown).toEqual(all);
      for (const each of statements) {
        expect(each).toBe(each.trim());
        expect(hasBracketedNumber(each)).toBe(false);
      }
    }),
    { numRuns: scale(500) },
  );
});
