import { expect, test } from 'vitest';
import { parseExport } from '../../../src/io/import/import-chat.ts';
import { chatFormat } from '../../../src/io/keyv/stores/chat-store.ts';

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
