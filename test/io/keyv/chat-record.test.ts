import { expect, onTestFinished, test } from 'vitest';
import { parseExport } from '../../../src/io/import/import-chat.ts';
import { chatFormat } from '../../../src/io/keyv/stores/chat-store.ts';
import { sure } from '../../sure.ts';
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
