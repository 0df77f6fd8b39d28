import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseTimeWords } from '../../src/core/time-words.ts';
import { jsonLinesRecord } from '../../src/io/import/formats/json-lines.ts';
import { allTexts } from '../../src/render/texts.ts';
import { findTable, toCells } from '../docs/table.ts';
import { runFootnote } from './run-footnote.ts';

const page = readFileSync('docs/cli.md', 'utf8');

/** The words of a command; those in quotation marks are one argument. */
function toArguments(command: string): readonly string[] {
  return (command.match(/"[^"]*"|\S+/g) ?? []).map(word => word.replaceAll('"', ''));
}

describe('the page on the CLI', () => {
  test('shows what check prints', async () => {
    const [, words = ''] = /^npm run footnote -- (check test\/fixtures\/.+)$/m.exec(page) ?? [];
    const { stdout } = await runFootnote(toArguments(words));
    const [shown, ...rest] = stdout.split('\nSources\n');
    expect(rest).toHaveLength(1);
    expect(page).toContain(`\`\`\`text\n${shown?.trimEnd()}\n\`\`\``);
  });

  test('shows what explain prints', async () => {
    const [, words = ''] = /^npm run footnote -- (explain test\/fixtures\/.+)$/m.exec(page) ?? [];
    const { stdout } = await runFootnote(toArguments(words));
    expect(page).toContain(`\`\`\`text\n${stdout.trimEnd()}\n\`\`\``);
  });

  test.each([
    ['summarize', 'option  '],
    ['check', 'option of `check`'],
    ['explain', 'option of `explain`'],
  ])('lists every option of %s, and no other', async (command, header) => {
    const { stdout } = await runFootnote([command, '--help']);
    const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].flatMap(match => match[1] ?? []);
    // What says how a file is read is the same for all of them.
    const listed = [header, 'option of reading'].flatMap(each =>
      toCells(findTable(page, each)).flatMap(([cell = '']) => cell.match(/--[\w-]+/g) ?? []),
    );
    const wanted = options.filter(option => option !== '--help');
    expect([...new Set(listed)].sort()).toEqual(wanted.sort());
  });

  test('lists every field of a JSON Lines record, and no other', () => {
    const named = toCells(findTable(page, 'field')).map(([cell = '']) => cell.replaceAll('`', ''));
    expect(named.sort()).toEqual(Object.keys(jsonLinesRecord.shape).sort());
  });

  test('gives examples of times that the CLI understands', () => {
    const rows = toCells(findTable(page, 'option  '));
    const [, cell = ''] = rows.find(([option = '']) => option.includes('--since')) ?? [];
    const examples = [...cell.matchAll(/`"?([^`"]+)"?`/g)].flatMap(match => match[1] ?? []);
    expect(examples.length).toBeGreaterThan(6);
    const at = (words: string, end: 'from' | 'to') =>
      parseTimeWords(words, '2026-03-10T12:00:00Z', 'UTC', end);
    for (const words of examples) expect(at(words, 'from'), words).not.toBeNull();
    expect(at('1w', 'from')).toBe('2026-03-03T12:00:00.000Z');
    expect(at('2026-03-09', 'to')).toBe('2026-03-09T23:59:59.999Z');
  });

  test('names every language of headings', () => {
    for (const t of allTexts) expect(page).toContain(`\`${t.tag}\``);
  });
});
