import { z } from 'zod';
import type { ReadResult } from '../../../app/ports.ts';
import {
  isWritten,
  type MarkupNames,
  toEmbedsWords,
  toMediaType,
  toMessageUrl,
  toPlainWords,
  toReplyTarget,
} from '../../../core/conversation/discord.ts';
import type { Attachment, Message, Place, Source } from '../../../core/conversation/message.ts';
import {
  type MessageExtras,
  toAuthorName,
  toMessageText,
  toOneLine,
} from '../../../core/conversation/text.ts';
import {
  createMessage,
  optional,
  readRecords,
  textField,
  toNoMessages,
  toRawRecords,
  toTitle,
} from '../records.ts';
import { instantField } from '../times.ts';

type DiscordExport = { readonly messages: readonly unknown[] };

export function isDiscordExport(value: object): value is DiscordExport {
  if (!('messages' in value) || !Array.isArray(value.messages)) return false;
  if ('guild' in value || 'channel' in value) return true;
  const first: unknown = value.messages[0];
  return typeof first === 'object' && first !== null && 'timestamp' in first && 'author' in first;
}

export function beginsLikeDiscord(text: string): boolean {
  return /^\uFEFF?\s*\{\s*"guild"\s*:/.test(text);
}

export function readDiscordExport(value: DiscordExport, fileName: string): ReadResult {
  const header = discordHeader.parse(value);
  const place = toDiscordPlace(header, fileName);
  const records = toRawRecords(value.messages);
  const { sound, unreadable, notices } = readRecords(records, discordRecord, fileName);
  if (sound.length === 0) throw toNoMessages(fileName, notices);
  const found = sound.map(({ value: record }) => record);
  const names = gatherNames(found, header);
  const messages = found.map(record => toMessage(record, place, names));
  return { conversation: { source: place.source, messages, unreadable }, notices };
}

function gatherNames(records: Iterable<DiscordRecord>, { channel }: DiscordHeader): MarkupNames {
  const users = new Map<string, string>();
  const roles = new Map<string, string>();
  const channels = new Map<string, string>();
  for (const record of records) {
    for (const user of [...(record.mentions ?? []), record.author]) {
      users.set(user.id, toDisplayName(user));
      for (const role of user.roles ?? []) if (role.name) roles.set(role.id, role.name);
    }
  }
  if (channel) channels.set(channel.id, channel.name);
  return {
    user: id => users.get(id),
    role: id => roles.get(id),
    channel: id => channels.get(id),
  };
}

function toMessage(record: DiscordRecord, place: DiscordPlace, names: MarkupNames): Message {
  const type = String(record.type ?? 'Default');
  const forward = record.forwardedMessage;
  const forwarded = Boolean(forward) || record.reference?.type === 'Forward';
  const bot = record.author.isBot ?? false;
  return createMessage({
    id: record.id,
    kind: isWritten(type) ? 'said' : 'system',
    author: { id: record.author.id, name: toDisplayName(record.author), bot },
    time: record.timestamp.iso,
    editedTime: record.timestampEdited?.iso,
    text: toBodyText(record, names, bot, forward ? { forwarded: toBodyText(forward, names) } : {}),
    forwarded,
    replyTo: (!forwarded && toReplyTarget(type, record.reference ?? {}, place.exportedId)) || undefined,
    channel: place.channel,
    thread: place.thread,
    attachments: [...(record.attachments ?? []), ...(forward?.attachments ?? [])].map(toAttachment),
    reactions: record.reactions?.map(({ emoji, count }) => ({ name: emoji.name || emoji.code, count })),
    url: place.urlOf(record.id),
  });
}

/** A person's name in the server, otherwise the account's name, otherwise the id. */
function toDisplayName(user: DiscordUser): string {
  return toAuthorName(user.nickname ?? '') || toAuthorName(user.name ?? '') || user.id;
}

function toBodyText(body: DiscordBody, names: MarkupNames, bot = false, more: MessageExtras = {}): string {
  const content = body.content ?? '';
  const attachments = (body.attachments ?? []).map(toAttachment);
  return toMessageText(toPlainWords(content, names), {
    ...more,
    attachments,
    voice: attachments.length === 1 && attachments[0]?.name === 'voice-message.ogg',
    stickers: (body.stickers ?? []).map(sticker => sticker.name),
    embeds: toEmbedsWords(body.embeds ?? [], content, bot, names),
  });
}

function toAttachment({ fileName }: z.infer<typeof attachment>): Attachment {
  return { name: toOneLine(fileName), type: toMediaType(fileName) };
}

type DiscordPlace = ReturnType<typeof toDiscordPlace>;

/** The source of an export, its channel and thread, and the address of each message in it. */
function toDiscordPlace({ guild, channel }: DiscordHeader, fileName: string) {
  const type = String(channel?.type ?? '');
  // The exporter writes the guild 0 for direct messages.
  const isDirect = /^direct|^[13]$/i.test(type) || guild?.id === '0';
  const isThread = /thread$|^1[012]$/i.test(type);
  const name = channel && toOneLine(channel.name);
  const title =
    name === null || name === undefined ? toTitle(fileName) : isDirect || isThread ? name : `#${name}`;
  const exported: Place | undefined = channel ? { id: channel.id, title } : undefined;
  const parent = isThread ? toParent(channel) : exported;
  const guildId = isDirect ? undefined : guild?.id;
  const source: Source = {
    type: 'discord',
    title,
    ...(guildId !== undefined && { guildId }),
    channelIds: parent ? [parent.id] : [],
    ...(isThread && exported && { threadId: exported.id }),
  };
  return {
    source,
    channel: parent,
    thread: isThread ? exported : undefined,
    exportedId: exported?.id,
    urlOf: (messageId: string) =>
      exported && toMessageUrl(isDirect ? null : (guildId ?? ''), exported.id, messageId),
  };
}

function toParent(thread: DiscordHeader['channel']): Place | undefined {
  if (!thread?.categoryId) return undefined;
  return { id: thread.categoryId, title: `#${toOneLine(thread.category ?? '') || 'unknown-channel'}` };
}

// The layout of DiscordChatExporter's JsonMessageWriter, without fields that we do not use.

const optionalWords = textField.nullish();
const id = z.string('an id in quotes').min(1, 'an id in quotes');
const flag = z.boolean('true or false').nullish();
const listOf = <T extends z.ZodType>(element: T) => z.array(element, 'a list').nullish();
const time = instantField(textField, 'a time such as "2026-03-09T14:32:00+00:00"');

const named = z.object({ id, name: optionalWords }, 'an object with "id" and "name"');
const user = z.object(
  { id, name: optionalWords, nickname: optionalWords, isBot: flag, roles: listOf(named) },
  'an object with "id" and "name"',
);

const attachment = z.object({ fileName: textField }, 'an object with "fileName"');
const sticker = z.object({ name: textField }, 'an object with "name"');
const embed = z.object(
  {
    title: optionalWords,
    url: optionalWords,
    description: optionalWords,
    author: z.object({ name: optionalWords }, 'an object').nullish(),
    fields: listOf(z.object({ name: optionalWords, value: optionalWords }, 'an object')),
  },
  'an object',
);
const reaction = z.object(
  {
    emoji: z.object({ name: optionalWords, code: optionalWords }, 'an object with "name"'),
    count: z.int('a whole number'),
  },
  'an object with "emoji" and "count"',
);

const body = {
  content: optionalWords,
  attachments: listOf(attachment),
  embeds: listOf(embed),
  stickers: listOf(sticker),
};

const discordRecord = z.object(
  {
    ...body,
    id,
    type: z.union([z.string(), z.number()], 'a message type such as "Default"').nullish(),
    timestamp: time,
    timestampEdited: time.nullish(),
    author: user,
    reactions: listOf(reaction),
    mentions: listOf(user),
    reference: z
      .object({ type: optionalWords, messageId: optionalWords, channelId: optionalWords }, 'an object')
      .nullish(),
    forwardedMessage: z.object(body, 'an object').nullish(),
  },
  'an object with "id", "timestamp", "author" and "content"',
);

type DiscordRecord = z.infer<typeof discordRecord>;
type DiscordUser = z.infer<typeof user>;
type DiscordBody = Pick<DiscordRecord, keyof typeof body>;

const discordHeader = z.object({
  guild: optional(z.object({ id: z.string() })),
  channel: optional(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.union([z.string(), z.number()]).nullish(),
      categoryId: z.string().nullish(),
      category: z.string().nullish(),
    }),
  ),
});

type DiscordHeader = z.infer<typeof discordHeader>;
