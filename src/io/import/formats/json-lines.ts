import { z } from 'zod';
import type { ReadResult } from '../../../app/ports.ts';
import { toMediaType } from '../../../core/conversation/discord.ts';
import type { Attachment, Message } from '../../../core/conversation/message.ts';
import { withoutSpoilerMarks } from '../../../core/conversation/spoilers.ts';
import { toAuthorName, toMessageText, toOneLine } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import { parseJson } from '../parse-json.ts';
import {
  createMessage,
  exampleLine,
  type RawRecord,
  readRecords,
  textField,
  toNoMessages,
  toRawRecords,
  toTitle,
  toUnknownFormat,
} from '../records.ts';
import { instantField } from '../times.ts';

const idExpectation = 'a text or a whole number';
const id = z.union([z.string().min(1), z.int()], idExpectation).transform(String);
const filledText = (expected: string) => z.string(expected).regex(/\S/, expected);
const flag = z.boolean('true or false').nullish();

const author = z.union(
  [
    filledText('').transform(name => ({ id: null, name, bot: null })),
    z.object({ id: id.nullish(), name: filledText(''), bot: flag }),
  ],
  'a name, or an object with a "name"',
);

const timeExpectation = 'an ISO date such as "2026-03-09T14:32:00Z" or a Unix time';
const time = instantField(z.union([z.string(), z.number()], timeExpectation), timeExpectation);

const attachment = z.union(
  [
    z.string().transform(name => ({ name, type: null })),
    z.object({ name: filledText('a file name'), type: z.string().nullish() }),
  ],
  'a file name, or an object with a "name"',
);

const count = z.int('a whole number').nonnegative('a whole number');
const reactions = z.union(
  [
    z
      .record(z.string(), count)
      .transform(counts => Object.entries(counts).map(([name, count]) => ({ name, count }))),
    z.array(z.object({ name: filledText('an emoji'), count })),
  ],
  'counts by emoji such as {"👍": 2}, or a list of {"name", "count"}',
);

const place = z
  .union(
    [id.transform(name => ({ id: name, title: name })), z.object({ id, title: z.string().nullish() })],
    'a name, or an object with "id" and "title"',
  )
  .transform(({ id, title }) => ({ id, title: toOneLine(title || id) }));

const jsonLinesRecord = z.object(
  {
    author,
    time,
    text: textField,
    id: id.nullish(),
    reply_to: id.nullish(),
    author_id: id.nullish(),
    bot: flag,
    edited: z.union([z.boolean(), time], `true, false or ${timeExpectation}`).nullish(),
    url: z.unknown().transform(toWebAddress).optional(),
    attachments: z.array(attachment, 'a list').nullish(),
    reactions: reactions.nullish(),
    channel: place.nullish(),
    thread: place.nullish(),
  },
  'an object with "author", "time" and "text"',
);

type JsonLinesRecord = z.infer<typeof jsonLinesRecord>;

/** Whether a text is not one JSON value, but has one on its first line, or an object on a later one. */
export function isJsonLines(text: string): boolean {
  const isJson = (line: string) => {
    try {
      parseJson(line);
      return true;
    } catch {
      return false;
    }
  };
  const lines = text.split('\n').filter(line => line.trim() !== '');
  if (isJson(lines[0] ?? '')) return true;
  return !/^\s*\[/.test(text) && lines.some(line => /^\s*\{.*\}\s*$/.test(line) && isJson(line));
}

/** Reads a text with one record per line; refuses it if most lines are not JSON. */
export function readJsonLines(text: string, fileName: string): ReadResult {
  const records = text.split('\n').flatMap((source, index): RawRecord | [] => {
    const place = `line ${index + 1}`;
    if (source.trim() === '') return [];
    try {
      return { place, value: parseJson(source) };
    } catch {
      return { place, problem: 'it is not valid JSON' };
    }
  });
  const foreign = records.filter(record => 'problem' in record).length;
  if (foreign * 2 > records.length) {
    const lines = toCountWords(records.length, 'line', 'lines');
    throw toUnknownFormat(fileName, `${foreign.toLocaleString('en-US')} of its ${lines} are not JSON`);
  }
  return toResult(records, fileName);
}

export function readJsonValue(value: object, fileName: string): ReadResult {
  const records = Array.isArray(value) ? toRawRecords(value) : [{ value, place: 'line 1' }];
  return toResult(records, fileName);
}

function toResult(records: readonly RawRecord[], fileName: string): ReadResult {
  const { sound, unreadable, notices } = readRecords(records, jsonLinesRecord, fileName);
  if (sound.length === 0) {
    const { code, message } = toNoMessages(fileName, notices);
    throw new UserError(code, `${message} A message looks like this: ${exampleLine}`);
  }
  const messages = sound.map(({ value, place }) => toMessage(value, value.id ?? place.replace(' ', '-')));
  const channelIds = [...new Set(messages.flatMap(({ channel }) => channel?.id ?? []))];
  const [zoneless, ...more] = sound.filter(({ value }) => !value.time.zoned);
  const times = toCountWords(more.length + 1, 'time', 'times');
  const notice = `${fileName}: ${times} without a zone read as UTC, the first is ${zoneless?.place}.`;
  const source = { type: 'json_lines', title: toTitle(fileName), channelIds } as const;
  return {
    conversation: { source, messages, unreadable },
    notices: zoneless ? [...notices, notice] : notices,
  };
}

function toMessage(record: JsonLinesRecord, messageId: string): Message {
  const { edited, author: by } = record;
  const attachments = (record.attachments ?? []).map(toAttachment);
  const name = toAuthorName(by.name);
  return createMessage({
    id: messageId,
    author: { id: record.author_id ?? by.id ?? toOneLine(name), name, bot: record.bot ?? by.bot ?? false },
    time: record.time.iso,
    editedTime: edited === true ? record.time.iso : edited ? edited.iso : undefined,
    text: toMessageText(withoutSpoilerMarks(record.text), { attachments }),
    replyTo: record.reply_to ?? undefined,
    channel: record.channel ?? undefined,
    thread: record.thread ?? undefined,
    attachments,
    reactions: record.reactions,
    url: record.url ?? undefined,
  });
}

function toWebAddress(url: unknown): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

function toAttachment({ name: given, type }: z.infer<typeof attachment>): Attachment {
  const address = toWebAddress(given);
  const name = toOneLine((address && new URL(address).pathname.split('/').at(-1)) || given);
  return { name, type: type || toMediaType(name) };
}
