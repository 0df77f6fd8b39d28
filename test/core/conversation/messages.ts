import type { Conversation, Message, Reaction } from '../../../src/core/conversation/message.ts';

/** What else is to be said of a message; the id is made from the time where none is given, as Discord makes it. */
export type More = Partial<Omit<Message, 'author' | 'time' | 'text' | 'reactions'>> & {
  readonly bot?: boolean;
  readonly reactions?: readonly (string | Reaction)[];
};

const discordEpochMs = 1_420_070_400_000n;

/** The Discord id of a message sent at an ISO instant. */
export function toSnowflake(iso: string): string {
  return String((BigInt(Date.parse(iso)) - discordEpochMs) << 22n);
}

/** "09:14" is on Monday 9 March 2026 in UTC; a whole ISO instant says another day. */
export function toTime(time: string): string {
  return time.includes('T') ? time : new Date(`2026-03-09T${time}Z`).toISOString();
}

/** One message, written by `by` at `time`: `say('bob', '09:14', 'LGTM', { replyTo: question.id })`. */
export function say(by: string, time: string, text: string, more: More = {}): Message {
  const { bot = false, reactions = [], ...rest } = more;
  const at = toTime(time);
  return {
    id: toSnowflake(at),
    kind: 'said',
    author: { id: `id-${by.toLowerCase()}`, name: by, bot },
    time: at,
    text,
    forwarded: false,
    attachments: [],
    reactions: reactions.map(each => (typeof each === 'string' ? { name: each, count: 1 } : each)),
    ...rest,
  };
}

/** Messages as a source hands them over, in the order given. */
export function conversationOf(messages: readonly Message[], unreadable = 0): Conversation {
  return { source: { type: 'discord', title: '#talk', channelIds: ['1'] }, messages, unreadable };
}
