import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import { toMediaType } from '../../../core/conversation/discord/media-type.ts';
import type { Attachment, Author, Message } from '../../../core/conversation/message.ts';
import { toAuthorName, toOneLine } from '../../../core/conversation/names.ts';
import { withoutSpoilerMarks } from '../../../core/conversation/spoilers.ts';
import { toMessageText } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import { findSyntaxProblem, parseJson, parseKeepingDigits } from '../parse-json.ts';
import {
  checkRecords,
  type RawRecord,
  toRawRecords,
  toSkippedNotices,
  toTitle,
  type ValidRecord,
} from '../records.ts';
import { toUnknownFormat } from '../unsupported-formats.ts';
import {
  exampleLine,
  explain,
  isConversation,
  isLikeMessage,
  type JsonLinesRecord,
  jsonLinesRecord,
} from './json-lines-record.ts';

/** Reads a text with one record per line; refuses it if most lines are not JSON. */
export function readJsonLines(text: string, fileName: string): ReadResult {
  const records = [...toLineRecords(text)];
  const foreign = records.filter(record => 'problem' in record).length;
  if (foreign * 2 > records.length) {
    const lines = toCountWords(records.length, 'line', 'lines');
    throw toUnknownFormat(fileName, `${foreign.toLocaleString('en-US')} of its ${lines} are not JSON`);
  }
  return toResult(records, fileName);
}

/** Reads the records of a JSON list. */
export function readRecordArray(values: readonly unknown[], text: string, fileName: string): ReadResult {
  return toResult(toRawRecords(values, text, 'root'), fileName);
}

/** Reads a file with a single record. */
export function readSingleRecord(value: unknown, fileName: string): ReadResult {
  return toResult([{ value, line: () => 1 }], fileName);
}

function toResult(records: readonly RawRecord[], fileName: string): ReadResult {
  const { sound, skipped } = checkRecords(records, jsonLinesRecord, explain);
  const notices = toSkippedNotices(fileName, skipped);
  if (sound.length === 0) {
    refuseConversations(records, fileName);
    if (records.length > 0 && records.every(record => 'value' in record && !isLikeMessage(record.value)))
      throw toUnknownFormat(fileName);
    const reason = notices.join(' ') || 'The list is empty.';
    throw new UserError(
      'no_messages',
      `${fileName} contains no readable message. ${reason} A message looks like this: ${exampleLine}`,
    );
  }
  const toLineId = createLineIds();
  const messages = sound.map(({ value, line }) => toMessage(value, () => toLineId(line())));
  return {
    conversation: {
      source: {
        type: 'json_lines',
        title: toTitle(fileName),
        channelIds: [...new Set(messages.flatMap(({ channel }) => channel?.id ?? []))],
      },
      messages,
      unreadable: skipped.length,
    },
    notices: [...notices, ...toRemarks(sound, fileName)],
  };
}

/** Ids of records without one: "line-3", and "line-3-2" for the second record on that line. */
function createLineIds(): (line: number) => string {
  const counts = new Map<number, number>();
  return line => {
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    return count === 1 ? `line-${line}` : `line-${line}-${count}`;
  };
}

function refuseConversations(records: readonly RawRecord[], fileName: string): void {
  if (!records.some(record => 'value' in record && isConversation(record.value))) return;
  throw new UserError(
    'format_unsupported',
    `${fileName} contains several conversations, each with its own "messages". Footnote reads one conversation per file, with one message per line: ${exampleLine}`,
  );
}

/** Notices about values that were interpreted; no record was lost. */
function toRemarks(sound: readonly ValidRecord<JsonLinesRecord>[], fileName: string): readonly ReadNotice[] {
  const remarks: ReadNotice[] = [];
  const zoneless = sound.filter(({ value }) => !value.time.zoned);
  if (zoneless.length > 0) {
    const times = toCountWords(zoneless.length, 'time names', 'times name');
    remarks.push(
      `${fileName}: ${times} no zone and ${zoneless.length === 1 ? 'is' : 'are'} read as UTC, first on line ${zoneless[0]?.line()}.`,
    );
  }
  const unopenable = sound.filter(({ value }) => hasBadAddress(value));
  if (unopenable.length > 0) {
    const addresses = toCountWords(unopenable.length, 'address is', 'addresses are');
    remarks.push(
      `${fileName}: ${addresses} left out for not beginning with http:// or https://, first on line ${unopenable[0]?.line()}.`,
    );
  }
  return remarks;
}

