import type { ReadResult } from '../../app/ports.ts';
import { UserError } from '../../errors.ts';
import {
  beginsLikeDiscordExport,
  isDiscordExport,
  readDamagedDiscordExport,
  readDiscordExport,
} from './discord/discord-export.ts';
import { restoreDigits } from './json/parse-json.ts';
import {
  readDamagedRecords,
  readJsonLines,
  readRecordArray,
  readSingleRecord,
} from './json-lines/json-lines.ts';
import { firstLineIsJson, holdsLineRecord } from './json-lines/line-records.ts';
import { readable, refuseForeignText, refuseOwnOutput, refuseSlack } from './unsupported-formats.ts';

/**
 * Reads an exported conversation from the text of a file. It recognizes the format by the content: a
 * DiscordChatExporter JSON export, JSON Lines, or one JSON list of such records.
 *
 * The readable part of a damaged file is read; `fileName` is used in the notices.
 * @throws UserError `format_unknown`, `format_unsupported` or `no_messages`.
 */
export function parseExport(text: string, fileName: string): ReadResult {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (content.trim() === '') throw new UserError('no_messages', `${fileName} is empty.`);
  refuseForeignText(content, fileName);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return parseBroken(content, fileName);
  }
  if (typeof value !== 'object' || value === null) throw toUnknownFormat(fileName);
  refuseOwnOutput(value, fileName);
  refuseSlack(value, fileName);
  if (isDiscordExport(value)) return readDiscordExport(value, content, fileName);
  const restored = restoreDigits(value, content);
  return Array.isArray(restored)
    ? readRecordArray(restored, content, fileName)
    : readSingleRecord(restored, fileName);
}

/** Reads a text that is not one JSON value: JSON Lines, or the readable part of a damaged file. */
function parseBroken(text: string, fileName: string): ReadResult {
  if (firstLineIsJson(text)) return readJsonLines(text, fileName);
  if (beginsLikeDiscordExport(text)) return readDamagedDiscordExport(text, fileName);
  const start = text.trimStart().charAt(0);
  if (start !== '[' && holdsLineRecord(text)) return readJsonLines(text, fileName);
  if (start === '[' || start === '{') return readDamagedRecords(text, fileName);
  throw toUnknownFormat(fileName);
}

function toUnknownFormat(fileName: string): UserError {
  return new UserError(
    'format_unknown',
    `${fileName} is not a conversation that Footnote can read. It reads ${readable}`,
  );
}
