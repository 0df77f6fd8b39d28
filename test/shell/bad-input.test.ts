import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SummaryDocument } from '../../src/render/formats/document.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { chat, folder, write } = createFiles();
const claims = write('claims.md', '- Dave will book the tent by Friday.\n');

describe('bad input', () => {
  test.concurrent.each([
    [['summarize'], 2, "missing required argument 'file'"],
    [
      ['summarize', chat, '--format', 'md'],
      2,
      "argument 'md' is invalid. Allowed choices are json, markdown, html, plain, embed",
    ],
    [['summarize', chat, '--zone', 'Mars/Olympus'], 2, '--zone: “Mars/Olympus” is not an IANA time zone.'],
    [['summarize', chat, '--since', 'whenever'], 2, '“whenever” is not a time. Write 2h'],
    [['summarize', chat, '--since', '1d', '--until', '2d'], 2, '“1d” is after “2d”'],
    [
      ['summarize', write('talk.txt', 'Ann: Who rents the tent?\nBob: I do.\n'), '--since', '1h'],
      2,
      'This conversation has no dates, so messages cannot be selected by time. Leave out since and until, or say when it begins: --start',
    ],
    [['summarize', chat, '--language', '!'], 2, '--language: “!” is not a language'],
    [['summarize', chat, '--engine', 'claude'], 2, '--engine claude needs an Anthropic API key.'],
    [['summarize', chat, '--max-size', '501'], 2, 'Write a whole number of megabytes from 1 to 500.'],
    [['summarise', chat], 2, "unknown command 'summarise'\n(Did you mean summarize?)"],
    [['summarize', chat, '--fromat', 'json'], 2, 'Did you mean --format?'],
    [['check', chat], 2, "missing required argument 'claims'"],
    [['check', '-', '-'], 2, 'Only one of the two inputs can be stdin (-)'],
    [['check', chat, claims, '--out', claims], 2, 'is the input file'],
    [['check', chat, 'missing.txt'], 1, 'There is no file missing.txt'],
    [['explain', chat], 2, "missing required argument 'claim'"],
    [['explain', chat, 'Bob', 'rented', 'it'], 2, 'too many arguments'],
    [['explain', chat, ' \n'], 2, 'The claim is empty'],
    [['summarize', write('notes.eml', 'Dear diary.')], 1, 'notes.eml is not a conversation'],
    [
      ['summarize', write('whatsapp.txt', '12/03/2026, 09:14 - Ann: hello\n12/03/2026, 09:15 - Bob: hi')],
      1,
      'Add --date-order day-first or --date-order month-first.',
    ],
    [['summarize', chat, '--out', join(folder, 'no/such/folder.md')], 1, 'could not be written to'],
  ])('%j ends with %d, a sentence, and nothing on stdout', async (args, exit, sentence) => {
    const { code, stdout, stderr } = await runFootnote(args);
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });

  test('mcp without an assistant ends at once', async () => {
    expect(await runFootnote(['mcp'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('the file that is read is never overwritten, also through a link', async () => {
    const text = readFileSync(chat, 'utf8');
    const own = write('own.jsonl', text);
    const link = join(folder, 'link.jsonl');
    symlinkSync(own, link);
    for (const out of [join(folder, '.', 'no', '..', 'own.jsonl'), link]) {
      const { code, stdout, stderr } = await runFootnote(['summarize', own, '--out', out]);
      expect([code, stdout], out).toEqual([2, '']);
      expect(stderr).toContain(`--out ${out} is the input file, and the result would replace it.`);
    }
    expect(readFileSync(own, 'utf8')).toBe(text);
  });

  test('a bad environment is told as such', async () => {
    const { code, stderr } = await runFootnote(['summarize', chat], { LOG_LEVEL: 'loud' });
    expect(code).toBe(2);
    expect(stderr).toContain('LOG_LEVEL must be one of');
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
