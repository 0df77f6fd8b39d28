import { hash } from 'node:crypto';
import { parseString } from 'whatsapp-chat-parser';
import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import { toMediaType } from '../../../core/conversation/discord/media-type.ts';
import type { Attachment, Message } from '../../../core/conversation/message.ts';
import { toAuthorName, toOneLine } from '../../../core/conversation/names.ts';
import { toMessageText } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import type { FormatOptions } from '../format-options.ts';
import { createNumberMask, withoutDirectionMarks } from '../phone-numbers.ts';
import { maxCharacters, type SkippedRecord, toSkippedNotices, toTitle } from '../records.ts';
import { createZoneReader } from '../times.ts';
import { findDateOrder, type Head, refuseUnknownPeriods, toChatLines, toLocalMs } from './whatsapp-lines.ts';
import { toChatText } from './whatsapp-placeholders.ts';

/**
 * Reads a chat that WhatsApp exported as text.
 *
 * Ids are made of a message's author, time and text, and of how many messages before it are the same. A later and longer
 * export of the same chat therefore gives the same ids.
 *
 * @throws UserError `dates_ambiguous` if its dates fit several orders, `format_unknown` if none, `no_messages` if it has no message.
 */
export function readWhatsApp(
  text: string,
  fileName: string,
  { zone, dateOrder, showNumbers, numberKey }: FormatOptions,
): ReadResult {
  const { heads, preamble } = toChatLines(text);
  if (heads.length === 0) throw new UserError('no_messages', `${fileName} contains no WhatsApp message.`);
  const order = dateOrder ?? findDateOrder(heads, fileName);
  refuseUnknownPeriods(heads, fileName);
  const readZone = createZoneReader(zone);
  const toMasked = createNumberMask(numberKey ?? text.slice(0, text.search(/[\n\r]|$/u)));
  const toShown = (masked: string, source: string) => (showNumbers === true ? source : masked);
  const toId = createIds();
  const messages: Message[] = [];
  const skipped: SkippedRecord[] = [];
  let time: string | undefined;
  for (const [index, { author, text: body }] of splitAuthors(heads).entries()) {
    const head = heads[index];
    if (!head) continue;
    const line = () => head.line;
    const localMs = toLocalMs(head, order);
    if (localMs === null) {
      const shown = head.date.join(head.separator);
      skipped.push({ line, sort: 'date', reason: `there is no ${shown}, ${head.hour}:${head.minute}` });
      continue;
    }
    if (body.length > maxCharacters) {
      const limit = maxCharacters.toLocaleString('en-US');
      skipped.push({ line, sort: 'length', reason: `it has more than ${limit} characters` });
      continue;
    }
    time = readZone(localMs, time);
    const said = toChatText(body);
    const name = toName(author ?? '');
    const maskedName = toMasked(name);
    const maskedText = toMasked(said.text);
    const isSystem = author === null || isNotice(author, body, said.file !== null || said.isDeleted);
    const attachments = said.file ? [toAttachment(said.file.name, said.file.type)] : [];
    messages.push({
      id: toId([maskedName, String(localMs), toMasked(body)]),
      kind: isSystem ? 'system' : 'said',
      author: { id: isSystem ? '' : maskedName, name: toShown(maskedName, name), bot: false },
      time,
      ...(said.isEdited && { editedTime: time }),
      text: toMessageText(toShown(maskedText, said.text), { attachments }),
      forwarded: false,
      attachments,
      reactions: [],
    });
  }
  const notices: ReadNotice[] = [...toSkippedNotices(fileName, skipped)];
  if (preamble > 0) {
    const lines = toCountWords(preamble, 'line comes', 'lines come');
    notices.push(`${fileName}: ${lines} before the first message and cannot be read.`);
  }
  const title = toOneLine(toTitle(fileName));
  return {
    conversation: {
      source: { type: 'whatsapp', title: toShown(toMasked(title), title), channelIds: [] },
      messages,
      unreadable: skipped.length + preamble,
    },
    notices,
  };
}

/** A date that both the parser and every zone have; times are read from the lines themselves. */
const anyDate = '2000-01-01, 00:00:00 - ';

type Split = { readonly author: string | null; readonly text: string };

/**
 * Lets the parser tell author and text apart. It gets one line of each message and all with the same date, because it
 * reads times in the machine's zone, guesses the order of dates, and does not know the halves of a day in all languages.
 */
function splitAuthors(heads: readonly Head[]): readonly Split[] {
  const first = heads.map(({ rest }) => `${anyDate}${rest.trim() === '' ? '-' : rest}`).join('\n');
  const parsed = parseString(first, { daysFirst: false });
  if (parsed.length !== heads.length) throw new TypeError('the parser lost a message');
  return heads.map(({ rest, more }, index) => {
    const { author = null, message = '' } = parsed[index] ?? {};
    const isName = author !== null && !inQuotes.test(author);
    const own = isName ? message : rest;
    return { author: isName ? author : null, text: [own, ...more].join('\n').trimEnd() };
  });
}

/** "Mia created group “Trip: Rome" has a colon but no author: the quotation marks enclose a group's name. */
const inQuotes = /["“”«»「]/u;

/**
 * Whether WhatsApp wrote it: on iOS, such a line has a name, and a mark of writing direction in front of its text. Polls
 * and places have one too, and a colon.
 */
function isNotice(author: string, body: string, isPlaceholder: boolean): boolean {
  return (
    /^[\u200e\u200f]/.test(body) && !isPlaceholder && !/^[^"“”«»「\n]*[:：]/u.test(body) && author !== ''
  );
}

/** People who are no contacts have a tilde before the name. */
function toName(author: string): string {
  return toAuthorName(withoutDirectionMarks(author).replace(/^~\s*/u, ''));
}

function toAttachment(name: string | null, type: string | null): Attachment {
  const shown = name === null ? null : toOneLine(name);
  return { name: shown, type: type ?? toMediaType(shown ?? '') };
}

/** Creates ids from the content of messages. */
function createIds(): (parts: readonly string[]) => string {
  const seen = new Map<string, number>();
  return parts => {
    const content = hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 20);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return before === 0 ? content : `${content}-${before + 1}`;
  };
}
