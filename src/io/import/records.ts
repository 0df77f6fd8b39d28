import { z } from 'zod';
import type { DateOrder } from '../../app/chats-ports.ts';
import type { Message } from '../../core/conversation/message.ts';
import { toOneLine } from '../../core/conversation/text.ts';
import { toCountWords } from '../../core/count-words.ts';
import { UserError } from '../../errors.ts';

export type FormatOptions = {
  readonly zone: string;
  readonly dateOrder?: DateOrder | undefined;
  /** When a transcript begins: an ISO date, with or without a time. */
  readonly start?: string | undefined;
  /** Phone numbers are masked unless this is true. */
  readonly showNumbers?: boolean | undefined;
  /** Makes masks of numbers: secret, the same for all exports of a chat. Default: the beginning of the file, which its readers know. */
  readonly numberKey?: string | undefined;
};

/** A record of a file, or why it could not be read. `place` is "line 17", or "record 17" of a JSON list. */
export type RawRecord = { readonly place: string } & (
  | { readonly value: unknown }
  | { readonly problem: string }
);

export type SkippedRecord = { readonly place: string; readonly reason: string };

type ReadRecords<T> = {
  readonly sound: readonly { readonly value: T; readonly place: string }[];
  readonly unreadable: number;
  readonly notices: readonly string[];
};

/** Checks records one by one; only the bad ones are skipped. */
export function readRecords<T>(
  records: readonly RawRecord[],
  schema: z.ZodType<T>,
  fileName: string,
): ReadRecords<T> {
  const skipped: SkippedRecord[] = [];
  const sound = records.flatMap(record => {
    const { place } = record;
    if ('problem' in record) {
      skipped.push({ place, reason: record.problem });
      return [];
    }
    const { success, data, error } = schema.safeParse(record.value);
    if (success) return [{ value: data, place }];
    const { path = [], message = 'something else' } = error.issues[0] ?? {};
    const found = path.reduce(
      (value: unknown, step) => (typeof value === 'object' && value ? Reflect.get(value, step) : undefined),
      record.value,
    );
    const field = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
    const name = field === '' ? 'it' : `"${field.slice(1)}"`;
    skipped.push({ place, reason: `${name} should be ${message}, but ${toFoundWords(found)}` });
    return [];
  });
  return { sound, unreadable: skipped.length, notices: toSkippedNotices(fileName, skipped) };
}

const namedAtMost = 5;

/** A sentence about each of the first records that were skipped, and a count of the others. */
export function toSkippedNotices(fileName: string, skipped: readonly SkippedRecord[]): readonly string[] {
  const notices = skipped
    .slice(0, namedAtMost)
    .map(({ place, reason }) => `${fileName}, ${place} was skipped: ${reason}.`);
  const more = skipped.length - notices.length;
  return more === 0
    ? notices
    : [...notices, `${fileName}: and ${toCountWords(more, 'more record was', 'more records were')} skipped.`];
}

export function toNoMessages(fileName: string, notices: readonly string[]): UserError {
  const why = notices.slice(0, namedAtMost).join(' ') || 'Export it again with a wider range.';
  return new UserError('no_messages', `${fileName} contains no readable message. ${why}`);
}

function toFoundWords(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'is a list' : 'is an object';
  const text = JSON.stringify(value);
  return `is ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
}

export function toRawRecords(values: readonly unknown[]): readonly RawRecord[] {
  return values.map((value, index) => ({ value, place: `record ${index + 1}` }));
}

export const exampleLine = '{"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}';

export const readable = `exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: ${exampleLine}`;

/** The error for a file in no supported format; `reason` says how that was seen. */
export function toUnknownFormat(fileName: string, reason?: string): UserError {
  const detail = reason === undefined ? '' : `: ${reason}`;
  return new UserError(
    'format_unknown',
    `${fileName} is not a conversation that Footnote can read${detail}. It reads ${readable}`,
  );
}

/** DiscordChatExporter's CSV and plain text, which have no replies, and whose people could not opt out of a document. */
const otherExport = /^(?:"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?|={20,}\r?\nGuild: )/i;

/** Refuses exports that are not JSON, though their app can export JSON. */
export function refuseOtherExport(text: string, fileName: string): void {
  if (!otherExport.test(text.trimStart())) return;
  throw new UserError(
    'format_unknown',
    `${fileName} is not the JSON that Footnote reads. Export the chat again with --format Json.`,
  );
}

/** Far above the limits of Discord (4,000) and WhatsApp (65,536): no person writes a longer message. */
export const maxCharacters = 100_000;

/** A text of a message; its errors complete "should be …". */
export const textField = z
  .string('a text in quotes')
  .max(maxCharacters, `at most ${maxCharacters.toLocaleString('en-US')} characters long`);

/** A value that counts as missing if it is unusable. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);
export const words = optional(textField);

export function toTitle(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/, '');
}

type MessageFields = Pick<Message, 'id' | 'author' | 'time' | 'text'> & {
  readonly [Key in Exclude<keyof Message, 'reactions'>]?: Message[Key] | undefined;
} & {
  readonly reactions?:
    | readonly { readonly name?: string | null | undefined; readonly count: number }[]
    | null
    | undefined;
};

/** A message that was said, with the given fields; those that are undefined are left out, as are reactions of nobody. */
export function createMessage({ reactions, ...fields }: MessageFields): Message {
  const defaults = { kind: 'said', forwarded: false, attachments: [] } as const;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const named = (reactions ?? []).map(({ name, count }) => ({ name: toOneLine(name ?? ''), count }));
  return {
    ...defaults,
    reactions: named.filter(({ name, count }) => name !== '' && count > 0),
    ...(Object.fromEntries(given) as Omit<Message, 'reactions'>),
  };
}
