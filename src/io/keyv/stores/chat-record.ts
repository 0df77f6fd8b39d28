import { z } from 'zod';
import type { StoredChat } from '../../../app/chats-ports.ts';
import { parseSerializedSummary, serializeSummary } from '../../../core/claims/serialized-summary.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import {
  type Conversation,
  chatSchema,
  conversationSchema,
  type Message,
  messageSchema,
} from '../../../core/conversation/message.ts';
import { storedObject } from '../../../core/stored-object.ts';
import { createFieldFormat, createFormat, type Format } from '../formats.ts';

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
export type ChatHead = Omit<StoredChat, 'conversation'> & {
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
export const numberKeyFormat = createFieldFormat('numberKey', z.string().min(16).max(100));

/** A stored summary, and the id of its chat. */
export type StoredChatSummary = { readonly chatId: string; readonly summary: Summary };

const chatSummary = createFormat(storedObject({ chatId: z.string().max(200_000), summary: z.unknown() }));
export const chatSummaryFormat: Format<StoredChatSummary> = {
  toRecord: stored => chatSummary.toRecord({ ...stored, summary: serializeSummary(stored.summary) }),
  parse(record) {
    const stored = chatSummary.parse(record);
    const summary = stored && parseSerializedSummary(stored.summary);
    return summary && { ...stored, summary };
  },
};
