import { z } from 'zod';
import type { ReadResult } from '../../../app/ports.ts';
import { toMediaType } from '../../../core/conversation/discord.ts';
import type { Attachment, Message } from '../../../core/conversation/message.ts';
import { hideText, withoutSpoilerMarks } from '../../../core/conversation/spoilers.ts';
import {
  type MessageExtras,
  toAuthorName,
  toMessageText,
  toOneLine,
} from '../../../core/conversation/text.ts';
import { createNumberMask } from '../phone-numbers.ts';
import type { FormatOptions } from '../records.ts';
import {
  createMessage,
  optional,
  readRecords,
  textField,
  toNoMessages,
  toRawRecords,
  toTitle,
  words,
} from '../records.ts';
import { createZoneReader, instantField, parseInstant } from '../times.ts';

type TelegramExport = { readonly messages: readonly unknown[] };

export function isTelegramExport(value: object): value is TelegramExport {
  return 'messages' in value && Array.isArray(value.messages) && telegramHeader.safeParse(value).success;
}

/** Whether a file is an export of all chats. */
export function hasTelegramChats(value: object): boolean {
  return 'chats' in value && typeof value.chats === 'object' && value.chats !== null && 'list' in value.chats;
}

export function readTelegram(
  value: TelegramExport,
  fileName: string,
  { zone, showNumbers, numberKey }: FormatOptions,
): ReadResult {
  const records = toRawRecords(value.messages);
  const { sound, unreadable, notices } = readRecords(records, telegramRecord, fileName);
  const [first] = sound;
  if (!first) throw toNoMessages(fileName, notices);
  const readZone = createZoneReader(zone);
  const { name } = telegramHeader.parse(value);
  const toShown =
    showNumbers === true
      ? (source: string) => source
      : createNumberMask(numberKey ?? `${first.value.id} ${first.value.date.iso}`);
  const title = toShown(toOneLine(name ?? '')) || toShown(toTitle(fileName));
  const messages = sound.map(({ value: record }) => toMessage(record, readZone, toShown));
  const source = { type: 'telegram', title, channelIds: [] } as const;
  return { conversation: { source, messages, unreadable }, notices };
}

function toMessage(
  record: TelegramRecord,
  readZone: (localMs: number) => string,
  toShown: (text: string) => string,
): Message {
  const { date, date_unixtime: unix, edited, poll, sticker_emoji: sticker } = record;
  // Older exports have only the time of the machine that wrote them.
  const toTime = (iso: string) => (date.zoned ? iso : readZone(Date.parse(iso)));
  const attachments = toAttachments(record);
  const forwarded = Boolean(record.forwarded_from) || Boolean(record.saved_from);
  const said = toShown(record.text ?? '');
  const extras: MessageExtras = {
    ...(forwarded && { forwarded: said }),
    attachments,
    voice: record.media_type === 'voice_message',
    stickers: record.media_type === 'sticker' ? [sticker ?? ''] : [],
    ...(poll && {
      poll: {
        question: toShown(poll.question),
        answers: poll.answers.map(({ text, voters }) => ({
          text: toShown(text),
          ...(voters !== null && voters !== undefined && { votes: voters }),
        })),
      },
    }),
  };
  const author = toShown(toAuthorName(record.from ?? record.actor ?? ''));
  return createMessage({
    id: record.id,
    kind: record.type === 'message' ? 'said' : 'system',
    author: { id: record.from_id ?? author, name: author || 'Deleted account', bot: Boolean(record.via_bot) },
    time: (unix && parseInstant(Number(unix))?.iso) || toTime(date.iso),
    editedTime: edited ? toTime(edited.iso) : undefined,
    text: toMessageText(forwarded ? '' : said, extras),
    forwarded,
    replyTo: (!record.reply_to_peer_id && record.reply_to_message_id) || undefined,
    attachments,
    reactions: record.reactions?.map(({ emoji: name, count }) => ({ name, count })),
  });
}

/** "(File not included. Change data exporting settings to download.)" is the name of files that were not exported. */
function toAttachments({
  photo,
  file,
  file_name: name,
  media_type: type,
}: TelegramRecord): readonly Attachment[] {
  if (type === 'sticker' || type === 'voice_message') return [];
  const path = photo ?? name ?? file;
  if (!path) return [];
  const isLeftOut = path.startsWith('(');
  const shown = isLeftOut ? null : toOneLine(path.split('/').at(-1) ?? '') || 'file';
  return [{ name: shown, type: photo ? 'image/*' : toMediaType(shown ?? '') }];
}

// The layout of result.json, as Telegram Desktop writes it; fields that no message needs are left out.

const id = z.union([z.int(), z.string().min(1)], 'a number').transform(String);
const time = instantField(textField, 'a time such as "2026-03-09T14:32:00"');
/** Text is a string, or a list of strings and of objects for links, mentions and styles. */
const text = z
  .union(
    [z.string(), z.array(z.union([z.string(), z.object({ text: z.string() }).loose()]))],
    'a text or a list',
  )
  .transform(value =>
    typeof value === 'string'
      ? withoutSpoilerMarks(value)
      : value.map(part => (typeof part === 'string' ? withoutSpoilerMarks(part) : toPart(part))).join(''),
  )
  .pipe(textField);

/** A link behind words is written out, and a spoiler marked, as in messages of other sources. */
function toPart(part: { readonly text: string; readonly [key: string]: unknown }): string {
  const { href, type } = part;
  if (type === 'spoiler') return part.text.trim() === '' ? part.text : hideText(part.text);
  const text = withoutSpoilerMarks(part.text);
  return type === 'text_link' && typeof href === 'string' ? `${text} (${href})` : text;
}

const telegramRecord = z.object(
  {
    id,
    type: z.string('"message" or "service"'),
    date: time,
    date_unixtime: optional(z.string().regex(/^\d{1,12}$/)),
    edited: time.nullish().catch(null),
    from: words,
    from_id: words,
    actor: words,
    text: text.nullish(),
    reply_to_message_id: optional(id),
    /** Names another chat, in which the answered message is. */
    reply_to_peer_id: z.unknown().optional(),
    forwarded_from: z.unknown().optional(),
    saved_from: z.unknown().optional(),
    via_bot: words,
    file: words,
    file_name: words,
    photo: words,
    media_type: words,
    sticker_emoji: words,
    poll: optional(
      z.object({
        question: textField,
        answers: z.array(z.object({ text: textField, voters: optional(z.int()) })),
      }),
    ),
    reactions: optional(z.array(z.object({ emoji: words, count: z.int() }))),
  },
  'an object with "id", "type" and "date"',
);

type TelegramRecord = z.infer<typeof telegramRecord>;

const types = 'personal_chat|bot_chat|saved_messages|(?:private|public)_(?:group|supergroup|channel)';

const telegramHeader = z.object({
  name: optional(z.string()),
  type: z.string().regex(new RegExp(`^(?:${types})$`)),
  id: optional(id),
});
