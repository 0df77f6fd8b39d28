import { z } from 'zod';
import { type Stored, storedObject } from '../stored-object.ts';

const words = z.string().max(200_000);
const instant = z.iso.datetime();

const author = storedObject({ id: words, name: words, bot: z.boolean() });
export type Author = Stored<typeof author>;

/** The name is null if the file was not exported. */
const attachment = storedObject({ name: words.nullable(), type: words });
export type Attachment = Stored<typeof attachment>;

const reaction = storedObject({ name: words, count: z.int() });
export type Reaction = Stored<typeof reaction>;

const place = storedObject({ id: words, title: words });
export type Place = Stored<typeof place>;

/**
 * One message, in the same shape for every source.
 *
 * The source sets `text` once, with mentions, emoji, attachments and forwards as words. It never changes afterward:
 * every quote is a span of UTF-16 units in it. Times are ISO instants in UTC with milliseconds
 * ("2026-03-09T14:32:00.000Z"), so that they sort as strings.
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
  channel: place.exactOptional(),
  thread: place.exactOptional(),
  attachments: z.array(attachment),
  reactions: z.array(reaction),
  /** The address that opens the message, if its source has one. */
  url: words.exactOptional(),
});
export type Message = Stored<typeof messageSchema>;

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
const source = storedObject({
  type: z.enum(sourceTypes),
  title: words,
  guildId: words.exactOptional(),
  channelIds: z.array(words),
  threadId: words.exactOptional(),
  /** The channels and threads that were read, if a thread is among several: its channel may not be. */
  placeIds: z.array(words).exactOptional(),
});
export type Source = Stored<typeof source>;

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

/** A conversation without its messages. */
export const conversationSchema = storedObject({
  source,
  /** Records of the source that are not readable as messages. */
  unreadable: z.int().nonnegative(),
  /** Messages by people who opted out; they are not among `messages`. */
  optedOut: z.int().nonnegative().exactOptional(),
});

/** The messages read from one source, and the number of those that could not be read. */
export type Conversation = Stored<typeof conversationSchema> & { readonly messages: readonly Message[] };
