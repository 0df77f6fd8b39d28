import type { ChatStore, StoredChat } from '../../../app/chats/ports.ts';
import { mergeExports } from '../../../core/conversation/merge-exports.ts';
import { withoutAuthors } from '../../../core/conversation/opted-out.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import type { Records } from '../records.ts';
import { toChatOptOutsRecord, toChatRecord } from './chat-record.ts';

export type ChatRecords = {
  readonly of: (ownerId: string) => Records<StoredChat>;
  /** Ids of authors, by owner and chat; kept for good. */
  readonly optOuts: Records<readonly string[]>;
  /** How long a chat is kept from its last import. */
  readonly ttlMs: number;
  /** The time in milliseconds. */
  readonly now: () => number;
  /** Called after a chat or a person's messages were removed. */
  readonly removed: () => Promise<unknown>;
};

export function createChatStore({ of, optOuts, ttlMs, now, removed }: ChatRecords): ChatStore {
  const exclusively = createKeyedMutex();
  const write = async (chat: StoredChat) => {
    const left = Date.parse(chat.importedAt) + ttlMs - now();
    if (left > 0) await of(chat.ownerId).put([chat.id], toChatRecord(chat), left);
  };
  return {
    put: (ownerId, chatId, added, importedAt) =>
      exclusively(ownerId, async () => {
        const stored = await of(ownerId).get(chatId);
        const merged = stored ? mergeExports(stored.conversation, added) : added;
        const optedOut = (await optOuts.get(ownerId, chatId)) ?? [];
        const conversation = withoutAuthors(merged, new Set(optedOut));
        const chat = { id: chatId, ownerId, conversation, importedAt };
        await write(chat);
        return chat;
      }),
    get: (ownerId, chatId) => of(ownerId).get(chatId),
    list: ownerId => of(ownerId).values(),
    remove: (ownerId, chatId) =>
      exclusively(ownerId, async () => {
        await of(ownerId).remove(chatId);
        await removed();
      }),
    eraseOwner: ownerId =>
      exclusively(ownerId, async () => {
        const count = await of(ownerId).clear();
        await removed();
        return count;
      }),
    setOptedOut: (ownerId, chatId, authorId, isOptedOut) =>
      exclusively(ownerId, async () => {
        const others = ((await optOuts.get(ownerId, chatId)) ?? []).filter(id => id !== authorId);
        await optOuts.put(
          [ownerId, chatId],
          toChatOptOutsRecord(isOptedOut ? [...others, authorId] : others),
        );
        const stored = isOptedOut ? await of(ownerId).get(chatId) : null;
        if (!stored) return;
        await write({ ...stored, conversation: withoutAuthors(stored.conversation, new Set([authorId])) });
        await removed();
      }),
  };
}
