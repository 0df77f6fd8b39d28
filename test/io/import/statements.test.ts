import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readStatements } from '../../../src/cli/check-file.ts';
import { toRefusal } from './refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  const path = join(folder, 'claims');
  writeFileSync(path, text);
  return readStatements(path);
}

describe('statements', () => {
  test('of a text are cut out of it, and what is none is counted', async () => {
    expect(await read('# Summary\n- Bob books it [1].\n- Ann pays.\n')).toEqual({
      statements: [{ text: 'Bob books it.' }, { text: 'Ann pays.' }],
      skipped: [{ part: 'heading', count: 1 }],
      notices: [],
    });
  });

  test('of a JSON list are its items, each one statement with its positions', async () => {
    const list = [
      { text: 'Bob books it. Ann pays.', positions: [2, '3'] },
      'Carol agrees',
      { text: 'x', positions: null },
    ];
    expect((await read(JSON.stringify(list))).statements).toEqual([
      { text: 'Bob books it. Ann pays.', positions: [2, 3] },
      { text: 'Carol agrees' },
      { text: 'x' },
    ]);
    expect((await read(' [ ] ')).statements).toEqual([]);
  });

  test('that cannot be read keep their place and say why', async () => {
    const list = [
      { text: 7 },
      {},
      null,
      { text: ' ' },
      { text: 'a', positions: 'b' },
      { text: 'a', positions: [{}] },
      { text: 'a', positions: Array.from({ length: 41 }, () => 1) },
      { text: 'a'.repeat(5_000) },
      { text: 'good' },
    ];
    const { statements } = await read(JSON.stringify(list));
    expect(statements.slice(0, -1).map(({ problem }) => problem)).toEqual(
      [
        'no_text',
        'no_text',
        'unreadable',
        'empty_text',
        'bad_positions',
        'bad_positions',
        'many_positions',
        'long_text',
      ].map(fault => ({ code: 'malformed', fault })),
    );
    expect(statements.at(-1)).toEqual({ text: 'good' });
  });

  test.each([
    ['', 'claims is empty'],
    ['\n \n', 'claims contains no statement; '],
    ['# One\n## Two\n', 'claims contains no statement; headings, tables and code are none.'],
    ['[{"text": "a"', 'claims is not a list of statements'],
    ['{"guild": {}, "messages": []}', 'claims is not a list of statements'],
    ['\u0000\u0001', 'claims is a binary file'],
  ])('%j is refused in a sentence', async (text, words) => {
    expect(await toRefusal(() => read(text))).toContain(words);
  });
});
