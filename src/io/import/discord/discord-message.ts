import {
  isWritten,
  type MarkupNames,
  toEmbedsWords,
  toMediaType,
  toPlainWords,
  toReplyTarget,
} from '../../../core/conversation/discord.ts';
import type { Attachment, Message } from '../../../core/conversation/message.ts';
import { toAuthorName, toMessageText, toOneLine } from '../../../core/conversation/text.ts';
import type { DiscordPlace } from './discord-place.ts';
import type { DiscordBody, DiscordRecord, DiscordUser } from './discord-record.ts';

/** Converts one record of an export to a message. */
export function toMessage(record: DiscordRecord, place: DiscordPlace, names: MarkupNames): Message {
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
export function toDisplayName(user: DiscordUser): string {
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
