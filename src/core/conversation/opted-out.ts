import type { Conversation, Message } from './message.ts';

/** A conversation without these people's messages, which are only counted. */
export function withoutAuthors(conversation: Conversation, personIds: ReadonlySet<string>): Conversation {
  const messages = conversation.messages.filter(({ author }) => !personIds.has(author.id));
  const left = conversation.messages.length - messages.length;
  return { ...conversation, messages, optedOut: (conversation.optedOut ?? 0) + left };
}

export function toAuthorIds({ messages }: Conversation): readonly string[] {
  return [...new Set(messages.map(({ author }) => author.id))];
}

/** What of an imported chat is kept. */
export type KeptMessages = {
  /** The ids of authors who opted out. */
  readonly without: readonly string[];
  /** The most messages to keep, the newest. */
  readonly newest: number;
  /** Their longest text together, in UTF-16 units. */
  readonly characters: number;
};

/** The newest messages of people who did not opt out; `isCut` says whether older ones were left out. */
export function keepMessages(
  conversation: Conversation,
  { without, newest, characters }: KeptMessages,
): { readonly conversation: Conversation; readonly isCut: boolean } {
  const readable = withoutAuthors(conversation, new Set(without));
  const messages = toNewest(readable.messages, newest, characters);
  return { conversation: { ...readable, messages }, isCut: messages.length < readable.messages.length };
}

function toNewest(messages: readonly Message[], most: number, characters: number): readonly Message[] {
  let left = characters;
  const lastLeftOut = messages.findLastIndex(({ text }, index) => {
    left -= text.length;
    return left < 0 || messages.length - index > most;
  });
  return messages.slice(lastLeftOut + 1);
}
