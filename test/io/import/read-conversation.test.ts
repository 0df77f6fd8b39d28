import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConversation } from '../../../src/io/import/import-chat.ts';
import { toRefusal } from './refusal.ts';

const line = '{"author": "ユキ", "time": "2026-03-09T14:32:00Z", "text": "はい 👍"}\n';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, bytes: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function refuse(path: string, signal?: AbortSignal): Promise<string> {
  return (await toRefusal(() => readConversation(path, signal && { signal }))).replaceAll(folder, 'FOLDER');
}

describe('a file', () => {
  test.each([
    ['UTF-8', Buffer.from(line)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${line}`)],
    ['UTF-16, low byte first', Buffer.from(`\uFEFF${line}`, 'utf16le')],
    ['UTF-16, high byte first', Buffer.from(`\uFEFF${line}`, 'utf16le').swap16()],
  ])('in %s is read', async (_name, bytes) => {
    const { conversation, notices } = await readConversation(await write('talk.jsonl', bytes));
    expect(conversation.messages[0]).toMatchObject({ author: { name: 'ユキ' }, text: 'はい 👍' });
    expect(conversation.source.title).toBe('talk');
    expect(notices).toEqual([]);
  });

  test('in another encoding is read with a warning', async () => {
    const latin = Buffer.from(line.replace('ユキ', 'Inês'), 'latin1');
    const { conversation, notices } = await readConversation(await write('latin.jsonl', latin));
    expect(conversation.messages[0]?.author.name).toBe('In\uFFFDs');
    expect(notices).toMatchInlineSnapshot(`
      [
        "Some bytes of latin.jsonl are not UTF-8 and are shown as "�". Save the file as UTF-8 to read all of it.",
      ]
    `);
  });

  test('that cannot be opened is told from one that cannot be read', async () => {
    const large = await write('large.json', ' '.repeat(17e6));
    const refusals = [
      await refuse(join(folder, 'nowhere.json')),
      await refuse(large),
      await refuse(await write('empty.json', '')),
      await refuse(await write('marked.json', '\uFEFF')),
      await refuse(await write('chat.zip', Buffer.from('PK\u0003\u0004\u0014\u0000'))),
      await refuse(await write('photo.png', Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000', 'latin1'))),
      await refuse(join(folder, 'empty.json'), AbortSignal.abort()),
    ];
    expect(refusals.join('\n')).toMatchInlineSnapshot(`
      "file_missing: There is no file FOLDER/nowhere.json. Check its name and folder.
      file_too_large: FOLDER/large.json is 17 MB; the limit is 16 MB. Export a shorter time (--after, --before) or smaller parts (--partition) with DiscordChatExporter, or a WhatsApp chat without media, or raise the limit with --max-size (up to 500 MB).
      no_messages: empty.json is empty.
      no_messages: marked.json is empty.
      file_unreadable: chat.zip is a damaged zip archive. Export it again.
      format_unknown: photo.png is a binary file. Footnote reads exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: {"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}
      cancelled: Reading FOLDER/empty.json was cancelled."
    `);
  });
});

describe('the size limit', () => {
  test('ends a stream and a file that never end', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536, 0x20));
      },
    });
    expect(await toRefusal(() => readConversation(endless, { megabytes: 1 }))).toMatch(
      /^file_too_large: stdin is larger than 1 MB\. /,
    );
    expect(endless.destroyed).toBe(true);
    expect(await toRefusal(() => readConversation('/dev/zero', { megabytes: 1 }))).toContain(
      '/dev/zero is larger than 1 MB. ',
    );
  });

  test('of one message skips it and names its length', async () => {
    const long = JSON.stringify({ author: 'Mia', time: 1_773_065_520, text: 'x'.repeat(100_001) });
    const { conversation, notices } = await readConversation(await write('long.jsonl', `${line}${long}`));
    expect([conversation.messages.length, conversation.unreadable]).toEqual([1, 1]);
    expect(notices).toEqual([
      `long.jsonl, line 2 was skipped: "text" should be at most 100,000 characters long, but is "${'x'.repeat(39)}….`,
    ]);
  });
});

describe('a stream', () => {
  test('is read to its end, with any cuts between its chunks', async () => {
    const bytes = Buffer.from(line + line);
    const pieces = Array.from(bytes, byte => Buffer.from([byte]));
    const { conversation, notices } = await readConversation(Readable.from(pieces));
    expect(conversation.messages.map(({ text }) => text)).toEqual(['はい 👍', 'はい 👍']);
    expect([conversation.source.title, notices]).toEqual(['stdin', []]);
  });
});
