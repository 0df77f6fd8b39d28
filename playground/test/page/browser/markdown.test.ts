import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown, toWords } from '../../../src/page/browser/messages/markdown.ts';

function types(text: string): readonly string[] {
  return parseMarkdown(text).map(node => node.type);
}

function toPlain(text: string): string {
  return toWords(parseMarkdown(text), node => node.type);
}

describe('Discord’s markdown', () => {
  test('knows a footnote: a masked link whose words keep their brackets', () => {
    const [link] = parseMarkdown('[[12]](https://discord.com/channels/1/2/3)');
    expect(link).toMatchObject({ type: 'link', target: 'https://discord.com/channels/1/2/3' });
    expect(link && toWords([link], () => '')).toBe('[12]');
  });

  test('knows lists, also nested and numbered, only where a line begins', () => {
    expect(parseMarkdown('- a\n  - **b**\n- c\nrest')).toMatchObject([
      { type: 'list', start: null, items: [{ depth: 0 }, { depth: 1 }, { depth: 0 }] },
      { type: 'text', content: 'rest' },
    ]);
    expect(parseMarkdown('3. a\n4. b')).toMatchObject([{ type: 'list', start: 3 }]);
    expect(types('a - b')).not.toContain('list');
    expect(types('-not a list')).not.toContain('list');
    expect(types('**Key points**\n- a')).toEqual(['strong', 'br', 'list']);
  });

  test('knows times, people, channels, spoilers, quotes, headings and code', () => {
    expect(types('<t:1700000000:f>')).toEqual(['timestamp']);
    expect(types('<@12345678901234567>')).toEqual(['user']);
    expect(types('<#12345678901234567>')).toEqual(['channel']);
    expect(types('||secret||')).toEqual(['spoiler']);
    expect(types('> quoted')).toEqual(['blockQuote']);
    expect(types('# Big')).toEqual(['heading']);
    expect(types('```js\nlet a\n```')).toEqual(['codeBlock']);
    expect(types('-# small')).toEqual(['subtext']);
    expect(types('- a\n-# small')).toEqual(['list', 'subtext']);
  });

  test('leaves markup and code as words', () => {
    expect(toPlain('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(toPlain('\\*not\\* bold')).toBe('*not* bold');
  });

  test('reads any text', () => {
    const marks = fc.constantFrom(
      '*',
      '_',
      '`',
      '|',
      '>',
      '-',
      '[',
      ']',
      '(',
      ')',
      '\n',
      '#',
      '~',
      '<',
      'a',
      ' ',
      '1',
      '.',
    );
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), pieces => {
        expect(Array.isArray(parseMarkdown(pieces.join('')))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
