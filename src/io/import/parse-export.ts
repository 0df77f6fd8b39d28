import type { ReadResult } from '../../app/ports.ts';
import { toCountWords } from '../../core/count-words.ts';
import { UserError } from '../../errors.ts';
import { isDiscordExport, readDiscordExport } from './formats/discord.ts';
import { isDocumentName, readDocument } from './formats/document.ts';
import { isJsonLines, readJsonLines, readJsonValue } from './formats/json-lines.ts';
import { isSlackDay, readSlackDay } from './formats/slack.ts';
import { isTelegramExport, listTelegramChats, readTelegram } from './formats/telegram.ts';
import { isCaptions, readCaptions, readTranscript } from './formats/transcript.ts';
import { readWhatsApp } from './formats/whatsapp.ts';
import { beginsLikeWhatsApp } from './formats/whatsapp-lines.ts';
import { findSyntaxProblem, meansJson, parseJson } from './parse-json.ts';
import type { FormatOptions } from './records.ts';
import { refuseOtherExport, toUnknownFormat } from './records.ts';

/**
 * Reads an exported conversation from a text and recognizes its format by its content; only documents are recognized by
 * their name.
 *
 * `fileName` is used in the notices.
 * @throws UserError `format_unknown`, `format_unsupported`, `file_unreadable` (JSON that is cut off or damaged) or
 *   `no_messages`.
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
  const chats = listTelegramChats(value);
  if (chats) {
    const [only] = chats;
    if (only && chats.length === 1) return readTelegram(only, fileName, options);
    throw new UserError(
      'format_unsupported',
      `${fileName} contains ${toCountWords(chats.length, 'Telegram chat', 'Telegram chats')}. Open one chat in Telegram Desktop and export it alone.`,
    );
  }
  if (isSlackDay(value)) return readSlackDay(value, fileName);
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
