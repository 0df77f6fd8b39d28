import { UserError } from '../../errors.ts';
import { exampleLine } from './json-lines/json-lines-record.ts';

/** The supported formats, for error messages. */
export const readable = `a DiscordChatExporter export in JSON (--format Json), or JSON Lines with one message per line: ${exampleLine}`;

/** The sentence after the file's name for another app's export: "is a Slack export, which …". */
export function toUnsupportedSentence(app: 'Slack' | 'Telegram' | 'WhatsApp'): string {
  return `is a ${app} export, which is not supported yet. Footnote reads ${readable}`;
}

/** "12/03/2026, 09:14 - ", "[12.03.26, 09:14:33] ", "2026-03-12 9:14 p.m. - ", "[12/3/26 下午9:14:33] " */
const whatsappStart =
  /^[\u200e\u200f]?(?:\[(?=[^\]]{8,40}\])|(?=.{8,40}? [-–] ))\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?,?\s.{0,8}?\d{1,2}[:.]\d{2}/;

const telegramTypes = 'personal_chat|bot_chat|saved_messages|(?:private|public)_(?:group|supergroup|channel)';
/** Telegram Desktop writes name and type before the messages; an export of all chats starts with "about". */
const telegramStart = new RegExp(
  `^\\{(?:(?:[^"[{]|"(?:[^"\\\\]|\\\\.)*")*"type":\\s*"(?:${telegramTypes})"|\\s*"about":\\s*"Here is the data you requested)`,
);

const foreignStarts: readonly { readonly start: RegExp; readonly message: string }[] = [
  {
    start: whatsappStart,
    message: toUnsupportedSentence('WhatsApp'),
  },
  { start: telegramStart, message: toUnsupportedSentence('Telegram') },
  {
    start: /^<!doctype html[\s\S]*<title>Exported Data</i,
    message: toUnsupportedSentence('Telegram'),
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

/** Refuses a parsed file of a Slack export: the messages of a day, or a list of users or channels. */
export function refuseSlack(value: object, fileName: string): void {
  const first: unknown = Array.isArray(value) ? value[0] : null;
  if (typeof first !== 'object' || first === null || !isSlack(first)) return;
  throw new UserError('format_unsupported', `${fileName} ${toUnsupportedSentence('Slack')}`);
}

function isSlack(first: object): boolean {
  const isMessage = 'ts' in first && typeof first.ts === 'string' && /^\d{10}\.\d{6}$/.test(first.ts);
  const isUser = 'team_id' in first && 'profile' in first;
  const isChannel = 'creator' in first && 'members' in first;
  return isMessage || isUser || isChannel;
}
