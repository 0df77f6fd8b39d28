import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createSizeLimit } from '../../../src/io/import/archive.ts';
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
