import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toLeftOutKind } from '../../../src/core/conversation/message.ts';
import { createSizeLimit } from '../../../src/io/import/archive.ts';
import { readConversation } from '../../../src/io/import/import-chat.ts';
import { importChat } from './import-chat.ts';
import { toRefusal } from './refusal.ts';
import { encrypt } from './zip-headers.ts';

const chat =
  '[13.03.26, 09:14:00] Mia: \u200e<Anhang: 00000001-PHOTO.jpg>\r\n[13.03.26, 09:15:00] Tom: Schön';
const photo = new Uint8Array([255, 216, 255]);

function zip(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => [
    name,
    typeof text === 'string' ? strToU8(text) : text,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries) as Zippable));
}

function importZip(files: Readonly<Record<string, string | Uint8Array>>, name = 'WhatsApp Chat - Trip.zip') {
  return importChat(zip(files), name, { zone: 'UTC' });
}

describe('a zip archive', () => {
  test('of WhatsApp is read with the names of its media, and is titled by its own name', async () => {
    const { conversation, counts } = await importZip({ '_chat.txt': chat, '00000001-PHOTO.jpg': photo });
    expect(conversation.source.title).toBe('WhatsApp Chat - Trip');
    expect(conversation.messages.map(({ text }) => text)).toEqual(['[image: 00000001-PHOTO.jpg]', 'Schön']);
    expect(counts).toMatchObject({ messages: 2, people: 2, attachments: 1, omitted: [] });
  });

  test('of Android is read though a document lies beside the chat', async () => {
    const { conversation } = await importZip({
      'WhatsApp Chat with Tom.txt': '13/03/2026, 09:14 - Mia: hi',
      'notes.txt': 'Bread, milk',
      '__MACOSX/._notes.txt': 'x',
    });
    expect(conversation.source).toMatchObject({ type: 'whatsapp', title: 'WhatsApp Chat with Tom' });
  });

  test('of WhatsApp is read with the texts of files that messages attach, of the same folder only', async () => {
    const { conversation } = await importZip({
      'trip/_chat.txt': [
        '[13.03.26, 09:14:00] Mia: \u200e<attached: list.txt>',
        '[13.03.26, 09:15:00] Tom: \u200e<attached: other.txt>',
        '[13.03.26, 09:15:30] Tom: notes.txt (file attached)',
        '[13.03.26, 09:15:40] Tom: \u200e<attached: list.txt>',
        '[13.03.26, 09:16:00] Tom: \u200e<attached: ../secret.txt>',
        '[13.03.26, 09:17:00] Tom: \u200e<attached: long.txt>',
      ].join('\n'),
      'trip/list.txt': 'Bread\nCall +49 170 1234567',
      'other.txt': 'elsewhere',
      'trip/notes.txt': 'elsewhere',
      'secret.txt': 'elsewhere',
      'trip/long.txt': 'x'.repeat(20_001),
    });
    const [list, ...others] = conversation.messages;
    expect(list?.text).toMatch(/^\[file: list\.txt\]\n\[text of list\.txt\]\nBread\nCall /);
    expect(list?.text).not.toContain('1234567');
    expect(list?.attachedTexts).toMatchObject([{ name: 'list.txt' }]);
    expect(JSON.stringify(others)).not.toContain('elsewhere');
    const attached = conversation.messages.flatMap(({ attachments }) => attachments);
    expect(attached.map(toLeftOutKind)).toEqual([null, 'file', 'file', 'file', 'file', 'large']);
  });

  test('of DiscordChatExporter is read with the texts of its media, and the rest is counted by kind', async () => {
    const media = 'talk.json_Files';
    const toExport = (...paths: readonly string[]) =>
      JSON.stringify({
        guild: { id: '5' },
        channel: { id: '6', name: 'talk' },
        messages: paths.map((url, at) => ({
          id: `130000000000000000${at}`,
          type: 'Default',
          timestamp: `2026-03-09T09:0${at}:00+00:00`,
          content: `message ${at}`,
          author: { id: '7', name: 'Mia' },
          attachments: [{ fileName: url.split(/[\\/]/).at(-1), url }],
        })),
      });
    const paths = [`${media}\\app.log`, `${media}/notes.txt`, `${media}/pic.png`, `${media}/SPOILER_end.txt`];
    const more = [
      '../secret.txt',
      'https://cdn.discordapp.com/x/plan.pdf',
      `${media}/long.csv`,
      `${media}/bad.py`,
    ];
    const { conversation } = await importZip({
      'server/talk.json': toExport(...paths, ...more),
      [`server/${media}/app.log`]: 'pump stopped',
      [`server/${media}/notes.txt`]: 'Bread, milk',
      [`server/${media}/pic.png`]: photo,
      [`server/${media}/SPOILER_end.txt`]: 'the gardener',
      [`server/${media}/long.csv`]: 'x'.repeat(20_001),
      [`server/${media}/bad.py`]: new Uint8Array([0, 1, 2]),
      'secret.txt': 'elsewhere',
    });
    expect(conversation.source).toMatchObject({ type: 'discord', title: '#talk' });
    expect(conversation.messages.map(({ text }) => text).slice(0, 2)).toEqual([
      'message 0\n[file: app.log]\n[text of app.log]\npump stopped',
      'message 1\n[file: notes.txt]\n[text of notes.txt]\nBread, milk',
    ]);
    expect(JSON.stringify(conversation)).not.toMatch(/elsewhere|gardener/);
    const attached = conversation.messages.flatMap(({ attachments }) => attachments);
    expect(attached.map(toLeftOutKind)).toEqual([
      ...[null, null, 'picture', 'file'],
      ...['file', 'file', 'large', 'unreadable'],
    ]);
  });

  test('that does not show which file is meant, or is damaged, is refused', async () => {
    const limit = createSizeLimit(1);
    const whole = zip({ '_chat.txt': chat });
    const refusals = [
      await toRefusal(() => importZip({ 'a.txt': 'x', 'b.txt': 'y' }, 'two.zip')),
      await toRefusal(() => importZip({ 'a.jpg': photo }, 'photos.zip')),
      await toRefusal(() => importChat(whole.subarray(0, -30), 'cut.zip', { zone: 'UTC' })),
      await toRefusal(() => importChat(whole, 'stop.zip', { zone: 'UTC', signal: AbortSignal.abort() })),
      await toRefusal(() =>
        importChat(zip({ 'a.txt': 'ab'.repeat(600_000) }), 'big.zip', { zone: 'UTC', limit }),
      ),
    ];
    expect(refusals.map(each => each.replace(/Footnote reads.*/, '…')).join('\n')).toMatchInlineSnapshot(`
      "format_unknown: two.zip contains 2 files, and several of them may be the conversation. Name one of them. …
      format_unknown: photos.zip contains 1 file, and none of them is a conversation. …
      file_unreadable: cut.zip is a damaged zip archive. Export it again.
      cancelled: Reading stop.zip was cancelled.
      file_too_large: The texts in big.zip are larger than 1 MB. Export a shorter time (--after, --before) or smaller parts (--partition) with DiscordChatExporter, or a WhatsApp chat without media, or raise the limit with --max-size (up to 500 MB)."
    `);
  });

  test('that is encrypted is refused as such, unless only its media are', async () => {
    const encrypted = encrypt(zip({ '_chat.txt': chat }), '_chat.txt');
    expect(await toRefusal(() => importChat(encrypted, 'locked.zip', { zone: 'UTC' }))).toBe(
      'file_encrypted: locked.zip is encrypted. Unpack it with its password, then name the file of the chat.',
    );
    const media = encrypt(zip({ 'a.jpg': photo, '_chat.txt': chat }), 'a.jpg');
    expect((await importChat(media, 'chat.zip', { zone: 'UTC' })).counts.messages).toBe(2);
  });

  test('of more files than a chat has is refused', async () => {
    const bytes = zip({ '_chat.txt': chat });
    bytes.writeUInt16LE(50_001, bytes.indexOf(Buffer.from('PK\u0005\u0006', 'latin1')) + 10);
    expect(await toRefusal(() => importChat(bytes, 'many.zip', { zone: 'UTC' }))).toBe(
      'file_too_large: many.zip contains more than 50,000 files. Name one of them.',
    );
  });

  test('whose sizes are a lie is refused while it is unpacked', async () => {
    const bytes = zip({ '_chat.txt': ' '.repeat(3_000_000) });
    const central = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    bytes.writeUInt32LE(20_000, central + 24);
    expect(await toRefusal(() => importChat(bytes, 'lie.zip', { zone: 'UTC' }))).toBe(
      'file_unreadable: lie.zip is a damaged zip archive. Export it again.',
    );
  });
});

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footnote-'));
    await mkdir(join(folder, 'chat'));
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'chat', '_chat.txt'), chat);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('of media beside an export is read, and nothing else, also through links and from a forged export', async () => {
    const server = join(folder, 'server');
    const media = join(server, 'talk.json_Files');
    await mkdir(join(media, 'attachments'), { recursive: true });
    await writeFile(join(folder, 'private.txt'), 'elsewhere');
    await writeFile(join(server, 'private.txt'), 'elsewhere');
    await writeFile(join(media, 'attachments', 'app.log'), 'pump stopped');
    await symlink(join(folder, 'private.txt'), join(media, 'link.txt'));
    const urls = [
      'talk.json_Files/attachments/app.log',
      'talk.json_Files/link.txt',
      'talk.json_Files/../private.txt',
      'private.txt',
      join(folder, 'private.txt'),
      'talk.json_Files/gone.txt',
    ];
    const messages = urls.map((url, at) => ({
      id: `130000000000000000${at}`,
      timestamp: `2026-03-09T09:0${at}:00+00:00`,
      author: { id: '7', name: 'Mia' },
      attachments: [{ fileName: 'it.txt', url }],
    }));
    const whole = JSON.stringify({ guild: { id: '5' }, channel: { id: '6', name: 'talk' }, messages });
    await writeFile(join(server, 'talk.json'), whole);
    await writeFile(join(server, 'talk [part 2].json'), whole);
    const read = async (path: string) => (await readConversation(path)).conversation.messages;
    for (const path of [join(server, 'talk.json'), join(server, 'talk [part 2].json')]) {
      const [first, ...others] = await read(path);
      expect(first?.text).toBe('[file: it.txt]\n[text of it.txt]\npump stopped');
      expect(others.map(({ text }) => text)).toEqual(others.map(() => '[file: it.txt]'));
    }
    await rm(join(server, 'talk [part 2].json'));
    expect((await read(server))[0]?.text).toContain('pump stopped');
    // The folder of media itself may lead elsewhere.
    await rm(media, { recursive: true });
    await mkdir(join(folder, 'other', 'attachments'), { recursive: true });
    await writeFile(join(folder, 'other', 'attachments', 'app.log'), 'elsewhere');
    await symlink(join(folder, 'other'), media);
    expect((await read(join(server, 'talk.json')))[0]?.text).toBe('[file: it.txt]');
  });
});
