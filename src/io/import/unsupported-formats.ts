import { UserError } from '../../errors.ts';
import { exampleLine } from './formats/json-lines-record.ts';

/** The supported formats, for error messages. */
export const readable = `exports of WhatsApp (.txt or .zip), Telegram (result.json), Slack (.zip or its folder) and DiscordChatExporter (--format Json), transcripts (WebVTT, SubRip, or lines of “Name: text”), Markdown and text files, and JSON Lines with one message per line: ${exampleLine}`;

const foreignStarts: readonly { readonly start: RegExp; readonly message: string }[] = [
  {
    start: /^<!doctype html[\s\S]*<title>Exported Data</i,
    message: 'is a Telegram export as a web page. Export the chat again as “Machine-readable JSON”.',
  },
  {
    start: /^<(?:!doctype html|html)/i,
    message: 'is a web page. If DiscordChatExporter wrote it, export the channel again with --format Json.',
  },
  {
    start: /^"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?/i,
    message:
      'is a DiscordChatExporter export in CSV, which has no replies or links. Export the channel again with --format Json.',
  },
  {
    start: /^={20,}\r?\nGuild: /,
    message:
      'is a DiscordChatExporter export in plain text, which has no ids or replies. Export the channel again with --format Json.',
  },
];

/** The error for a file in no supported format; `reason` says how that was seen. */
export function toUnknownFormat(fileName: string, reason?: string): UserError {
  const detail = reason === undefined ? '' : `: ${reason}`;
  return new UserError(
    'format_unknown',
    `${fileName} is not a conversation that Footnote can read${detail}. It reads ${readable}`,
  );
}

/** Refuses texts in a known foreign format, with its name and what to do. */
export function refuseForeignText(text: string, fileName: string): void {
  const start = text.slice(0, 1_000).trimStart();
  const foreign = foreignStarts.find(format => format.start.test(start));
  if (foreign) throw new UserError('format_unsupported', `${fileName} ${foreign.message}`);
}

/** Refuses Footnote's own output: a summary in JSON, or its pages. */
export function refuseOwnOutput(value: object, fileName: string): void {
  const page: unknown = Array.isArray(value) ? value[0] : null;
  const isPages = typeof page === 'object' && page !== null && 'embeds' in page && 'allowed_mentions' in page;
  if (!isPages && !('summary_id' in value && 'reference_index' in value)) return;
  throw new UserError(
    'format_unsupported',
    `${fileName} is a summary that Footnote wrote. Name the file of the conversation instead: ${readable}`,
  );
}
