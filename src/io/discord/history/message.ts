import {
  type APIMessageComponent,
  ComponentType,
  type GuildTextBasedChannel,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord.js';
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
import { mayReadersSee } from '../access/check-access.ts';
import { type Placing, toPlacing } from '../access/places.ts';
import { abortable } from './abortable.ts';
import { type BodyRecord, type MessageRecord, toInstant, type UserRecord } from './record.ts';

/** Where a message was read and what the people and places it names are called there. */
type ChannelContext = { readonly placing: Placing; readonly names: KnownNames };

export function toChannelContext(channel: GuildTextBasedChannel): ChannelContext {
  return { placing: toPlacing(channel), names: toKnownNames(channel) };
}

/** Converts many in slices, so that other requests are served in between. */
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

/** Fetches the nicknames of authors and mentioned people before messages are converted. */
type Members = {
  /** Requests the people in these records, without waiting for the answer. */
  readonly learn: (records: readonly MessageRecord[], signal: AbortSignal) => void;
  /** Resolves when all requests were answered or timed out. */
  readonly known: (signal: AbortSignal) => Promise<void>;
};

/**
 * REST messages have no nicknames; the gateway sends them, for 100 people a request. Each person is requested once. If the
 * gateway does not answer, account names are used.
 */
export function createMembers({ guild: { members } }: GuildTextBasedChannel): Members {
  const asked = new Set<string>();
  let waiting: string[] = [];
  let isSilent = false;
  let requests = Promise.resolve();

  const ask = (signal: AbortSignal) => {
    const user = waiting.slice(0, maxNamed);
    waiting = waiting.slice(maxNamed);
    requests = requests.then(async () => {
      if (isSilent || signal.aborted) return;
      try {
        await abortable(signal, () => members.fetch({ user, time: timeoutMs }));
      } catch {
        isSilent = true;
      }
    });
  };

  return {
    learn: (records, signal) => {
      for (const record of records)
        for (const id of toPeople(record)) {
          if (asked.has(id) || members.cache.has(id)) continue;
          asked.add(id);
          waiting.push(id);
        }
      while (waiting.length >= maxNamed) ask(signal);
    },
    known: async signal => {
      if (waiting.length > 0) ask(signal);
      await requests;
      signal.throwIfAborted();
    },
  };
}

function toPeople(record: MessageRecord): readonly string[] {
  const author = record.webhook_id === undefined ? [record.author.id] : [];
  const starter = record.referenced_message ? [record.referenced_message.author.id] : [];
  return [...author, ...starter, ...(record.mentions ?? []).map(({ id }) => id)];
}
