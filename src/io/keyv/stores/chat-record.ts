import { z } from 'zod';
import type { StoredChat } from '../../../app/chats/ports.ts';
import { parseSerializedSummary, serializeSummary } from '../../../core/claims/serialized-summary.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { type Conversation, type Message, sourceTypes } from '../../../core/conversation/message.ts';
import { storedObject } from '../../../core/stored-object.ts';

const version = z.literal(1);
const words = z.string().max(200_000);
const place = storedObject({ id: words, title: words });
const instant = z.iso.datetime();

const message = storedObject({
  id: words,
  kind: z.enum(['said', 'system']),
  author: storedObject({ id: words, name: words, bot: z.boolean() }),
  time: instant,
  editedTime: instant.exactOptional(),
  text: words,
  forwarded: z.boolean(),
  replyTo: words.exactOptional(),
  channel: place.exactOptional(),
  thread: place.exactOptional(),
  attachments: z.array(storedObject({ name: words.nullable(), type: words })),
  reactions: z.array(storedObject({ name: words, count: z.int() })),
  url: words.exactOptional(),
});

const conversation = storedObject({
  source: storedObject({
    type: z.enum(sourceTypes),
    title: words,
    guildId: words.exactOptional(),
    channelIds: z.array(words),
    threadId: words.exactOptional(),
  }),
  unreadable: z.int().nonnegative(),
  optedOut: z.int().nonnegative().exactOptional(),
});

const head = storedObject({
  id: words,
  ownerId: words,
  isCut: z.literal(true).exactOptional(),
  importedAt: instant,
  retentionDays: z.int().positive().exactOptional(),
  conversation,
});

/** Until version 0.2.0, a chat was one record. */
const wholeChat = head.extend({
  version,
  conversation: conversation.extend({ messages: z.array(message) }),
});

const chatHead = head.extend({
  version: z.literal(2),
  messageCount: z.int().nonnegative(),
  parts: storedObject({ id: words, count: z.int().nonnegative() }),
});

/** A chat without its messages, and where these are: in the record itself, or in records of their own. */
export type ChatHead = Omit<StoredChat, 'conversation'> & {
  readonly conversation: Omit<Conversation, 'messages'>;
  readonly messageCount: number;
  readonly messages: readonly Message[] | { readonly id: string; readonly count: number };
};

export function toChatRecord({ messages, ...rest }: ChatHead): object {
  return { version: 2, ...rest, parts: messages };
}

export function parseChatRecord(value: unknown): ChatHead | null {
  const { data } = chatHead.safeParse(value);
  if (data) {
    const { version: _, parts, ...rest } = data;
    return { ...rest, messages: parts };
  }
  const { data: whole } = wholeChat.safeParse(value);
  if (!whole) return null;
  const { version: _, conversation, ...rest } = whole;
  const { messages, ...others } = conversation;
  return { ...rest, conversation: others, messageCount: messages.length, messages };
}

const chatPart = storedObject({ version, messages: z.array(message) });

export function toChatPartRecord(messages: readonly Message[]): object {
  return { version: version.value, messages };
}

export function parseChatPartRecord(value: unknown): readonly Message[] | null {
  return chatPart.safeParse(value).data?.messages ?? null;
}

const authors = storedObject({ version, authorIds: z.array(words) });

export function toChatOptOutsRecord(authorIds: readonly string[]): object {
  return { version: version.value, authorIds };
}

export function parseChatOptOutsRecord(value: unknown): readonly string[] | null {
  return authors.safeParse(value).data?.authorIds ?? null;
}

const numberKey = storedObject({ version, numberKey: z.string().min(16).max(100) });

export function toNumberKeyRecord(key: string): object {
  return { version: version.value, numberKey: key };
}

export function parseNumberKeyRecord(value: unknown): string | null {
  return numberKey.safeParse(value).data?.numberKey ?? null;
}

/** A stored summary, and the id of its chat. */
export type StoredChatSummary = { readonly chatId: string; readonly summary: Summary };

const chatSummary = storedObject({ version, chatId: words, summary: z.unknown() });

export function toChatSummaryRecord(stored: StoredChatSummary): object {
  return { version: version.value, ...stored, summary: serializeSummary(stored.summary) };
}

export function parseChatSummaryRecord(value: unknown): StoredChatSummary | null {
  const { data } = chatSummary.safeParse(value);
  const summary = data && parseSerializedSummary(data.summary);
  if (!summary) return null;
  const { version: _, ...rest } = data;
  return { ...rest, summary };
}
