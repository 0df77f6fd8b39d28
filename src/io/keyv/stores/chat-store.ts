import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type ChatStore, type ListedChat, mostChats, type StoredChat } from '../../../app/chats-ports.ts';
import { toCitedIds } from '../../../core/claims/footnotes.ts';
import { applyMessageChanges } from '../../../core/claims/message-changes.ts';
import { parseSerializedSummary, serializeSummary } from '../../../core/claims/serialized-summary.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import {
  type Conversation,
  chatSchema,
  conversationSchema,
  keepNewest,
  type Message,
  mergeExports,
  messageSchema,
  toAuthorIds,
  toMessageParts,
  withoutAuthors,
} from '../../../core/conversation/message.ts';
import { storedObject } from '../../../core/stored.ts';
import { UserError } from '../../../errors.ts';
import { toKey } from '../backends/backend.ts';
import { createFieldFormat, createFormat, type Format } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';

const dayMs = 24 * 3_600_000;
const chosen = { keys: 'chosen' } as const;
/** The text of one chat: as much as an attached file may have. */
const maxCharacters = 16_000_000;

type ChatOptions = {
  /** How long a chat is kept after its last import, at most. */
  readonly ttlMs: number;
  readonly maxMessages: number;
  /** Who of these people opted out, with `/privacy`. */
  readonly findOptedOut: (personIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called after a chat was removed. */
  readonly removed: () => Promise<unknown>;
};

export function createChatStore(
  { open, now, ...parts }: StoreParts,
  { ttlMs, maxMessages, findOptedOut, removed }: ChatOptions,
): ChatStore {
  const exclusively = parts.exclusively('chats');
  const of = (ownerId: string) => open(`chats:person:${toKey(ownerId)}`, chatFormat, chosen);
  /** The messages of chats, in parts: to write or read a whole chat at once would hold up everybody else. */
  const partsOf = (ownerId: string) => open(`chat-parts:person:${toKey(ownerId)}`, partFormat);
  const summariesOf = (ownerId: string) => open(`chat-summaries:person:${toKey(ownerId)}`, chatSummaryFormat);
  /** Ids of authors who opted out of a chat, by owner and chat; written by version 0.2.0. */
  const optOuts = open('chat-opt-outs', optOutFormat, { ...chosen, unreadable: 'unreadable' as const });
  /** By owner and chat; kept for good. */
  const numberKeys = open('chat-number-keys', numberKeyFormat, { ...chosen, unreadable: unreadableKey });
  const withoutOptedOut = async (ownerId: string, chatId: string, conversation: Conversation) => {
    const authorIds = toAuthorIds(conversation);
    const former = (await optOuts.get(ownerId, chatId)) ?? [];
    if (former === 'unreadable') throw toUnreadable();
    const optedOut = new Set(toOptedOut(authorIds, former)).union(await findOptedOut(authorIds));
    return withoutAuthors(conversation, optedOut);
  };
  const toLeftMs = ({
    importedAt,
    retentionDays = Number.POSITIVE_INFINITY,
  }: Pick<StoredChat, 'importedAt' | 'retentionDays'>) =>
    Date.parse(importedAt) + Math.min(retentionDays * dayMs, ttlMs) - now();
  const findSummaries = async (ownerId: string, chatId: string) =>
    (await summariesOf(ownerId).values()).filter(each => each.chatId === chatId);
  const writeSummary = (
    stored: StoredChatSummary,
    chat: Pick<StoredChat, 'ownerId' | 'importedAt' | 'retentionDays'>,
  ) => summariesOf(chat.ownerId).put([stored.summary.id], stored, toLeftMs(chat));

  const readMessages = async ({ ownerId, messages }: ChatHead): Promise<readonly Message[] | null> => {
    if (!('count' in messages)) return messages;
    const all: Message[] = [];
    for (let index = 0; index < messages.count; index += 1) {
      const part = await partsOf(ownerId).get(messages.id, String(index));
      if (part === null) return null;
      for (const message of part) all.push(message);
      await setImmediate();
    }
    return all;
  };
  const removeParts = async ({ ownerId, messages }: Pick<ChatHead, 'ownerId' | 'messages'>) => {
    if (!('count' in messages)) return;
    for (let index = 0; index < messages.count; index += 1) {
      await partsOf(ownerId).remove(messages.id, String(index));
      await setImmediate();
    }
  };
  const get = async (ownerId: string, chatId: string): Promise<StoredChat | null> => {
    const head = await of(ownerId).get(chatId);
    const messages = head && (await readMessages(head));
    // Without all its parts, it expired or was replaced a moment ago.
    if (!messages) return null;
    const { messages: _, messageCount: __, conversation, ...rest } = head;
    return {
      ...rest,
      conversation: await withoutOptedOut(ownerId, chatId, { ...conversation, messages }),
    };
  };
  /** With the chat, its summaries: without claims of messages that are no longer in it. */
  const write = async (chat: StoredChat) => {
    const left = toLeftMs(chat);
    if (left <= 0) return;
    const before = await of(chat.ownerId).get(chat.id);
    const { conversation, ...rest } = chat;
    const { messages, ...others } = conversation;
    const parts = { id: randomUUID(), count: 0 };
    for (const part of toMessageParts(messages)) {
      await partsOf(chat.ownerId).put([parts.id, String(parts.count)], part, left);
      parts.count += 1;
      await setImmediate();
    }
    const head = { ...rest, conversation: others, messageCount: messages.length, messages: parts };
    await of(chat.ownerId).put([chat.id], head, left);
    if (before) await removeParts(before);
    const summaries = await findSummaries(chat.ownerId, chat.id);
    if (summaries.length === 0) return;
    for (const { chatId, summary } of summaries)
      await writeSummary({ chatId, summary: withoutGone(summary, conversation) }, chat);
  };
  const bounds = { messages: maxMessages, characters: maxCharacters };
  return {
    bounds,
    put: (ownerId, chatId, added, importedAt, { retentionDays, isCut: wasCut = false } = {}) =>
      exclusively(ownerId, async () => {
        const stored = await get(ownerId, chatId);
        if (stored === null && (await of(ownerId).list()).length >= mostChats) return null;
        const merged = stored ? await runInSteps(mergeExports(stored.conversation, added)) : added;
        await setImmediate();
        const readable = await withoutOptedOut(ownerId, chatId, merged);
        await setImmediate();
        const { conversation, isCut } = keepNewest(readable, bounds);
        await setImmediate();
        const { retentionDays: _, isCut: __, ...before } = stored ?? {};
        const chat: StoredChat = {
          ...before,
          id: chatId,
          ownerId,
          conversation,
          ...((wasCut || isCut || stored?.isCut === true) && { isCut: true }),
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
        return stored === null ? key : null;
      });
      // With another key, a later export would not fit the earlier one.
      if (key === unreadableKey) throw toUnreadable();
      return key;
    },
    get,
    async list(ownerId) {
      const listed: ListedChat[] = [];
      // One after the other: chats that an older version stored are large.
      for (const chatId of await of(ownerId).list()) {
        const chat = await of(ownerId).get(chatId);
        if (chat === null) continue;
        const { id, conversation, importedAt, messageCount } = chat;
        listed.push({ id, title: conversation.source.title, importedAt, messageCount });
      }
      return listed;
    },
    remove: (ownerId, chatId) =>
      exclusively(ownerId, async () => {
        for (const { summary } of await findSummaries(ownerId, chatId))
          await summariesOf(ownerId).remove(summary.id);
        const head = await of(ownerId).get(chatId);
        await of(ownerId).remove(chatId);
        if (head) await removeParts(head);
        await removed();
        return head !== null;
      }),
    putSummary: (ownerId, chatId, summary) =>
      exclusively(ownerId, async () => {
        const chat = await of(ownerId).get(chatId);
        if (chat !== null) await writeSummary({ chatId, summary }, chat);
        return chat !== null;
      }),
    async getSummary(ownerId, summaryId) {
      const stored = await summariesOf(ownerId).get(summaryId);
      const chat = stored && (await get(ownerId, stored.chatId));
      return chat && { ...stored, summary: withoutGone(stored.summary, chat.conversation) };
    },
    eraseOwner: ownerId =>
      exclusively(ownerId, async () => {
        await summariesOf(ownerId).clear();
        const count = await of(ownerId).clear();
        await partsOf(ownerId).clear();
        await removed();
        return count;
      }),
  };
}

/** A summary without claims of messages that are no longer in the conversation. */
function withoutGone(summary: Summary, { messages }: Conversation): Summary {
  const ids = new Set(messages.map(({ id }) => id));
  const deleted = new Set(toCitedIds(summary).filter(id => !ids.has(id)));
  return applyMessageChanges(summary, { deleted, edited: new Set() });
}

/** The result of long work that lets others run between its steps. */
async function runInSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}

