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
