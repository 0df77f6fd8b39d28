import type { ReadResult } from '../../app/ports.ts';
import { toCountWords } from '../../core/count-words.ts';
import { UserError } from '../../errors.ts';
import type { FormatOptions } from './format-options.ts';
import { isDiscordExport, readDiscordExport } from './formats/discord.ts';
import { isDocumentName, readDocument } from './formats/document.ts';
import {
  firstLineIsJson,
  hasLineRecord,
  readJsonLines,
  readRecordArray,
  readSingleRecord,
} from './formats/json-lines.ts';
import { isSlackDay, isSlackList, readSlackDay } from './formats/slack.ts';
import { isTelegramExport, listTelegramChats, readTelegram } from './formats/telegram.ts';
import { isSubRip, isWebVtt, readCaptions, readTranscript, readTurns } from './formats/transcript.ts';
import { readWhatsApp } from './formats/whatsapp.ts';
import { beginsLikeWhatsApp } from './formats/whatsapp-lines.ts';
import { findSyntaxProblem, meansJson, parseJson, restoreDigits } from './parse-json.ts';
import { refuseForeignText, refuseOwnOutput, toUnknownFormat } from './unsupported-formats.ts';

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
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (content.trim() === '') throw new UserError('no_messages', `${fileName} is empty.`);
  refuseForeignText(content, fileName);
  if (beginsLikeWhatsApp(content)) return readWhatsApp(content, fileName, options);
  if (isWebVtt(content) || isSubRip(content)) return readCaptions(content, fileName, options);
  let value: unknown;
  try {
    value = parseJson(content);
  } catch {
    return parseText(content, fileName, options) ?? parseLines(content, fileName);
  }
  if (typeof value !== 'object' || value === null) throw toUnknownFormat(fileName);
  return parseValue(value, content, fileName, options);
}

function parseValue(value: object, content: string, fileName: string, options: FormatOptions): ReadResult {
  refuseOwnOutput(value, fileName);
  if (isTelegramExport(value)) return readTelegram(value, content, fileName, options);
  const chats = listTelegramChats(value);
  if (chats) {
    const [only] = chats;
    if (only && chats.length === 1) return readTelegram(only, content, fileName, options);
    throw new UserError(
      'format_unsupported',
      `${fileName} contains ${toCountWords(chats.length, 'Telegram chat', 'Telegram chats')}. Open one chat in Telegram Desktop and export it alone.`,
    );
  }
  if (isSlackDay(value)) return readSlackDay(value, content, fileName);
  if (isSlackList(value)) {
    throw new UserError(
      'format_unsupported',
      `${fileName} is a list in a Slack export and contains no messages. Name the .zip or the folder of the export.`,
    );
  }
  if (isDiscordExport(value)) return readDiscordExport(value, content, fileName);
  const restored = restoreDigits(value, content);
  return Array.isArray(restored)
    ? readRecordArray(restored, content, fileName)
    : readSingleRecord(restored, fileName);
}

/** Reads a transcript or a document; null for JSON and unknown texts. */
function parseText(text: string, fileName: string, options: FormatOptions): ReadResult | null {
  if (meansJson.test(text.trimStart().slice(0, 200))) return null;
  const turns = readTurns(text);
  if (turns) return readTranscript(turns, fileName, options);
  return isDocumentName(fileName) ? readDocument(text, fileName, options) : null;
}

/** Reads a text that is not one JSON value: JSON Lines. */
function parseLines(text: string, fileName: string): ReadResult {
  const start = text.trimStart().charAt(0);
  if (firstLineIsJson(text) || (start !== '[' && hasLineRecord(text))) return readJsonLines(text, fileName);
  if (start === '[' || start === '{') throw toDamaged(text, fileName);
  throw toUnknownFormat(fileName);
}

/** The error for JSON that is cut off or damaged, with the place of its first problem. */
function toDamaged(text: string, fileName: string): UserError {
  const problem = findSyntaxProblem(text);
  const place = problem
    ? ` at line ${problem.line}, column ${problem.column}, where ${problem.expected} is expected`
    : '';
  const kind = problem?.atEnd ? 'is cut off' : 'is damaged';
  return new UserError('file_unreadable', `${fileName} ${kind}${place}. Export it again.`);
}