/** No key is empty. */
const unreadableKey = '';

/** Masks of the first versions: they were given in the order of a file, so they name no number for certain. */
const oldMask = /^\+…[A-Z]{2,6}$/u;

/** With an old mask, everybody opted out whose number ends like it. */
function toOptedOut(authorIds: readonly string[], optedOut: readonly string[]): readonly string[] {
  const ends = new Set(optedOut.filter(id => oldMask.test(id)).map(id => id.slice(0, 4)));
  return [...optedOut, ...authorIds.filter(id => ends.has(id.slice(0, 4)))];
}

function toUnreadable(): UserError {
  return new UserError(
    'store_unavailable',
    'Who opted out of this chat cannot be read, so nothing was changed. Import the chat under another id.',
  );
}

const messages = z.array(messageSchema);

/** Until version 0.2.0, a chat was one record. */
const wholeChat = chatSchema.extend({
  version: z.literal(1),
  conversation: conversationSchema.extend({ messages }),
});

const chatHead = chatSchema.extend({
  version: z.literal(2),
  messageCount: z.int().nonnegative(),
  parts: storedObject({ id: z.string(), count: z.int().nonnegative() }),
});

/** A chat without its messages, and where these are: in the record itself, or in records of their own. */
type ChatHead = Omit<StoredChat, 'conversation'> & {
  readonly conversation: Omit<Conversation, 'messages'>;
  readonly messageCount: number;
  readonly messages: readonly Message[] | { readonly id: string; readonly count: number };
};

