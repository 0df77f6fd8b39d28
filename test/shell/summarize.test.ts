import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SummaryDocument } from '../../src/render/document.ts';
import { formats } from '../../src/render/render.ts';
import { runFootnote } from './run-footnote.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const chat = write(
  'chat.jsonl',
  [
    ['Ann', '2026-03-09T08:00:00Z', 'The school fair is on 21 March and the budget is 1,200 euros.'],
    ['Bob', '2026-03-09T08:01:00Z', 'How about we rent the big tent from last year for 450?'],
    ['Carol', '2026-03-09T08:02:00Z', 'Approved.'],
    ['Dave', '2026-03-10T08:03:00Z', "I'll book the tent by Friday"],
    ['Emma', '2026-03-10T23:30:00Z', 'Does anybody have the key to the storage room?'],
  ]
    .map(([author, time, text], index) =>
      JSON.stringify({ id: index + 1, author, time, text, url: `https://chat.example/${index + 1}` }),
    )
    .join('\n'),
);

async function summarizeToJson(...args: readonly string[]): Promise<SummaryDocument> {
  const { stdout, stderr, code } = await runFootnote(['summarize', chat, '--format', 'json', ...args]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as SummaryDocument;
}

describe('footnote summarize', () => {
  test('writes a summary to stdout and what it is doing to stderr', async () => {
    const { code, stdout, stderr } = await runFootnote(['summarize', chat, '--zone', 'UTC']);
    expect(code).toBe(0);
    expect(stderr.split('\n')).toEqual([
      `Reading ${chat}`,
      'Summarizing 5 messages',
      expect.stringMatching(/^Read 5 of 5 messages: \d+ claims, 0 dropped$/),
      '',
    ]);
    expect(stdout).toContain("“I'll book the tent by Friday”");
    expect(stdout).toContain('(Dave, 2026-03-10 08:03)');
  });

  test.each(formats)('writes the same claims as %s', async format => {
    const { code, stdout } = await runFootnote(['summarize', chat, '--format', format]);
    expect(code).toBe(0);
    for (const words of [
      'The school fair is on 21 March',
      'rent the big tent',
      'book the tent',
      'key to the storage room',
    ]) {
      expect(stdout, format).toContain(words);
    }
  });

  test('gives the public JSON: every reference opens its message and every quote is a slice of one', async () => {
    const document = await summarizeToJson();
    const texts = new Map(
      readFileSync(chat, 'utf8')
        .split('\n')
        .map(line => JSON.parse(line) as { id: number; text: string })
        .map(({ id, text }) => [String(id), text]),
    );
    expect(document.reference_index.map(({ footnote }) => footnote)).toEqual(
      document.reference_index.map((_, i) => i + 1),
    );
    for (const { message_id, url, quote } of document.reference_index) {
      expect(url).toBe(`https://chat.example/${message_id}`);
      expect(texts.get(message_id)?.slice(quote?.start, quote?.end)).toBe(quote?.text);
    }
    expect(document.decisions[0]).toMatchObject({ status: 'verified', decision_status: 'approved' });
    expect(document.action_items).toMatchObject([{ owner: 'Dave', due: 'by Friday' }]);
    expect(document.open_questions).toHaveLength(1);
    expect(document.engine).toEqual({ name: 'extractive' });
  });

  test('reads the window asked for, counted from the newest message, and says how it was understood', async () => {
    const args = ['summarize', chat, '--format', 'json', '--since', '20h', '--zone', 'UTC'];
    const { stdout, stderr } = await runFootnote(args);
    const { coverage } = JSON.parse(stdout) as SummaryDocument;
    expect(coverage).toMatchObject({
      read: 2,
      available: 5,
      omitted: [{ reason: 'outside_window', count: 3 }],
    });
    expect(stderr).toContain('2026-03-10');
    expect((await summarizeToJson('--since', '2026-03-10', '--zone', 'UTC')).message_count).toBe(2);
    expect((await summarizeToJson('--until', '2026-03-10', '--zone', 'Asia/Tokyo')).message_count).toBe(4);
    expect((await summarizeToJson('--since', '2027-01-01')).message_count).toBe(0);
  });

  test('sets headings in the language asked for', async () => {
    const { stdout } = await runFootnote(['summarize', chat, '--language', 'de']);
    expect(stdout).toContain('Entscheidungen');
  });

  test('leaves out footnotes and sources where they are not wanted', async () => {
    const { stdout } = await runFootnote(['summarize', chat, '--format', 'markdown', '--no-references']);
    expect(stdout).not.toMatch(/\[\d+\]|chat\.example/);
    expect(stdout).toContain('book the tent');
  });

  test('writes to a file and nothing to stdout', async () => {
    const out = join(folder, 'out.html');
    const { code, stdout, stderr } = await runFootnote(['summarize', chat, '--format', 'html', '--out', out]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`written to ${out}`);
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/i);
  });

  test('logs counts, never words, where logs are asked for', async () => {
    const { stderr } = await runFootnote(['summarize', chat], { LOG_LEVEL: 'info' });
    const line = stderr.split('\n').find(each => each.startsWith('{')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ msg: 'summary-written', read: 5 });
    expect(line).not.toContain('tent');
  });
});

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
      '--zone “Mars/Olympus” is no IANA zone: write for example Europe/Berlin',
    ],
    [
      ['summarize', chat, '--since', 'whenever'],
      '--since “whenever” names no time that can be understood: write for example 2h',
    ],
    [['summarize', chat, '--since', '1d', '--until', '2d'], '--since “1d” lies after --until “2d”'],
    [['summarize', chat, '--language', '!'], '--language “!” is no language tag'],
    [['summarize', chat, '--engine', 'claude'], 'The engine “claude” is not available yet'],
    [['summarise', chat], "unknown command 'summarise'"],
    [['summarize', chat, '--fromat', 'json'], 'Did you mean --format?'],
  ])('%j is bad usage: exit code 2, a sentence, nothing on stdout', async (args, sentence) => {
    const { code, stdout, stderr } = await runFootnote(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });

  test('a bad environment is told as such', async () => {
    const { code, stderr } = await runFootnote(['summarize', chat], { LOG_LEVEL: 'loud' });
    expect(code).toBe(2);
    expect(stderr).toContain('LOG_LEVEL must be one of');
  });

  test.each([
    ['missing.json', null, 'missing.json'],
    ['empty.json', '', 'empty.json'],
    ['notes.txt', 'Dear diary, today nothing happened.', 'notes.txt'],
    ['whatsapp.txt', '12/03/2026, 09:14 - Ann: hello\n12/03/2026, 09:15 - Bob: hi', 'WhatsApp'],
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

  test('a bad line costs itself: it is named, counted, and the others are summarized', async () => {
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
