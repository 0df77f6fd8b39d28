import { randomBytes } from 'node:crypto';
import {
  type ChatStore,
  type ListedChat,
  mostChats,
  type StoredChat,
  toListedChat,
} from '../../../app/chats/ports.ts';
import { applyMessageChanges } from '../../../core/claims/changes/message-changes.ts';
import { toCitedIds } from '../../../core/claims/summary/cited-messages.ts';
import { mergeExports } from '../../../core/conversation/merge-exports.ts';
import type { Conversation, Message } from '../../../core/conversation/message.ts';
import { withoutAuthors } from '../../../core/conversation/opted-out.ts';
import { UserError } from '../../../errors.ts';
import type { KeyedMutex } from '../../../keyed-mutex.ts';
import type { Records } from '../records.ts';
import {
  type StoredChatSummary,
  toChatOptOutsRecord,
  toChatRecord,
  toChatSummaryRecord,
  toNumberKeyRecord,
} from './chat-record.ts';

type ChatRecords = {
  readonly of: (ownerId: string) => Records<StoredChat>;
  readonly summariesOf: (ownerId: string) => Records<StoredChatSummary>;
  /** Ids of authors, by owner and chat; kept for good. */
  readonly optOuts: Records<readonly string[] | 'unreadable'>;
  /** By owner and chat; kept for good. `unreadableKey` is unreadable. */
  readonly numberKeys: Records<string>;
  /** For all processes that use the store. */
  readonly exclusively: KeyedMutex;
  /** How long a chat is kept after its last import, at most. */
  readonly ttlMs: number;
  /** Of one chat. */
  readonly maxMessages: number;
  /** The time in milliseconds. */
  readonly now: () => number;
  /** Called after a chat or a person's messages were removed. */
  readonly removed: () => Promise<unknown>;
};

const dayMs = 24 * 3_600_000;
/** The text of one chat: as much as an attached file may have. */
const maxCharacters = 16_000_000;

