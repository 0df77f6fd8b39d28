import type { Conversation } from './message.ts';

/** A conversation without these people's messages, which are only counted. */
export function withoutAuthors(conversation: Conversation, personIds: ReadonlySet<string>): Conversation {
  const messages = conversation.messages.filter(({ author }) => !personIds.has(author.id));
  const left = conversation.messages.length - messages.length;
  return { ...conversation, messages, optedOut: (conversation.optedOut ?? 0) + left };
}

export function toAuthorIds({ messages }: Conversation): readonly string[] {
  return [...new Set(messages.map(({ author }) => author.id))];
}
