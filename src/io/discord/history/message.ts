import {
  type APIMessage,
  type APIMessageComponent,
  type APIUser,
  ComponentType,
  type GuildTextBasedChannel,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  SnowflakeUtil,
} from 'discord.js';
import type { SpeakerRules } from '../../../app/store-ports.ts';
import {
  isWritten,
  type MarkupNames,
  toEmbedsWords,
  toMediaType,
  toMessageUrl,
  toPlainWords,
  toReplyTarget,
} from '../../../core/conversation/discord.ts';
import type { Attachment, Message } from '../../../core/conversation/message.ts';
import {
  type MessageExtras,
  type PollWords,
  toAuthorName,
  toMessageText,
  toOneLine,
  withAttachedTexts,
} from '../../../core/conversation/text.ts';
import { toChunks } from '../../../core/order.ts';
import { abortable } from '../../../deadline.ts';
import { mayReadersSee } from '../access/permissions.ts';
import { type Placing, toPlacing } from '../access/places.ts';
import type { AttachedFiles, AttachmentRecord } from './attached-files.ts';
import { membersOnly, toAuthorId, toSpeaker } from './speakers.ts';

/** Where a message was read and what the people and places it names are called there. */
type ChannelContext = {
  readonly placing: Placing;
  readonly names: KnownNames;
  readonly ownId: string | undefined;
  /** Without them only members speak. */
  readonly rules?: SpeakerRules;
};

export function toChannelContext(channel: GuildTextBasedChannel): ChannelContext {
  return { placing: toPlacing(channel), names: toKnownNames(channel), ownId: channel.client.user?.id };
}

/** Converts a message as REST sends it. The first message of a thread is the one that started it, with its own id and address. */
export function readRecord(
  record: MessageRecord,
  channelContext: ChannelContext,
  files: AttachedFiles = new Map(),
): Message {
  const starter = record.type === MessageType.ThreadStarterMessage ? record.referenced_message : null;
  if (starter) return readRecord(starter, channelContext, files);

  const { placing, names: known, ownId, rules = membersOnly } = channelContext;
  const speaker = toSpeaker(record, rules, ownId);
  const reference = record.message_reference;
  const forwarded = reference?.type === MessageReferenceType.Forward;
  const [snapshot] = record.message_snapshots ?? [];
  const names = withMentions(known, [...(record.mentions ?? []), ...(snapshot?.message.mentions ?? [])]);
  const replyTo = forwarded
    ? null
    : toReplyTarget(
        record.type,
        { messageId: reference?.message_id, channelId: reference?.channel_id },
        record.channel_id,
      );
  const attached = listAttachments(record);
  const text = toMessageText(toMessageWords(record, names), {
    ...(snapshot && {
      forwarded: toMessageText(
        toMessageWords(snapshot.message, names),
        toExtras(snapshot.message, false, names),
      ),
    }),
    // The embeds of a person's webhook repeat what it answers.
    ...toExtras(record, speaker === 'bot' || speaker === 'feed', names),
    ...(record.poll && { poll: toPollWords(record.poll) }),
  });
  const url = toMessageUrl(placing.source.guildId ?? null, record.channel_id, record.id);
  return {
    id: record.id,
    kind: isWritten(record.type) ? 'said' : 'system',
    author: {
      id: toAuthorId(record, rules.senders?.known),
      name: toName(record, known),
      bot: speaker === 'bot',
    },
    time: toInstant(record.id),
    ...(record.edited_timestamp && { editedTime: new Date(record.edited_timestamp).toISOString() }),
    ...withAttachedTexts(
      text,
      attached.flatMap(file => {
        const read = files.get(file);
        return read?.state === 'read' ? [{ name: toOneLine(file.filename), text: read.text }] : [];
      }),
    ),
    forwarded,
    ...(replyTo && { replyTo }),
    ...(placing.channel && { channel: placing.channel }),
    ...(placing.thread && { thread: placing.thread }),
    attachments: toAttachments({ attachments: attached }, files),
    reactions: (record.reactions ?? []).flatMap(({ emoji, count }) => {
      const name = toOneLine(emoji.name ?? '');
      return name && count > 0 ? [{ name, count }] : [];
    }),
    ...(url && { url }),
  };
}

/** A name without visible letters becomes the last digits of the account's id: names are sent to models, whole ids are not. */
function toName({ author, webhook_id }: MessageRecord, names: KnownNames): string {
  const name = toAuthorName(webhook_id === undefined ? names.of(author) : author.username);
  return name || `user ${author.id.slice(-4)}`;
}

/** The names, with those of the people that a message mentions. */
export function withMentions(names: KnownNames, mentions: readonly UserRecord[]): MarkupNames {
  if (mentions.length === 0) return names;
  const mentioned = new Map(mentions.map(user => [user.id, names.of(user)]));
  return { ...names, user: id => mentioned.get(id) ?? names.user(id) };
}

export function toMessageWords({ content, components = [] }: BodyRecord, names: MarkupNames): string {
  return toPlainWords([content, ...components.flatMap(toComponentTexts)].filter(Boolean).join('\n'), names);
}

/** Some components are text; others may have children with text. */
function toComponentTexts(component: APIMessageComponent): readonly string[] {
  if (component.type === ComponentType.TextDisplay) return [component.content];
  return 'components' in component ? component.components.flatMap(toComponentTexts) : [];
}

