import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SummaryDocument } from '../../src/render/formats/document.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { chat, folder, write } = createFiles();

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
      'Read 5 of 5 messages',
      '',
    ]);
    expect(stdout).toContain(
      'Bob: “How about we rent the big tent from last year for 450?” → Carol: “Approved.”',
    );
    expect(stdout).toContain('(Emma, 2026-03-10 23:30)');
  });

  test('counts the same messages before and after, without those that it leaves out', async () => {
    const whatsApp = write(
      'trip.txt',
      '25/03/2026, 09:12 - Ann added Bob\n25/03/2026, 09:12 - Ann: Shall we go on Friday?\n25/03/2026, 09:13 - Bob: Yes, at nine.',
    );
    const { stderr } = await runFootnote(['summarize', whatsApp]);
    expect(stderr).toMatch(/^Summarizing 2 messages\nRead 2 of 3 messages/m);
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
    expect(stderr).toContain('Range: 2026-03-10 03:30 to the end (times in UTC)\nSummarizing 2 messages\n');
    expect((await summarizeToJson('--since', '2026-03-10', '--zone', 'UTC')).message_count).toBe(2);
    expect((await summarizeToJson('--until', '2026-03-10', '--zone', 'Asia/Tokyo')).message_count).toBe(4);
  });

  test('ends an empty range with 1 and a sentence that says where the messages are, in the zone asked for', async () => {
    const args = [
      'summarize',
      chat,
      '--since',
      '2026-03-01',
      '--until',
      '2026-03-02',
      '--zone',
      'Asia/Tokyo',
    ];
    const { code, stdout, stderr } = await runFootnote(args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `Reading ${chat}\n` +
        'There are no messages from 2026-03-01 00:00 to 2026-03-02 23:59: this conversation is from 2026-03-09 17:00 to 2026-03-11 08:30 (times in Asia/Tokyo).\n',
    );
  });

  test('reads stdin for -', async () => {
    const text = readFileSync(chat, 'utf8');
    const { code, stdout, stderr } = await runFootnote(['summarize', '-'], {}, text);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Reading stdin\n/);
    expect(stdout).toMatch(/^Highlights · stdin\n=+\n/);
    expect(stdout).toContain('rent the big tent');
  });

  test('writes to a file and nothing to stdout', async () => {
    const out = join(folder, 'out.html');
    const { code, stdout, stderr } = await runFootnote(['summarize', chat, '--format', 'html', '--out', out]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`written to ${out}`);
    const page = readFileSync(out, 'utf8');
    expect(page).toMatch(/^<!doctype html>/i);
    // The page has all messages, not only those that are cited.
    const [, data = '{}'] = /id="viewer-data">(.*?)<\/script>/s.exec(page) ?? [];
    const { messages, claims } = JSON.parse(data);
    expect(messages).toHaveLength(5);
    expect(claims.length).toBeGreaterThan(0);
  });

  test('puts the summary in the place of an older file as a whole, keeps its mode and follows a link', async () => {
    const inside = join(folder, 'outputs');
    mkdirSync(inside);
    const old = join(inside, 'old.txt');
    writeFileSync(old, 'old');
    chmodSync(old, 0o640);
    const link = join(inside, 'link.txt');
    symlinkSync(old, link);
    const before = statSync(old).ino;
    expect((await runFootnote(['summarize', chat, '--out', link])).code).toBe(0);
    expect(readFileSync(old, 'utf8')).toContain('rent the big tent');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(old).mode & 0o777).toBe(0o640);
    expect(statSync(old).ino).not.toBe(before);
    expect(readdirSync(inside).sort()).toEqual(['link.txt', 'old.txt']);
  });

  test('a reader may close stdout and stderr early', () => {
    const command = `"${process.execPath}" "${resolve('src/cli.ts')}" summarize "${chat}" 2>&1 | head -c 1`;
    expect(execFileSync('bash', ['-c', `set -o pipefail; ${command}`], { encoding: 'utf8' })).toBe('R');
  });
});

describe('footnote ask', () => {
  test('answers with the nearest quotes, and says what it searched', async () => {
    const { code, stdout, stderr } = await runFootnote(['ask', chat, 'Who rents the tent?', '--zone', 'UTC']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Who rents the tent\? · /);
    expect(stdout).toContain('rent the big tent from last year for 450?” → Carol: “Approved.”');
    expect(stderr).toContain('Searching 5 messages');
  });
});
