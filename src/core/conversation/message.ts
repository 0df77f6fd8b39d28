export type Author = {
  readonly id: string;
  readonly name: string;
  readonly bot: boolean;
};

/** The name is null if the file was not exported. */
export type Attachment = { readonly name: string | null; readonly type: string };

export type Reaction = { readonly name: string; readonly count: number };

export type Place = { readonly id: string; readonly title: string };

/**
 * One message, in the same shape for every source.
 *
 * The source sets `text` once, with mentions, emoji, attachments and forwards as words. It never changes afterward:
 * every quote is a span of UTF-16 units in it. Times are ISO instants in UTC with milliseconds
 * ("2026-03-09T14:32:00.000Z"), so that they sort as strings.
 */
export type Message = {
  readonly id: string;
  readonly kind: 'said' | 'system';
  readonly author: Author;
  readonly time: string;
  readonly editedTime?: string;
  readonly text: string;
  readonly forwarded: boolean;
  /** The id of the message that this one replies to; it may not be in this conversation. */
  readonly replyTo?: string;
  readonly channel?: Place;
  readonly thread?: Place;
  readonly attachments: readonly Attachment[];
  readonly reactions: readonly Reaction[];
  /** The address that opens the message, if its source has one. */
  readonly url?: string;
};

export const sourceTypes = [
  'discord',
  'json_lines',
  'whatsapp',
  'telegram',
  'slack',
  'transcript',
  'document',
] as const;
export type SourceType = (typeof sourceTypes)[number];

/** Where a conversation was read from. */
export type Source = {
  readonly type: SourceType;
  readonly title: string;
  readonly guildId?: string;
  readonly channelIds: readonly string[];
  readonly threadId?: string;
  /** The channels and threads that were read, if a thread is among several: its channel may not be. */
  readonly placeIds?: readonly string[];
};

export const omissionReasons = [
  'unreadable',
  'duplicate',
  'outside_window',
  'system',
  'bot',
  'empty',
  'opted_out',
] as const;
export type OmissionReason = (typeof omissionReasons)[number];

/** How many messages were left out for one reason. */
export type Omission = { readonly reason: OmissionReason; readonly count: number };

/** The messages read from one source, and the number of those that could not be read. */
export type Conversation = {
  readonly source: Source;
  readonly messages: readonly Message[];
  /** Records of the source that are not readable as messages. */
  readonly unreadable: number;
  /** Messages by people who opted out; they are not among `messages`. */
  readonly optedOut?: number;
};

/** To copy, write or read one part holds the event loop for a few milliseconds. */
const mostInPart = 500;
/** In UTF-16 units. */
const mostCharactersInPart = 200_000;

/** Messages in parts of a limited size; each has at least one. */
export function* toMessageParts<Item extends Message>(messages: readonly Item[]): Generator<readonly Item[]> {
  let part: Item[] = [];
  let characters = 0;
  for (const message of messages) {
    const isFull = part.length === mostInPart || characters + message.text.length > mostCharactersInPart;
    if (isFull && part.length > 0) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(message);
    characters += message.text.length;
  }
  if (part.length > 0) yield part;
}

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

/**
 * Adds an export to an earlier one of the same conversation. In the time that it spans, the new export counts: what was
 * deleted or edited since is gone. Messages before and after it stay.
 */
export function mergeExports(stored: Conversation, added: Conversation): Conversation {
  if (added.messages.length === 0) return stored;
  const [first, last] = toSpan(added.messages);
  const ids = new Set(added.messages.map(({ id }) => id));
  // Exports may begin and end within a minute, and their times have no seconds: then the order decides.
  const isShared = stored.messages.map(({ id }) => ids.has(id));
  const firstShared = isShared.indexOf(true);
  const lastShared = isShared.lastIndexOf(true);
  const before: Message[] = [];
  const after: Message[] = [];
  for (const [index, message] of stored.messages.entries()) {
    const { time } = message;
    if (isShared[index]) continue;
    if (time < first || (time === first && (firstShared < 0 || index < firstShared))) before.push(message);
    else if (time > last || (time === last && index > lastShared)) after.push(message);
  }
  return {
    ...added,
    messages: [...before, ...added.messages, ...after],
    unreadable: Math.max(stored.unreadable, added.unreadable),
  };
}

/** The earliest and the latest time. */
function toSpan(messages: readonly Message[]): readonly [string, string] {
  let [first, last] = ['~', ''];
  for (const { time } of messages) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return [first, last];
}