/** Converts one record to a message; `toId` gives the id of a record without one. */
function toMessage(record: JsonLinesRecord, toId: () => string): Message {
  const attachments = (record.attachments ?? []).map(toAttachment);
  const url = toWebAddress(record.url);
  const { edited, reply_to: replyTo, channel, thread } = record;
  const editedTime = edited === true ? record.time.iso : edited ? edited.iso : undefined;
  return {
    id: record.id ?? toId(),
    kind: 'said',
    author: toAuthor(record),
    time: record.time.iso,
    ...(editedTime ? { editedTime } : {}),
    text: toMessageText(withoutSpoilerMarks(record.text), { attachments }),
    forwarded: false,
    ...(replyTo ? { replyTo } : {}),
    ...(channel ? { channel: { id: channel.id, title: toOneLine(channel.title) } } : {}),
    ...(thread ? { thread: { id: thread.id, title: toOneLine(thread.title) } } : {}),
    attachments,
    reactions: (record.reactions ?? [])
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => ({ name: toOneLine(name), count })),
    ...(url ? { url } : {}),
  };
}

/** Whether the address of a record is unsafe to open. */
function hasBadAddress(record: JsonLinesRecord): boolean {
  const { url } = record;
  return url !== undefined && url !== null && url !== '' && toWebAddress(url) === null;
}

function toWebAddress(url: unknown): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

function toAuthor({ author, author_id, bot }: JsonLinesRecord): Author {
  const name = toAuthorName(author.name);
  return { id: author_id ?? author.id ?? toOneLine(name), name, bot: bot ?? author.bot ?? false };
}

/** A file given by its address gets the address's last part as its name. */
function toAttachment(attachment: {
  readonly name: string;
  readonly type?: string | null | undefined;
}): Attachment {
  const address = URL.parse(attachment.name);
  const last = address && /^https?:$/.test(address.protocol) ? address.pathname.split('/').at(-1) : undefined;
  const name = toOneLine(last || attachment.name);
  return { name, type: attachment.type || toMediaType(name) };
}

/** Whether a line of the text is a JSON object. */
export function hasLineRecord(text: string): boolean {
  for (const { source } of linesOf(text)) {
    const line = source.trim();
    if (line.startsWith('{') && line.endsWith('}') && isJson(line)) return true;
  }
  return false;
}

/** Whether the first line that is not blank is JSON. */
export function firstLineIsJson(text: string): boolean {
  for (const { source } of linesOf(text)) if (source.trim() !== '') return isJson(source);
  return false;
}

function isJson(source: string): boolean {
  try {
    parseJson(source);
    return true;
  } catch {
    return false;
  }
}

function* linesOf(text: string): Generator<{ readonly source: string; readonly line: number }> {
  let start = 0;
  for (let line = 1; start <= text.length; line++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    yield { source: text.slice(start, end), line };
    start = end + 1;
  }
}

/** The records of a text with one record per line; blank lines are skipped. */
function* toLineRecords(text: string): Generator<RawRecord> {
  for (const { source, line } of linesOf(text)) {
    if (source.trim() === '') continue;
    try {
      yield { line: () => line, value: parseKeepingDigits(source) };
    } catch {
      yield { line: () => line, problem: notJson, place: toPlace(source) };
    }
  }
}

const notJson = 'it is not valid JSON';

function toPlace(source: string): string {
  const problem = findSyntaxProblem(source);
  return problem ? `, ${problem.expected} is expected at column ${problem.column}` : '';
}
