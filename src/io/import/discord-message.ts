import { type MarkupNames, toPlainWords } from '../../core/conversation/markup.ts';
import type { Attachment, Message } from '../../core/conversation/message.ts';
import { type EmbedWords, toMessageText } from '../../core/conversation/text.ts';
import type { DiscordPlace } from './discord-place.ts';
import type { DiscordBody, DiscordRecord, DiscordUser } from './discord-record.ts';
import { toMediaType } from './media-type.ts';
import { toOneLine } from './names.ts';

/** What a person or a bot writes; every other type is Discord telling that something happened. */
const saidTypes: ReadonlySet<string> = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  '0',
  '19',
  '20',
  '23',
]);

const replyTypes: ReadonlySet<string> = new Set(['Reply', '19']);

/** Turns one record of an export into a message. */
export function toMessage(record: DiscordRecord, place: DiscordPlace, names: MarkupNames): Message {
  const type = String(record.type ?? 'Default');
  const forward = record.forwardedMessage;
  const forwarded = Boolean(forward) || record.reference?.type === 'Forward';
  const bot = record.author.isBot ?? false;
  const text = toMessageText(toPlainWords(record.content ?? '', names), {
    ...(forward ? { forwarded: toBodyText(forward, names) } : {}),
    ...toExtras(record, bot, names),
  });
  const replyTo = forwarded ? null : toReplyTarget(record, type, place);
  const url = place.urlOf(record.id);
  return {
    id: record.id,
    kind: saidTypes.has(type) ? 'said' : 'system',
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

/** The name a person goes by in the server; the account's name, else the id, where there is none. */
export function toDisplayName(user: DiscordUser): string {
  return toOneLine(user.nickname ?? '') || toOneLine(user.name ?? '') || user.id;
}

/** A crosspost and a pin refer to a message too, without answering it. */
function toReplyTarget(record: DiscordRecord, type: string, place: DiscordPlace): string | null {
  const { messageId, channelId } = record.reference ?? {};
  if (!messageId || !saidTypes.has(type)) return null;
  const sameChannel = !channelId || channelId === place.exportedId;
  return replyTypes.has(type) || sameChannel ? messageId : null;
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
    embeds: (body.embeds ?? [])
      .filter(embed => bot || !isPreview(embed.url, body.content))
      .map(embed => toEmbedWords(embed, names)),
  };
}

function toAttachments(body: DiscordBody): readonly Attachment[] {
  return (body.attachments ?? []).map(({ fileName }) => ({
    name: toOneLine(fileName),
    type: toMediaType(fileName),
  }));
}

/** Whether an embed only shows what stands behind a link that the message itself gives. */
function isPreview(url: string | null | undefined, content: string | null | undefined): boolean {
  return Boolean(url && content?.includes(url.replace(/\/$/, '')));
}

function toEmbedWords(embed: NonNullable<DiscordBody['embeds']>[number], names: MarkupNames): EmbedWords {
  const title = [embed.author?.name, embed.title].filter(Boolean).join(': ');
  return {
    title: toPlainWords(title, names),
    description: toPlainWords(embed.description ?? '', names),
    fields: (embed.fields ?? []).map(field => ({
      name: toPlainWords(field.name ?? '', names),
      value: toPlainWords(field.value ?? '', names),
    })),
  };
}
