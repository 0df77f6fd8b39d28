import { z } from 'zod';
import { type Stored, storedObject } from '../stored.ts';

const words = z.string().max(200_000);
const instant = z.iso.datetime();

const author = storedObject({ id: words, name: words, bot: z.boolean() });
export type Author = Stored<typeof author>;

/** What a webhook posts has no author's id of Discord. Of `sender`, who wrote it, the opt-out counts, and nothing else. */
export function toWebhookAuthorId(webhookId: string, nameHash: string, sender?: string): string {
  return ['webhook', webhookId, nameHash, ...(sender === undefined ? [] : [sender])].join(':');
}

export function isWebhookAuthor(id: string | undefined): boolean {
  return id?.startsWith('webhook:') ?? false;
}

/** The ids under which an author may have opted out: their own; of a webhook its name there, and the member behind it. */
export function toOptOutIds(authorId: string): readonly string[] {
  if (!isWebhookAuthor(authorId)) return [authorId];
  const [kind, webhookId, nameHash, ...sender] = authorId.split(':');
  return [[kind, webhookId, nameHash].join(':'), ...sender];
}

/** The name is null if the file was not exported. Without a state, its content is not looked at. */
const attachment = storedObject({
  name: words.nullable(),
  type: words,
  state: z.enum(['read', 'seen', 'unreadable', 'large']).exactOptional(),
});
export type Attachment = Stored<typeof attachment>;

/** The span of a message's `text` that is the text of an attached file. */
const attachedText = storedObject({ name: words, start: z.int(), end: z.int() });
export type AttachedText = Stored<typeof attachedText>;

const reaction = storedObject({ name: words, count: z.int() });
export type Reaction = Stored<typeof reaction>;

export const placeSchema = storedObject({ id: words, title: words });
export type Place = Stored<typeof placeSchema>;

/**
 * One message of any source. `text` is set once, with mentions, attachments and forwards as words, then the text of files: quotes are spans
 * of UTF-16 units in it. Times are ISO instants in UTC with milliseconds, so that they sort as strings.
 */
export const messageSchema = storedObject({
  id: words,
  kind: z.enum(['said', 'system']),
  author,
  time: instant,
  editedTime: instant.exactOptional(),
  text: words,
  forwarded: z.boolean(),
  /** The id of the message that this one replies to; it may not be in this conversation. */
  replyTo: words.exactOptional(),
  /** Its author deleted it; only that is left. */
  deleted: z.literal(true).exactOptional(),
  /** It was not asked for: a message that was links to it. */
  linked: z.literal(true).exactOptional(),
  channel: placeSchema.exactOptional(),
  thread: placeSchema.exactOptional(),
  attachments: z.array(attachment),
  /** After its own words and everything else in it. */
  attachedTexts: z.array(attachedText).exactOptional(),
  reactions: z.array(reaction),
  /** The address that opens the message, if its source has one. */
  url: words.exactOptional(),
});
export type Message = Stored<typeof messageSchema>;

/** The id of the thread that a message is in, otherwise of its channel; empty where its source has none. */
export function toPlaceId(message: Pick<Message, 'thread' | 'channel'> | undefined): string {
  return (message?.thread ?? message?.channel)?.id ?? '';
}

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

export const sourceSchema = storedObject({
  type: z.enum(sourceTypes),
  title: words,
  /** Its messages have no times: theirs only keep them in order. */
  untimed: z.literal(true).exactOptional(),
  guildId: words.exactOptional(),
  channelIds: z.array(words),
  threadId: words.exactOptional(),
  /** Of a digest: all its channels, also those without news. */
  channels: z.array(placeSchema).exactOptional(),
  /** The channels and threads that were read, if a thread is among several: its channel may not be. */
  placeIds: z.array(words).exactOptional(),
});
export type Source = Stored<typeof sourceSchema>;

export const omissionReasons = [
  'unreadable',
  'duplicate',
  'outside_window',
  'system',
  'bot',
  'deleted',
  'empty',
  'opted_out',
  'off_topic',
] as const;
export type OmissionReason = (typeof omissionReasons)[number];

/** What an attached file is whose content was not read. */
export const leftOutKinds = ['picture', 'video', 'audio', 'file', 'large', 'unreadable'] as const;

/** Null if its content was read. */
export function toLeftOutKind({ type, state }: Attachment): (typeof leftOutKinds)[number] | null {
  if (state !== undefined) return state === 'read' || state === 'seen' ? null : state;
  const [family] = type.split('/');
  return family === 'image' ? 'picture' : family === 'video' || family === 'audio' ? family : 'file';
}