function toExtras(body: BodyRecord, bot: boolean, names: MarkupNames): MessageExtras {
  return {
    attachments: toAttachments(body),
    voice: ((body.flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0,
    stickers: (body.sticker_items ?? []).map(({ name }) => name),
    embeds: toEmbedsWords(body.embeds, body.content, bot, names),
  };
}

function toAttachments(
  { attachments }: Pick<BodyRecord, 'attachments'>,
  files: AttachedFiles = new Map(),
): readonly Attachment[] {
  return attachments.map(file => {
    const { filename, content_type } = file;
    const { state } = files.get(file) ?? {};
    return {
      name: toOneLine(filename),
      type: content_type?.replace(/;.*$/, '') || toMediaType(filename),
      ...(state !== undefined && { state }),
    };
  });
}

/** The files of a message, of what it forwards, and of the message that started a thread. */
export function listAttachments(record: MessageRecord): readonly AttachmentRecord[] {
  const starter = record.type === MessageType.ThreadStarterMessage ? record.referenced_message : null;
  if (starter) return listAttachments(starter);
  const [snapshot] = record.message_snapshots ?? [];
  return [...record.attachments, ...(snapshot?.message.attachments ?? [])];
}

/** Discord leaves out the counts of answers that nobody chose. */
function toPollWords({ question, answers, results }: NonNullable<MessageRecord['poll']>): PollWords {
  const votes = new Map(results?.answer_counts.map(({ id, count }) => [id, count]));
  return {
    question: question.text ?? '',
    answers: answers.map(({ answer_id, poll_media }) => ({
      text: poll_media.text || poll_media.emoji?.name || '',
      ...(results && { votes: votes.get(answer_id) ?? 0 }),
    })),
  };
}

/** The cached names of people, roles and channels in a conversation's server. */
type KnownNames = MarkupNames & {
  /** Messages contain only account names; names in the server come from the member cache. */
  readonly of: (user: UserRecord) => string;
};

/** A channel is named only if everyone who sees the conversation also sees it, like "No Access" in Discord's client. */
function toKnownNames(channel: GuildTextBasedChannel): KnownNames {
  const { client, guild } = channel;
  const nameable = new Map<string, string | undefined>();
  const toMemberName = (id: string) => guild.members.cache.get(id)?.nickname ?? undefined;
  return {
    of: user => toMemberName(user.id) ?? user.global_name ?? user.username,
    user: id => toMemberName(id) ?? client.users.cache.get(id)?.displayName,
    role: id => (id === guild.id ? 'everyone' : guild.roles.cache.get(id)?.name),
    channel: id => {
      if (!nameable.has(id)) {
        const other = guild.channels.cache.get(id);
        nameable.set(id, other && mayReadersSee(channel, other) ? other.name : undefined);
      }
      return nameable.get(id);
    },
  };
}

const timeoutMs = 5_000;
/** As many as one request to the gateway may name. */
const maxNamed = 100;

/** Fetches nicknames, which the gateway sends and REST messages lack. If it does not answer, account names are used. */
export async function learnNames(
  { guild: { members } }: GuildTextBasedChannel,
  records: readonly MessageRecord[],
  signal: AbortSignal,
): Promise<void> {
  const unknown = new Set(records.flatMap(toPeople).filter(id => !members.cache.has(id)));
  for (const user of toChunks([...unknown], maxNamed)) {
    try {
      await abortable(signal, () => members.fetch({ user: [...user], time: timeoutMs }));
    } catch {
      signal.throwIfAborted();
      return;
    }
  }
}

function toPeople(record: MessageRecord): readonly string[] {
  const author = record.webhook_id === undefined ? [record.author.id] : [];
  const starter = record.referenced_message ? [record.referenced_message.author.id] : [];
  return [...author, ...starter, ...(record.mentions ?? []).map(({ id }) => id)];
}

type UserRecord = Pick<APIUser, 'id' | 'username'> & Partial<Pick<APIUser, 'global_name' | 'bot'>>;

/** The fields that a message and a forwarded copy share. */
export type BodyRecord = Pick<APIMessage, 'content' | 'embeds'> &
  Partial<Pick<APIMessage, 'flags' | 'components'>> & {
    readonly mentions?: readonly UserRecord[];
    readonly attachments: readonly AttachmentRecord[];
    readonly sticker_items?: readonly { readonly name: string }[];
  };

/** The fields that we read of a message of Discord's API. */
export type MessageRecord = BodyRecord &
  Pick<APIMessage, 'id' | 'channel_id' | 'type' | 'edited_timestamp'> &
  Partial<
    Pick<APIMessage, 'mention_roles' | 'webhook_id' | 'application_id' | 'message_reference' | 'poll'>
  > & {
    readonly author: UserRecord;
    readonly reactions?: readonly {
      readonly emoji: { readonly name: string | null };
      readonly count: number;
    }[];
    readonly referenced_message?: MessageRecord | null;
    readonly message_snapshots?: readonly { readonly message: BodyRecord }[];
  };

export function toInstant(id: string): string {
  return new Date(SnowflakeUtil.timestampFrom(id)).toISOString();
}

/** The smallest id at a time. Use it as `before` for older messages, and minus one as `after` for the others. */
export function toFirstId(atMs: number): bigint {
  const sinceEpoch = BigInt(Math.floor(atMs)) - SnowflakeUtil.epoch;
  return sinceEpoch > 0n ? sinceEpoch << 22n : 0n;
}
