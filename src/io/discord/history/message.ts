import { ComponentType, MessageFlags, MessageReferenceType, MessageType } from 'discord.js';
import { mapWithPauses } from '../../../app/pauses.ts';
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
} from '../../../core/conversation/text.ts';
import { type Placing, type ReadableChannel, toPlacing } from '../access/places.ts';
import { type KnownNames, toKnownNames } from './known-names.ts';
import type { BodyRecord, ComponentRecord, MessageRecord, UserRecord } from './record.ts';
import { toInstant } from './snowflake.ts';

/** Where a message was read and what the people and places it names are called there. */
type ChannelContext = { readonly placing: Placing; readonly names: KnownNames };

export function toChannelContext(channel: ReadableChannel): ChannelContext {
  return { placing: toPlacing(channel), names: toKnownNames(channel) };
}

/** Converts many, letting others be served in between. */
export function readRecords(
  records: readonly MessageRecord[],
  channelContext: ChannelContext,
): Promise<readonly Message[]> {
  return mapWithPauses(records, record => readRecord(record, channelContext));
}

/**
 * Converts a message as REST sends it. The first message of a thread is the one that started it, with its own id and
 * address.
 */
export function readRecord(record: MessageRecord, channelContext: ChannelContext): Message {
  const starter = record.type === MessageType.ThreadStarterMessage ? record.referenced_message : null;
  if (starter) return readRecord(starter, channelContext);

  const { placing, names: known } = channelContext;
  const bot = record.author.bot === true || record.webhook_id !== undefined;
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
  const url = toMessageUrl(placing.source.guildId ?? null, record.channel_id, record.id);
  return {
    id: record.id,
    kind: isWritten(record.type) ? 'said' : 'system',
    author: { id: record.author.id, name: toName(record, known), bot },
    time: toInstant(record.id),
    ...(record.edited_timestamp && { editedTime: new Date(record.edited_timestamp).toISOString() }),
    text: toMessageText(toMessageWords(record, names), {
      ...(snapshot && {
        forwarded: toMessageText(
          toMessageWords(snapshot.message, names),
          toExtras(snapshot.message, false, names),
        ),
      }),
      ...toExtras(record, bot, names),
      ...(record.poll && { poll: toPollWords(record.poll) }),
    }),
    forwarded,
    ...(replyTo && { replyTo }),
    ...(placing.channel && { channel: placing.channel }),
    ...(placing.thread && { thread: placing.thread }),
    attachments: toAttachments(record),
    reactions: (record.reactions ?? []).flatMap(({ emoji, count }) => {
      const name = toOneLine(emoji.name ?? '');
      return name && count > 0 ? [{ name, count }] : [];
    }),
    ...(url && { url }),
  };
}

/**
 * A webhook signs every message as it likes. A name that shows nothing is made of the end of its account's id, which
 * tells people apart and leads to nobody: names are sent to models, ids are not.
 */
function toName({ author, webhook_id }: MessageRecord, names: KnownNames): string {
  const name = toAuthorName(webhook_id === undefined ? names.of(author) : author.username);
  return name || `user ${author.id.slice(-4)}`;
}

/** Those names, and those of the people that a message mentions. */
export function withMentions(names: KnownNames, mentions: readonly UserRecord[]): MarkupNames {
  if (mentions.length === 0) return names;
  const mentioned = new Map(mentions.map(user => [user.id, names.of(user)]));
  return { ...names, user: id => mentioned.get(id) ?? names.user(id) };
}

/** The own words of a message or a forward; one made of components says its words in them. */
export function toMessageWords({ content, components = [] }: BodyRecord, names: MarkupNames): string {
  return toPlainWords([content, ...components.flatMap(toComponentTexts)].filter(Boolean).join('\n'), names);
}

function toComponentTexts(component: object): readonly string[] {
  const { type, content, components = [] } = component as ComponentRecord;
  if (type === ComponentType.TextDisplay) return content === undefined ? [] : [content];
  return components.flatMap(toComponentTexts);
}

function toExtras(body: BodyRecord, bot: boolean, names: MarkupNames): MessageExtras {
  return {
    attachments: toAttachments(body),
    voice: ((body.flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0,
    stickers: (body.sticker_items ?? []).map(({ name }) => name),
    embeds: toEmbedsWords(body.embeds, body.content, bot, names),
  };
}

function toAttachments(body: BodyRecord): readonly Attachment[] {
  return body.attachments.map(({ filename, content_type }) => ({
    name: toOneLine(filename),
    type: content_type?.replace(/;.*$/, '') || toMediaType(filename),
  }));
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
