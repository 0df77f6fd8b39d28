import { expect, test } from 'vitest';
import type { Conversation } from '../../../../../src/core/conversation/message.ts';
import { parseExport } from '../../../../../src/io/import/import-chat.ts';
import type { Opened } from '../store.ts';

const lines = [
  '25/03/2026, 09:00 - Mia: One',
  '25/03/2026, 09:01 - Tom: Two',
  '25/03/2026, 09:02 - Mia: Three',
  '25/03/2026, 09:03 - Tom: Four',
];

function read(chosen: readonly string[]): Conversation {
  return parseExport(chosen.join('\n'), 'Trip.txt').conversation;
}

function toTexts(conversation: Conversation | undefined): readonly string[] {
  return conversation?.messages.map(({ text }) => text) ?? [];
}

const at = () => new Date().toISOString();

/** What every store does with imported chats. */
export function testChats(get: () => Opened): void {
  test('gives a chat back to its owner only', async () => {
    const { chats } = get().store;
    const stored = await chats.put('mia', 'trip.2026@lake', read(lines), at());
    expect(stored?.conversation).toEqual({ ...read(lines), optedOut: 0 });
    expect(await chats.get('mia', 'trip.2026@lake')).toEqual(stored);
    expect(await chats.list('mia')).toEqual([
      { id: 'trip.2026@lake', title: 'Trip', importedAt: stored?.importedAt, messageCount: lines.length },
    ]);
    expect([await chats.get('tom', 'trip.2026@lake'), await chats.list('tom')]).toEqual([null, []]);
    await chats.eraseOwner('mia');
  });

  test('gives a long chat back whole, with media that were not exported, and leaves nothing of it', async () => {
    const { chats } = get().store;
    const many = Array.from({ length: 1_200 }, (_, index) => {
      const minute = new Date(Date.UTC(2026, 2, 25) + index * 60_000).toISOString().slice(11, 16);
      const day = 25 + Math.floor(index / 1_440);
      return `${day}/03/2026, ${minute} - Mia: ${index % 10 === 0 ? '<Media omitted>' : `Message ${index}`}`;
    });
    const stored = await chats.put('mia', 'many', read(many), at());
    expect(await chats.get('mia', 'many')).toEqual(stored);
    expect(stored?.conversation.messages).toHaveLength(1_200);
    expect(await chats.list('mia')).toMatchObject([{ id: 'many', messageCount: 1_200 }]);
    await chats.remove('mia', 'many');
    expect([await chats.get('mia', 'many'), await chats.list('mia')]).toEqual([null, []]);
  });

  test('keeps the key of masks for good', async () => {
    const { chats } = get().store;
    const key = await chats.numberKey('mia', 'numbers');
    expect(key).toHaveLength(32);
    await chats.eraseOwner('mia');
    expect(await chats.numberKey('mia', 'numbers')).toBe(key);
    expect(await chats.numberKey('mia', 'others')).not.toBe(key);
  });

  test('adds a longer export to a chat, and forgets what was deleted from it', async () => {
    const { chats } = get().store;
    await chats.put('mia', 'grown', read(lines.slice(0, 2)), at());
    const grown = await chats.put('mia', 'grown', read(lines), at());
    expect(toTexts(grown?.conversation)).toEqual(['One', 'Two', 'Three', 'Four']);
    // WhatsApp leaves out the oldest messages of long chats.
    const deleted = lines.slice(1).map(line => line.replace('Three', 'This message was deleted'));
    const merged = await chats.put('mia', 'grown', read(deleted), at());
    expect(toTexts(merged?.conversation)).toEqual(['One', 'Two', '', 'Four']);
    const older = await chats.put('mia', 'grown', read(lines.slice(0, 2)), at());
    expect(toTexts(older?.conversation)).toEqual(['One', 'Two', '', 'Four']);
    await chats.eraseOwner('mia');
  });

  test('keeps the newest messages of a chat that is too long', async () => {
    const { store } = await get().open({ maxMessages: 3 });
    const cut = await store.chats.put('mia', 'long', read(lines.slice(0, 4)), at());
    expect([toTexts(cut?.conversation), cut?.isCut]).toEqual([['Two', 'Three', 'Four'], true]);
    await get().store.chats.eraseOwner('mia');
  });

  test('gives nothing back by people who opted out since, and keeps nothing of later exports by them', async () => {
    const { chats, privacy } = get().store;
    await chats.put('mia', 'private', read(lines), at());
    await privacy.setOptedOut('Tom', true);
    const kept = await chats.get('mia', 'private');
    expect([toTexts(kept?.conversation), kept?.conversation.optedOut]).toEqual([['One', 'Three'], 2]);
    const again = await chats.put('mia', 'private', read(lines), at());
    expect([toTexts(again?.conversation), again?.conversation.optedOut]).toEqual([['One', 'Three'], 2]);
    await privacy.setOptedOut('Tom', false);
    expect(toTexts((await chats.get('mia', 'private'))?.conversation)).toEqual(['One', 'Three']);
    expect(await chats.eraseOwner('mia')).toBe(1);
  });

  test('keeps a chat no longer than it may', async () => {
    const { store } = await get().open({ summaryTtlMs: 60_000 });
    await store.chats.put('mia', 'old', read(lines), new Date(Date.now() - 61_000).toISOString());
    expect(await store.chats.get('mia', 'old')).toBeNull();
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString();
    const { chats } = get().store;
    await chats.put('mia', 'short', read(lines), twoDaysAgo, { retentionDays: 1 });
    await chats.put('mia', 'long', read(lines), twoDaysAgo, { retentionDays: 3 });
    expect([await chats.get('mia', 'short'), await chats.get('mia', 'long')]).toEqual([
      null,
      expect.objectContaining({ retentionDays: 3 }),
    ]);
    // A later import without the setting keeps it as long as summaries.
    await chats.put('mia', 'long', read(lines), twoDaysAgo);
    expect(await chats.get('mia', 'long')).not.toHaveProperty('retentionDays');
    await chats.eraseOwner('mia');
  });
}
