import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ImportCounts } from '../../app/chats-ports.ts';
import type { ReadResult } from '../../app/ports.ts';
import { isByPerson, type TimeRange, toEvidence } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { toCountWords } from '../../core/count-words.ts';
import { isDated } from '../../core/time.ts';
import { UserError } from '../../errors.ts';
import {
  type Archive,
  createSizeLimit,
  decodeText,
  isZip,
  readBytes,
  readFolder,
  readZip,
  type SizeLimit,
} from './archive.ts';
import { beginsLikeDiscord, isDiscordExport, readDiscordExport } from './formats/discord.ts';
import { isDocumentName, readDocument } from './formats/document.ts';
import { isJsonLines, readJsonLines, readJsonValue } from './formats/json-lines.ts';
import { isSlackArchive, readSlackArchive } from './formats/slack.ts';
import { hasTelegramChats, isTelegramExport, readTelegram } from './formats/telegram.ts';
import { isCaptions, readCaptions, readTranscript } from './formats/transcript.ts';
import { readWhatsApp } from './formats/whatsapp.ts';
import { beginsLikeWhatsApp } from './formats/whatsapp-lines.ts';
import { findSyntaxProblem, meansJson, parseJson } from './parse-json.ts';
import { type FormatOptions, readable, refuseOtherExport, toUnknownFormat } from './records.ts';

export type ReadOptions = Partial<FormatOptions> & {
  readonly signal?: AbortSignal | undefined;
  readonly megabytes?: number | undefined;
};

/** Reads an exported conversation from a file, a folder or stdin. @throws UserError as `readExport`, or `file_missing`. */
export async function readConversation(
  source: string | Readable,
  { signal, megabytes, zone = 'UTC', ...others }: ReadOptions = {},
): Promise<ReadResult> {
  const limit = createSizeLimit(megabytes);
  const options = { ...others, zone };
  const name = typeof source === 'string' ? basename(source) : 'stdin';
  const isFolder =
    typeof source === 'string' &&
    (await stat(source).then(
      stats => stats.isDirectory(),
      () => false,
    ));
  if (isFolder) return parseArchive(await readFolder(source, limit, signal), name, options);
  const bytes = await readBytes(source, typeof source === 'string' ? source : name, limit, signal);
  return readExport(bytes, name, { ...options, limit, signal });
}

/**
 * Reads an exported chat from the bytes of a file, whose format it recognizes by the content.
 * @throws UserError with the file's name and what to do.
 */
export async function readExport(
  bytes: Buffer,
  fileName: string,
  options: FormatOptions & { readonly limit?: SizeLimit; readonly signal?: AbortSignal | undefined },
): Promise<ReadResult> {
  const { limit = createSizeLimit(), signal } = options;
  if (!isZip(bytes)) return parseBytes(bytes, fileName, options);
  return parseArchive(await readZip(bytes, fileName, limit, signal), fileName, options);
}

function parseBytes(bytes: Buffer, fileName: string, options: FormatOptions): ReadResult {
  const { text, notices } = decodeText(bytes, fileName);
  const result = parseExport(text, fileName, options);
  return { ...result, notices: [...result.notices, ...notices] };
}

/** Counts the messages of a conversation and those that a summary would leave out. */
export function countImported(conversation: Conversation, window: TimeRange = {}): ImportCounts {
  const { messages, omitted } = toEvidence(conversation, window);
  const times = messages
    .map(({ time }) => time)
    .filter(isDated)
    .sort();
  return {
    messages: messages.length,
    people: new Set(messages.filter(isByPerson).map(({ author }) => author.id)).size,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    omitted,
    attachments: messages.reduce((sum, { attachments }) => sum + attachments.length, 0),
    edited: messages.filter(({ editedTime }) => editedTime !== undefined).length,
    forwarded: messages.filter(({ forwarded }) => forwarded).length,
  };
}

/** Names that apps give to the one file with the messages; the archive's own name says more. */
const usualName = /(?:^|\/)(?:_chat\.txt|result\.json)$/;

/** Reads the conversation in an archive: a Slack export, or the one file that holds messages beside media. */
function parseArchive(archive: Archive, fileName: string, options: FormatOptions): ReadResult {
  if (isSlackArchive(archive)) return readSlackArchive(archive, fileName);
  const { names, texts } = archive;
  const all = [...texts];
  const usual = all.filter(([name]) => usualName.test(name));
  const isChat = (bytes: Buffer) => {
    const start = bytes.subarray(0, 8_192).toString('utf8');
    return beginsLikeWhatsApp(start) || beginsLikeDiscord(start);
  };
  const chats = all.filter(([, bytes]) => isChat(bytes));
  const [found] = [usual, all, chats].find(({ length }) => length === 1) ?? [];
  if (found) {
    const [name, bytes] = found;
    return parseBytes(bytes, usualName.test(name) ? fileName : basename(name), options);
  }
  const files = toCountWords(names.length, 'file', 'files');
  const which =
    texts.size > 1
      ? 'several of them may be the conversation. Name one of them'
      : 'none of them is a conversation';
  throw new UserError(
    'format_unknown',
    `${fileName} contains ${files}, and ${which}. Footnote reads ${readable}`,
  );
}

/**
 * Reads an export from a text, recognized by its content; only documents by `fileName`.
 * @throws UserError `format_unknown`, `file_unreadable` (JSON that is damaged) or `no_messages`.
 */
export function parseExport(
  text: string,
  fileName: string,
  options: FormatOptions = { zone: 'UTC' },
): ReadResult {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') throw new UserError('no_messages', `${fileName} is empty.`);
  refuseOtherExport(content, fileName);
  if (beginsLikeWhatsApp(content)) return readWhatsApp(content, fileName, options);
  if (isCaptions(content)) return readCaptions(content, fileName, options);
  let value: unknown;
  try {
    value = parseJson(content);
  } catch {
    return parseText(content, fileName, options);
  }
  if (typeof value !== 'object' || value === null) throw toUnknownFormat(fileName);
  return parseValue(value, fileName, options);
}

function parseValue(value: object, fileName: string, options: FormatOptions): ReadResult {
  if (isTelegramExport(value)) return readTelegram(value, fileName, options);
  if (hasTelegramChats(value))
    throw new UserError(
      'format_unknown',
      `${fileName} contains all chats of Telegram. Open one chat in Telegram Desktop and export it alone.`,
    );
  return isDiscordExport(value) ? readDiscordExport(value, fileName) : readJsonValue(value, fileName);
}

/** Reads a text that is not one JSON value: a transcript, a document or JSON Lines. */
function parseText(text: string, fileName: string, options: FormatOptions): ReadResult {
  if (!meansJson.test(text.trimStart().slice(0, 200))) {
    const transcript = readTranscript(text, fileName, options);
    if (transcript) return transcript;
    if (isDocumentName(fileName)) return readDocument(text, fileName, options);
  }
  if (isJsonLines(text)) return readJsonLines(text, fileName);
  if (!/^\s*[[{]/.test(text)) throw toUnknownFormat(fileName);
  const problem = findSyntaxProblem(text);
  const place = problem ? ` at line ${problem.line}, column ${problem.column}` : '';
  throw new UserError(
    'file_unreadable',
    `${fileName} is ${problem?.atEnd ? 'cut off' : 'damaged'}${place}. Export it again.`,
  );
}
