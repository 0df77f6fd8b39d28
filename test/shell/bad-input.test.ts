import { linkSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SummaryDocument } from '../../src/render/formats/document.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { chat, folder, write } = createFiles();

describe('bad input', () => {
  test.each([
    [['summarize'], "missing required argument 'file'"],
    [
      ['summarize', chat, '--format', 'pdf'],
      "argument 'pdf' is invalid. Allowed choices are json, markdown, html, plain, embed",
    ],
    [['summarize', chat, '--detail', 'huge'], "argument 'huge' is invalid"],
    [
      ['summarize', chat, '--zone', 'Mars/Olympus'],
      '--zone: “Mars/Olympus” is not an IANA time zone. Write Europe/Berlin',
    ],
    [['summarize', chat, '--since', 'whenever'], '--since: “whenever” is not a recognized time. Write 2h'],
    [['summarize', chat, '--since', '1d', '--until', '2d'], '--since “1d” is after --until “2d”'],
    [['summarize', chat, '--language', '!'], '--language: “!” is not a language tag'],
    [
      ['summarize', chat, '--engine', 'claude'],
      '--engine claude needs an Anthropic API key. Set ANTHROPIC_API_KEY in .env',
    ],
    [['summarize', chat, '--format', 'md'], 'plain, embed. Did you mean markdown?'],
    [['summarize', chat, '--format', 'txt'], 'Did you mean plain?'],
    [['summarize', chat, '--engine', 'gpt'], 'Allowed choices are extractive, claude.'],
    [[chat], `To summarize it: npm run footnote -- summarize ${chat}`],
    [[chat, '--format', 'html'], `To summarize it: npm run footnote -- summarize ${chat} --format html`],
    [['summarize', chat, '--max-size', '501'], 'Write a whole number of megabytes from 1 to 500.'],
    [['summarise', chat], "unknown command 'summarise'"],
    [['summarize', chat, '--fromat', 'json'], 'Did you mean --format?'],
  ])('%j is bad usage: exit code 2, a sentence, nothing on stdout', async (args, sentence) => {
    const { code, stdout, stderr } = await runFootnote(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });

  test('only a file is taken for one to summarize', async () => {
    const { stderr } = await runFootnote(['summarise', chat]);
    expect(stderr).toContain('Did you mean summarize?');
    expect(stderr).not.toContain('To summarize it');
  });

  test('the file that is read is never overwritten, under any name', async () => {
    const text = readFileSync(chat, 'utf8');
    const own = write('own.jsonl', text);
    const [symbolic, hard] = [join(folder, 'symbolic.jsonl'), join(folder, 'hard.jsonl')];
    symlinkSync(own, symbolic);
    linkSync(own, hard);
    const names = [own, join(folder, '.', 'no', '..', 'own.jsonl'), symbolic, hard];
    for (const out of names) {
      const { code, stdout, stderr } = await runFootnote(['summarize', own, '--out', out]);
      expect([code, stdout], out).toEqual([2, '']);
      expect(stderr).toBe(
        `--out ${out} is the input file, and the result would replace it. Name another file.\n`,
      );
    }
    expect((await runFootnote(['summarize', '-', '--out', own], {}, openSync(own, 'r'))).code).toBe(2);
    expect(readFileSync(own, 'utf8')).toBe(text);
  });

  test('a bad environment is told as such', async () => {
    const { code, stderr } = await runFootnote(['summarize', chat], { LOG_LEVEL: 'loud' });
    expect(code).toBe(2);
    expect(stderr).toContain('LOG_LEVEL must be one of');
  });

  test.each([
    ['missing.json', null, 'missing.json'],
    ['empty.json', '', 'empty.json'],
    ['notes.eml', 'Dear diary, today nothing happened.', 'notes.eml is not a conversation'],
    [
      'own.json',
      '{"summary_id": "s", "overview": [], "reference_index": []}',
      'own.json is a summary that Footnote wrote',
    ],
    [
      'own.md',
      `${JSON.stringify({ author: 'A', time: '2026-03-09', text: 'b' })}\n# c\n\nd\n`,
      '2 of its 3 lines are not JSON',
    ],
    [
      'whatsapp.txt',
      '12/03/2026, 09:14 - Ann: hello\n12/03/2026, 09:15 - Bob: hi',
      'Add --date-order day-first or --date-order month-first.',
    ],
  ])('%s cannot be read: exit code 1 and a sentence that names it', async (name, text, words) => {
    const path = text === null ? join(folder, name) : write(name, text);
    const { code, stdout, stderr } = await runFootnote(['summarize', path]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('    at ');
  });

  test('an output that cannot be written is told, with exit code 1', async () => {
    const { code, stderr } = await runFootnote([
      'summarize',
      chat,
      '--out',
      join(folder, 'no/such/folder.md'),
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('could not be written to');
  });

  test('a bad line is named and counted, and the others are summarized', async () => {
    const lines = readFileSync(chat, 'utf8').split('\n');
    const path = write(
      'damaged.jsonl',
      [lines[0], '{"author": "Ann", "time":', lines[1], '{"author": 7}', ...lines.slice(2)].join('\n'),
    );
    const { code, stdout, stderr } = await runFootnote(['summarize', path, '--format', 'json']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/damaged\.jsonl.* line 2 /);
    expect(stderr).toMatch(/damaged\.jsonl.* line 4 /);
    const { coverage } = JSON.parse(stdout) as SummaryDocument;
    expect(coverage).toMatchObject({ read: 5, available: 7, omitted: [{ reason: 'unreadable', count: 2 }] });
  });
});
