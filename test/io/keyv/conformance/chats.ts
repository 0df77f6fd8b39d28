import { expect, test } from 'vitest';
import type { Conversation } from '../../../../src/core/conversation/message.ts';
import { parseExport } from '../../../../src/io/import/parse-export.ts';
import type { Opened } from './store.ts';

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
    const stored = await chats.put('mia', 'trip', read(lines), at());
    expect(stored.conversation).toEqual({ ...read(lines), optedOut: 0 });
    expect(await chats.get('mia', 'trip')).toEqual(stored);
    expect(await chats.list('mia')).toEqual([stored]);
    expect([await chats.get('tom', 'trip'), await chats.list('tom')]).toEqual([null, []]);
    await chats.eraseOwner('mia');
  });

  test('adds a longer export to a chat, and forgets what was deleted from it', async () => {
    const { chats } = get().store;
    await chats.put('mia', 'grown', read(lines.slice(0, 2)), at());
    const grown = await chats.put('mia', 'grown', read(lines), at());
    expect(toTexts(grown.conversation)).toEqual(['One', 'Two', 'Three', 'Four']);
    // WhatsApp leaves out the oldest messages of long chats.
    const deleted = lines.slice(1).map(line => line.replace('Three', 'This message was deleted'));
    const merged = await chats.put('mia', 'grown', read(deleted), at());
    expect(toTexts(merged.conversation)).toEqual(['One', 'Two', '', 'Four']);
    const older = await chats.put('mia', 'grown', read(lines.slice(0, 2)), at());
    expect(toTexts(older.conversation)).toEqual(['One', 'Two', '', 'Four']);
    await chats.eraseOwner('mia');
  });

  test('keeps nothing by people who opted out of a chat, and nothing after it was deleted', async () => {
    const { chats } = get().store;
    await chats.put('mia', 'private', read(lines), at());
    await chats.setOptedOut('mia', 'private', 'Tom', true);
    const kept = await chats.get('mia', 'private');
    expect([toTexts(kept?.conversation), kept?.conversation.optedOut]).toEqual([['One', 'Three'], 2]);
    await chats.remove('mia', 'private');
    expect(await chats.get('mia', 'private')).toBeNull();
    const again = await chats.put('mia', 'private', read(lines), at());
    expect(toTexts(again.conversation)).toEqual(['One', 'Three']);
    expect(await chats.eraseOwner('mia')).toBe(1);
    await chats.setOptedOut('mia', 'private', 'Tom', false);
    expect(toTexts((await chats.put('mia', 'private', read(lines), at())).conversation)).toHaveLength(4);
    await chats.eraseOwner('mia');
  });

  test('keeps a chat no longer than it may', async () => {
    const { store } = await get().open({ summaryTtlMs: 60_000 });
    await store.chats.put('mia', 'old', read(lines), new Date(Date.now() - 61_000).toISOString());
    expect(await store.chats.get('mia', 'old')).toBeNull();
  });
}