export const chatFormat: Format<ChatHead> = {
  toRecord: ({ messages: parts, ...rest }) => ({ version: 2, ...rest, parts }),
  parse(value) {
    const { data } = chatHead.safeParse(value);
    if (data) {
      const { version: _, parts, ...rest } = data;
      return { ...rest, messages: parts };
    }
    const { data: whole } = wholeChat.safeParse(value);
    if (!whole) return null;
    const { version: _, conversation, ...rest } = whole;
    const { messages: all, ...others } = conversation;
    return { ...rest, conversation: others, messageCount: all.length, messages: all };
  },
};

export const partFormat = createFieldFormat('messages', messages);
export const optOutFormat = createFieldFormat('authorIds', z.array(z.string().max(200_000)));
const numberKeyFormat = createFieldFormat('numberKey', z.string().min(16).max(100));

type StoredChatSummary = { readonly chatId: string; readonly summary: Summary };

const chatSummary = createFormat(storedObject({ chatId: z.string().max(200_000), summary: z.unknown() }));
const chatSummaryFormat: Format<StoredChatSummary> = {
  toRecord: stored => chatSummary.toRecord({ ...stored, summary: serializeSummary(stored.summary) }),
  parse(record) {
    const stored = chatSummary.parse(record);
    const summary = stored && parseSerializedSummary(stored.summary);
    return summary && { ...stored, summary };
  },
};