export type Omission = { readonly reason: OmissionReason; readonly count: number };

export const conversationSchema = storedObject({
  source: sourceSchema,
  /** Records of the source that are not readable as messages. */
  unreadable: z.int().nonnegative(),
  /** Messages by people who opted out; they are not among `messages`. */
  optedOut: z.int().nonnegative().exactOptional(),
});

export const chatSchema = storedObject({
  id: words,
  ownerId: words,
  /** Older messages were left out, because there were too many. */
  isCut: z.literal(true).exactOptional(),
  importedAt: instant,
  /** How long it is kept from then on, if not as long as summaries. */
  retentionDays: z.int().positive().exactOptional(),
  conversation: conversationSchema,
});

/** A picture for a model that sees, in base64. It is never stored. */
export type Picture = {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly data: string;
};

export type Pictures = ReadonlyMap<string, readonly Picture[]>;

/** Whether a model looks at a picture of the message. */
export function hasSeenPicture({ attachments }: Pick<Message, 'attachments'>): boolean {
  return attachments.some(({ state }) => state === 'seen');
}

/** The messages read from one source, and the number of those that could not be read. */
export type Conversation = Stored<typeof conversationSchema> & {
  readonly messages: readonly Message[];
  readonly pictures?: Pictures | undefined;
};

/** The conversation as if nobody had looked at its pictures: they count as left out. */
export function withoutPictures({ pictures: _, ...conversation }: Conversation): Conversation {
  const unseen = ({ state, ...file }: Attachment) => (state === 'seen' || !state ? file : { ...file, state });
  const messages = conversation.messages.map(message =>
    hasSeenPicture(message) ? { ...message, attachments: message.attachments.map(unseen) } : message,
  );
  return { ...conversation, messages };
}

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
  const messages =
    personIds.size === 0
      ? conversation.messages
      : conversation.messages.filter(({ author }) => !personIds.has(author.id));
  const left = conversation.messages.length - messages.length;
  return { ...conversation, messages, optedOut: (conversation.optedOut ?? 0) + left };
}

export function toAuthorIds({ messages }: Conversation): readonly string[] {
  const ids = new Set<string>();
  for (const { author } of messages) ids.add(author.id);
  return [...ids];
}

export type MessageBounds = { readonly messages: number; readonly characters: number };

/** The newest messages; `isCut` says whether older ones were left out. */
export function keepNewest(
  conversation: Conversation,
  { messages: most, characters }: MessageBounds,
): { readonly conversation: Conversation; readonly isCut: boolean } {
  const { messages } = conversation;
  let left = characters;
  const lastLeftOut = messages.findLastIndex(({ text }, index) => {
    left -= text.length;
    return left < 0 || messages.length - index > most;
  });
  return {
    conversation: { ...conversation, messages: messages.slice(lastLeftOut + 1) },
    isCut: lastLeftOut >= 0,
  };
}

/**
 * Adds an export to an earlier one. In the time that it spans, it counts, as messages may have been deleted or edited since.
 * Yields after every few hundred messages, so that the caller can let others run.
 */
export function* mergeExports(stored: Conversation, added: Conversation): Generator<void, Conversation> {
  if (added.messages.length === 0) return stored;
  const ids = new Set<string>();
  let [first, last] = ['~', ''];
  for (const part of toMessageParts(added.messages)) {
    for (const { id, time } of part) {
      ids.add(id);
      if (time < first) first = time;
      if (time > last) last = time;
    }
    yield;
  }
  // Exports may begin and end within a minute, and their times have no seconds: then the order decides.
  const isShared = ({ id }: Message) => ids.has(id);
  const firstShared = stored.messages.findIndex(isShared);
  const lastShared = stored.messages.findLastIndex(isShared);
  const [before, after]: [Message[], Message[]] = [[], []];
  let index = -1;
  for (const part of toMessageParts(stored.messages)) {
    for (const message of part) {
      const { time } = message;
      index += 1;
      if (isShared(message)) continue;
      const isEarly = time < first || (time === first && (firstShared < 0 || index < firstShared));
      if (isEarly) before.push(message);
      else if (time > last || (time === last && index > lastShared)) after.push(message);
    }
    yield;
  }
  const messages = [...before, ...added.messages, ...after];
  return { ...added, messages, unreadable: Math.max(stored.unreadable, added.unreadable) };
}