export function createChatStore(records: ChatRecords): ChatStore {
  const { of, summariesOf, optOuts, numberKeys, exclusively, ttlMs, maxMessages, now, removed } = records;
  const readOptOuts = async (ownerId: string, chatId: string): Promise<readonly string[]> => {
    const authorIds = (await optOuts.get(ownerId, chatId)) ?? [];
    if (authorIds === 'unreadable') throw toUnreadable();
    return authorIds;
  };
  const toLeftMs = ({ importedAt, retentionDays = Number.POSITIVE_INFINITY }: StoredChat) =>
    Date.parse(importedAt) + Math.min(retentionDays * dayMs, ttlMs) - now();
  const findSummaries = async (ownerId: string, chatId: string) =>
    (await summariesOf(ownerId).values()).filter(each => each.chatId === chatId);
  const writeSummary = (stored: StoredChatSummary, chat: StoredChat) =>
    summariesOf(chat.ownerId).put([stored.summary.id], toChatSummaryRecord(stored), toLeftMs(chat));
  /** With the chat, its summaries: without claims of messages that are no longer in it. */
  const write = async (chat: StoredChat) => {
    const left = toLeftMs(chat);
    if (left <= 0) return;
    await of(chat.ownerId).put([chat.id], toChatRecord(chat), left);
    const ids = new Set(chat.conversation.messages.map(({ id }) => id));
    for (const stored of await findSummaries(chat.ownerId, chat.id)) {
      const deleted = new Set(toCitedIds(stored.summary).filter(id => !ids.has(id)));
      const summary = applyMessageChanges(stored.summary, { deleted, edited: new Set() });
      await writeSummary({ ...stored, summary }, chat);
    }
  };
  return {
    put: (ownerId, chatId, added, importedAt, retentionDays) =>
      exclusively(ownerId, async () => {
        const stored = await of(ownerId).get(chatId);
        if (stored === null && (await of(ownerId).list()).length >= mostChats) return null;
        const merged = stored ? mergeExports(stored.conversation, added) : added;
        const optedOut = toOptedOut(merged, await readOptOuts(ownerId, chatId));
        const readable = withoutAuthors(merged, optedOut);
        const messages = toNewest(readable.messages, maxMessages);
        const isCut = stored?.isCut === true || messages.length < readable.messages.length;
        const { retentionDays: _, ...before } = stored ?? {};
        const chat: StoredChat = {
          ...before,
          id: chatId,
          ownerId,
          conversation: { ...readable, messages },
          ...(isCut && { isCut }),
          importedAt,
          ...(retentionDays !== undefined && { retentionDays }),
        };
        await write(chat);
        return chat;
      }),
    async numberKey(ownerId, chatId) {
      let key = '';
      await numberKeys.update([ownerId, chatId], stored => {
        key = stored ?? randomBytes(24).toString('base64url');
        return stored === null ? toNumberKeyRecord(key) : null;
      });
      // With another key, the opt-outs of masked numbers would no longer hold.
      if (key === unreadableKey) throw toUnreadable();
      return key;
    },
    get: (ownerId, chatId) => of(ownerId).get(chatId),
    async list(ownerId) {
      const listed: ListedChat[] = [];
      // Chats are large: at most one is in memory.
      for (const encodedId of await of(ownerId).list()) {
        const chat = await of(ownerId).get(decodeURIComponent(encodedId));
        if (chat !== null) listed.push(toListedChat(chat));
      }
      return listed;
    },
    remove: (ownerId, chatId) =>
      exclusively(ownerId, async () => {
        for (const { summary } of await findSummaries(ownerId, chatId))
          await summariesOf(ownerId).remove(summary.id);
        await of(ownerId).remove(chatId);
        await removed();
      }),
    putSummary: (ownerId, chatId, summary) =>
      exclusively(ownerId, async () => {
        const chat = await of(ownerId).get(chatId);
        if (chat !== null) await writeSummary({ chatId, summary }, chat);
        return chat !== null;
      }),
    async getSummary(ownerId, summaryId) {
      const stored = await summariesOf(ownerId).get(summaryId);
      const chat = stored && (await of(ownerId).get(stored.chatId));
      return chat ? { summary: stored.summary, chat } : null;
    },
    eraseOwner: ownerId =>
      exclusively(ownerId, async () => {
        await summariesOf(ownerId).clear();
        const count = await of(ownerId).clear();
        await removed();
        return count;
      }),
    setOptedOut: (ownerId, chatId, author, isOptedOut) =>
      exclusively(ownerId, async () => {
        const before = await readOptOuts(ownerId, chatId);
        const stored = await of(ownerId).get(chatId);
        const authorIds = before.includes(author)
          ? new Set([author])
          : findAuthorIds(stored?.conversation.messages ?? [], author);
        if (authorIds.size === 0) return false;
        const others = before.filter(id => !authorIds.has(id));
        await optOuts.put(
          [ownerId, chatId],
          toChatOptOutsRecord(isOptedOut ? [...others, ...authorIds] : others),
        );
        if (!isOptedOut || stored === null) return true;
        await write({ ...stored, conversation: withoutAuthors(stored.conversation, authorIds) });
        await removed();
        return true;
      }),
  };
}

/** The author with this id, or else all with this name. */
function findAuthorIds(messages: readonly Message[], author: string): ReadonlySet<string> {
  const authors = messages.filter(({ kind }) => kind === 'said').map(each => each.author);
  const isId = authors.some(({ id }) => id === author);
  return new Set(authors.filter(({ id, name }) => (isId ? id : name) === author).map(({ id }) => id));
}

/** At most so many, and with no more text than a chat may have. */
function toNewest(messages: readonly Message[], most: number): readonly Message[] {
  let left = maxCharacters;
  const lastLeftOut = messages.findLastIndex(({ text }, index) => {
    left -= text.length;
    return left < 0 || messages.length - index > most;
  });
  return messages.slice(lastLeftOut + 1);
}

/** No key is empty. */
export const unreadableKey = '';

/** Masks of the first versions: they were given in the order of a file, so they name no number for certain. */
const oldMask = /^\+…[A-Z]{2,6}$/u;

/** With an old mask, everybody opted out whose number ends like it. */
function toOptedOut({ messages }: Conversation, authorIds: readonly string[]): ReadonlySet<string> {
  const ends = authorIds.filter(id => oldMask.test(id)).map(id => id.slice(0, 4));
  const alike = messages.map(({ author }) => author.id).filter(id => ends.some(end => id.startsWith(end)));
  return new Set([...authorIds, ...alike]);
}

function toUnreadable(): UserError {
  return new UserError(
    'store_unavailable',
    'Who opted out of this chat cannot be read, so nothing was changed. Import the chat under another id, and opt the same people out there.',
  );
}
