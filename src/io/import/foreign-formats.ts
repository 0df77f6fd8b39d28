import { UserError } from '../../errors.ts';
import { exampleLine } from './json-lines-record.ts';

/** What Footnote reads, for sentences that refuse something else. */
export const readable = `a DiscordChatExporter export in JSON (--format Json) or JSON Lines, one message a line: ${exampleLine}`;

/** "12/03/2026, 09:14 - ", "[12.03.26, 09:14:33] ", "2026-03-12 9:14 p.m. - ", "[12/3/26 下午9:14:33] " */
const whatsappStart =
  /^[\u200e\u200f]?(?:\[(?=[^\]]{8,40}\])|(?=.{8,40}? [-–] ))\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?,?\s.{0,8}?\d{1,2}[:.]\d{2}/;

const foreignStarts: readonly { readonly start: RegExp; readonly message: string }[] = [
  {
    start: whatsappStart,
    message: `looks like a WhatsApp chat, and WhatsApp exports are not read yet. Footnote reads ${readable}`,
  },
  {
    start: /^<(?:!doctype html|html)/i,
    message: 'is a web page. If DiscordChatExporter wrote it, export the channel again with --format Json.',
  },
  {
    start: /^"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?/i,
    message:
      'is a DiscordChatExporter export in CSV, which lacks replies and addresses: export the channel again with --format Json.',
  },
  {
    start: /^={20,}\r?\nGuild: /,
    message:
      'is a DiscordChatExporter export in plain text, which lacks ids and replies: export the channel again with --format Json.',
  },
];

/** Refuses texts known to be of another format, telling which and what to do. */
export function refuseForeignText(text: string, fileName: string): void {
  const start = text.slice(0, 1_000).trimStart();
  const foreign = foreignStarts.find(format => format.start.test(start));
  if (foreign) throw new UserError('format_unsupported', `${fileName} ${foreign.message}`);
}

/** Refuses what Footnote itself wrote: a summary in JSON, or the pages of one. */
export function refuseOwnOutput(value: object, fileName: string): void {
  const page: unknown = Array.isArray(value) ? value[0] : null;
  const isPages = typeof page === 'object' && page !== null && 'embeds' in page && 'allowed_mentions' in page;
  if (!isPages && !('summary_id' in value && 'reference_index' in value)) return;
  throw new UserError(
    'format_unsupported',
    `${fileName} is a summary that Footnote wrote. Give it the conversation: ${readable}`,
  );
}
