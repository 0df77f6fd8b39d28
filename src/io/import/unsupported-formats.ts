import { UserError } from '../../errors.ts';

/** A valid line of JSON Lines. */
export const exampleLine = '{"author": "Mia", "time": "2026-03-09T14:32:00Z", "text": "Friday it is."}';

/** The supported formats, for error messages. */
export const readable = `exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: ${exampleLine}`;

/** The error for a file in no supported format; `reason` says how that was seen. */
export function toUnknownFormat(fileName: string, reason?: string): UserError {
  const detail = reason === undefined ? '' : `: ${reason}`;
  return new UserError(
    'format_unknown',
    `${fileName} is not a conversation that Footnote can read${detail}. It reads ${readable}`,
  );
}

/** Web pages, and DiscordChatExporter's other formats, whose CSV and plain text have no ids or replies. */
const otherExport =
  /^(?:<!doctype html|<html|"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?|={20,}\r?\nGuild: )/i;

/** Refuses exports that are not JSON, though their app can export JSON. */
export function refuseOtherExport(text: string, fileName: string): void {
  if (!otherExport.test(text.slice(0, 1_000).trimStart())) return;
  throw new UserError(
    'format_unsupported',
    `${fileName} is not the JSON that Footnote reads. Export the chat again: with DiscordChatExporter as --format Json, with Telegram as “Machine-readable JSON”.`,
  );
}
