import { expect, onTestFinished, test } from 'vitest';
import { parseExport } from '../../../src/io/import/import-chat.ts';
import { chatFormat } from '../../../src/io/keyv/stores/chat-store.ts';
import { sure } from '../../sure.ts';
import { openFile } from './sqlite-file.ts';
import { openLogged } from './stored-summaries.ts';

test('a chat that version 0.2.0 stored in one record can still be read', () => {
  const { conversation } = parseExport('25/03/2026, 09:00 - Mia: One', 'Trip.txt');
  const { messages, ...others } = conversation;
  const chat = { id: 'trip', ownerId: 'mia', importedAt: '2026-03-26T09:00:00.000Z' };
  expect(chatFormat.parse({ version: 1, ...chat, conversation })).toEqual({
    ...chat,
    conversation: others,
    messageCount: 1,
    messages,
  });
});

test('of a chat with too much text the newest messages are kept', async () => {
  const { store } = await openLogged('memory://');
  onTestFinished(store.close);
  const { conversation } = parseExport('25/03/2026, 09:00 - Mia: One', 'Trip.txt');
  const [first] = conversation.messages;
  const messages = Array.from({ length: 81 }, () => ({ ...sure(first), text: '!'.repeat(200_000) }));
  const kept = await store.chats.put(
    'mia',
    'huge',
    { ...conversation, messages },
    '2026-03-26T09:00:00.000Z',
  );
  expect([kept?.conversation.messages.length, kept?.isCut]).toEqual([80, true]);
});

test('who opted out of a chat in version 0.2.0 stays out, and nothing is imported where that cannot be read', async () => {
  const { store, database } = await openFile();
  const write = (record: object) =>
    database
      .prepare('INSERT OR REPLACE INTO keyv (key, value, namespace) VALUES (?, ?, ?)')
      .run('mia.trip', JSON.stringify({ value: record }), 'chat-opt-outs');
  const lines = ['Mia: One', 'Tom: Two', '+49 171 1111178: Three', '+49 171 1111199: Four'];
  const text = lines.map(line => `25/03/2026, 09:00 - ${line}`).join('\n');
  const put = () => store.chats.put('mia', 'trip', parseExport(text, 'Trip.txt').conversation, at);
  const at = new Date().toISOString();
  // Masks of the first versions named no number for certain: all that end alike are meant.
  write({ version: 1, authorIds: ['Tom', '+…NPB'] });
  expect((await put())?.conversation.messages.map(each => each.text)).toEqual(['One', 'Four']);
  write({ version: 2 });
  await expect(put()).rejects.toMatchObject({ name: 'UserError', code: 'store_unavailable' });
  // To delete it, nobody has to know.
  expect(await store.chats.remove('mia', 'trip')).toBe(true);
  expect(await store.chats.list('mia')).toEqual([]);
});
