import {
  type APIMessageComponent,
  ComponentType,
  type GuildTextBasedChannel,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord.js';
import { mapWithPauses } from '../../../app/pauses.ts';
import type { PrivacyStore } from '../../../app/ports.ts';
import {
  isWritten,
  type MarkupNames,
  toEmbedsWords,
  toMediaType,
  toMessageUrl,
  toPlainWords,
  toReplyTarget,
} from '../../../core/conversation/discord.ts';
import type { Attachment, Conversation, Message } from '../../../core/conversation/message.ts';
import {
  type MessageExtras,
  type PollWords,
  toAuthorName,
  toMessageText,
  toOneLine,
} from '../../../core/conversation/text.ts';
import { toChunks } from '../../../core/order.ts';
import { mayReadersSee } from '../access/check-access.ts';
import { type Placing, toPlacing } from '../access/places.ts';
import { abortable } from './abortable.ts';
import { createOptOutFilter } from './opt-out.ts';
import { type BodyRecord, type MessageRecord, toInstant, type UserRecord } from './record.ts';

/** Where a message was read and what the people and places it names are called there. */
type ChannelContext = { readonly placing: Placing; readonly names: KnownNames };

export function toChannelContext(channel: GuildTextBasedChannel): ChannelContext {
  return { placing: toPlacing(channel), names: toKnownNames(channel) };
}

/** A record, and the channel or thread it is in. */
export type ReadRecord = { readonly channel: GuildTextBasedChannel; readonly record: MessageRecord };

/**
 * Turns records into messages, channel by channel, without those of people who opted out, which are only counted.
 *
 * @param openIds If given, forwards keep their text only from these channels and threads.
 */
export async function readMessages(
  taken: readonly ReadRecord[],
  { signal, privacy }: { readonly signal: AbortSignal; readonly privacy: PrivacyStore },
  openIds?: ReadonlySet<string>,
): Promise<Required<Pick<Conversation, 'messages' | 'optedOut' | 'unreadable'>>> {
  const [first] = taken;
  if (first === undefined) return { messages: [], optedOut: 0, unreadable: 0 };
  const allow = createOptOutFilter(first.channel.client, privacy);
  const { records, ...left } = await allow(
    taken.map(({ record }) => record),
    signal,
  );
  const allowed = new Set(records);
  const messages: Message[] = [];
  for (const [channel, own] of Map.groupBy(taken, each => each.channel)) {
    const readable = own
      .map(({ record }) => record)
      .filter(record => allowed.has(record))
      .map(record => (openIds ? withoutClosedForward(record, openIds) : record));
    await learnNames(channel, readable, signal);
    const context = toChannelContext(channel);
    // In slices, so that other requests are served in between.
    const read = await mapWithPauses(readable, record => readRecord(record, context));
    for (const message of read) messages.push(message);
  }
  return { messages, ...left };
}

/** Elsewhere, those who read the answer may not read the original. */
function withoutClosedForward(record: MessageRecord, openIds: ReadonlySet<string>): MessageRecord {
  const { message_reference: reference } = record;
  const isClosed =
    reference?.type === MessageReferenceType.Forward && !openIds.has(reference.channel_id ?? '');
  return isClosed ? { ...record, message_snapshots: [] } : record;
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
 * Webhooks choose a name for each message. A name without visible letters is replaced by the last digits of the account's
 * id: names are sent to models, whole ids are not.
 */
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

/** The text of a message or a forward, including the text of its components. */
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

/** The cached names of people, roles and channels in a conversation's server. */
type KnownNames = MarkupNames & {
  /** Messages contain only account names; names in the server come from the member cache. */
  readonly of: (user: UserRecord) => string;
};

/**
 * A summary must not reveal the name of a channel that a reader cannot see. So a channel is named only if everyone who
 * sees the conversation also sees that channel; otherwise it is like "No Access" in Discord's client.
 */
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

/**
 * Fetches the nicknames of authors and mentioned people: REST messages have none, the gateway sends them. If it does not
 * answer, account names are used.
 */
async function learnNames(
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
