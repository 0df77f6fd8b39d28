import { z } from 'zod';
import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import { toEmbedsWords } from '../../../core/conversation/discord/embeds.ts';
import { type MarkupNames, toPlainWords } from '../../../core/conversation/discord/markup.ts';
import { toMediaType } from '../../../core/conversation/discord/media-type.ts';
import { isWritten, toReplyTarget } from '../../../core/conversation/discord/message-types.ts';
import { toMessageUrl } from '../../../core/conversation/discord/message-url.ts';
import type { Attachment, Message, Place, Source } from '../../../core/conversation/message.ts';
import { toAuthorName, toOneLine } from '../../../core/conversation/names.ts';
import { toMessageText } from '../../../core/conversation/text.ts';
import { UserError } from '../../../errors.ts';
import { checkRecords, textField, toRawRecords, toSkippedNotices, toTitle } from '../records.ts';
import { instantField } from '../times.ts';

type DiscordExport = { readonly messages: readonly unknown[] };

/** Whether a parsed file is an export of DiscordChatExporter and no other kind of conversation. */
export function isDiscordExport(value: object): value is DiscordExport {
  if (!('messages' in value) || !Array.isArray(value.messages)) return false;
  if ('guild' in value || 'channel' in value) return true;
  const first: unknown = value.messages[0];
  return typeof first === 'object' && first !== null && 'timestamp' in first && 'author' in first;
}

/** Reads a well-formed export. */
export function readDiscordExport(value: DiscordExport, text: string, fileName: string): ReadResult {
  const header = discordHeader.parse(value);
  const place = toDiscordPlace(header, fileName);
  const records = toRawRecords(value.messages, text, 'messages');
  const { sound, skipped } = checkRecords(records, discordRecord);
  const notices = toSkippedNotices(fileName, skipped);
  if (sound.length === 0) throw new UserError('no_messages', toEmptyWords(fileName, notices));
  const names = gatherNames(
    sound.map(({ value: record }) => record),
    header,
  );
  return {
    conversation: {
      source: place.source,
      messages: sound.map(({ value: record }) => toMessage(record, place, names)),
      unreadable: skipped.length,
    },
    notices,
  };
}

function toEmptyWords(fileName: string, notices: readonly ReadNotice[]): string {
  if (notices.length > 0) return `${fileName} contains no readable message. ${notices.join(' ')}`;
  return `${fileName} is a DiscordChatExporter export without messages. Export the channel again with a wider --after and --before.`;
}

/** Collects the names in an export by id: authors, mentioned people, their roles, the channel. */
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

/** Converts one record of an export to a message. */
function toMessage(record: DiscordRecord, place: DiscordPlace, names: MarkupNames): Message {
  const type = String(record.type ?? 'Default');
  const forward = record.forwardedMessage;
  const forwarded = Boolean(forward) || record.reference?.type === 'Forward';
  const bot = record.author.isBot ?? false;
  const text = toMessageText(toPlainWords(record.content ?? '', names), {
    ...(forward ? { forwarded: toBodyText(forward, names) } : {}),
    ...toExtras(record, bot, names),
  });
  const replyTo = forwarded ? null : toReplyTarget(type, record.reference ?? {}, place.exportedId);
  const url = place.urlOf(record.id);
  return {
    id: record.id,
    kind: isWritten(type) ? 'said' : 'system',
    author: { id: record.author.id, name: toDisplayName(record.author), bot },
    time: record.timestamp.iso,
    ...(record.timestampEdited ? { editedTime: record.timestampEdited.iso } : {}),
    text,
    forwarded,
    ...(replyTo ? { replyTo } : {}),
    ...(place.channel ? { channel: place.channel } : {}),
    ...(place.thread ? { thread: place.thread } : {}),
    attachments: toAttachments(record),
    reactions: (record.reactions ?? []).flatMap(({ emoji, count }) => {
      const name = toOneLine(emoji.name || emoji.code || '');
      return name && count > 0 ? [{ name, count }] : [];
    }),
    ...(url ? { url } : {}),
  };
}

/** A person's name in the server, otherwise the account's name, otherwise the id. */
function toDisplayName(user: DiscordUser): string {
  return toAuthorName(user.nickname ?? '') || toAuthorName(user.name ?? '') || user.id;
}

function toBodyText(body: DiscordBody, names: MarkupNames): string {
  return toMessageText(toPlainWords(body.content ?? '', names), toExtras(body, false, names));
}

function toExtras(body: DiscordBody, bot: boolean, names: MarkupNames) {
  const attachments = toAttachments(body);
  return {
    attachments,
    voice: attachments.length === 1 && attachments[0]?.name === 'voice-message.ogg',
    stickers: (body.stickers ?? []).map(sticker => sticker.name),
    embeds: toEmbedsWords(body.embeds ?? [], body.content ?? '', bot, names),
  };
}

function toAttachments(body: DiscordBody): readonly Attachment[] {
  return (body.attachments ?? []).map(({ fileName }) => ({
    name: toOneLine(fileName),
    type: toMediaType(fileName),
  }));
}

/** The source of an export, and the address of each message in it. */
type DiscordPlace = {
  readonly source: Source;
  readonly channel?: Place;
  readonly thread?: Place;
  /** The id of the exported channel or thread. */
  readonly exportedId?: string;
  readonly urlOf: (messageId: string) => string | undefined;
};

const threadType = /thread$|^1[012]$/i;
const directType = /^direct|^[13]$/i;

/** The guild id that the exporter writes for direct messages. */
const directGuild = '0';

function toDiscordPlace({ guild, channel }: DiscordHeader, fileName: string): DiscordPlace {
  if (!channel) {
    const source: Source = { type: 'discord', title: toTitle(fileName), channelIds: [] };
    return { source: { ...source, ...toGuildId(guild?.id) }, urlOf: () => undefined };
  }
  const type = String(channel.type ?? '');
  const direct = directType.test(type) || guild?.id === directGuild;
  const name = toOneLine(channel.name);
  const guildPart = direct ? null : (guild?.id ?? '');
  const shared = {
    exportedId: channel.id,
    urlOf: (messageId: string) => toMessageUrl(guildPart, channel.id, messageId),
  };
  const base = { type: 'discord', ...toGuildId(direct ? undefined : guild?.id) } as const;
  if (threadType.test(type)) {
    const parent = channel.categoryId;
    const thread: Place = { id: channel.id, title: name };
    const source: Source = { ...base, title: name, channelIds: parent ? [parent] : [], threadId: channel.id };
    if (!parent) return { ...shared, source, thread };
    const title = `#${toOneLine(channel.category ?? '') || 'unknown-channel'}`;
    return { ...shared, source, thread, channel: { id: parent, title } };
  }
  const title = direct ? name : `#${name}`;
  return {
    ...shared,
    source: { ...base, title, channelIds: [channel.id] },
    channel: { id: channel.id, title },
  };
}

function toGuildId(id: string | undefined): { guildId?: string } {
  return id === undefined || id === directGuild ? {} : { guildId: id };
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

/** One message of a DiscordChatExporter JSON export. */
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

/** The fields of an export about its source. */
const discordHeader = z.object({
  guild: z.object({ id: z.string() }).nullish().catch(null),
  channel: z
    .object({
      id: z.string(),
      name: z.string(),
      type: z.union([z.string(), z.number()]).nullish(),
      categoryId: z.string().nullish(),
      category: z.string().nullish(),
    })
    .nullish()
    .catch(null),
});

type DiscordHeader = z.infer<typeof discordHeader>;
