import { hash } from 'node:crypto';
import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import type { Message } from '../../../core/conversation/message.ts';
import { toAuthorName, toMessageText, toOneLine } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import { createNumberMask, withoutDirectionMarks } from '../phone-numbers.ts';
import type { FormatOptions } from '../records.ts';
import { createMessage, maxCharacters, type SkippedRecord, toSkippedNotices, toTitle } from '../records.ts';
import { createZoneReader } from '../times.ts';
import { findDateOrder, type Head, refuseUnknownPeriods, toChatLines, toLocalMs } from './whatsapp-lines.ts';
import { toChatText } from './whatsapp-placeholders.ts';

/**
 * Reads a chat that WhatsApp exported as text.
 *
 * Ids are made of a message's author, time and text, and of how many messages before it are the same. A later and longer
 * export of the same chat therefore gives the same ids.
 *
 * @throws UserError `dates_ambiguous` if its dates fit several orders or not the given one, `format_unknown` if none, `no_messages` if it has no message.
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
  for (const head of heads) {
    const { author, text: body } = splitAuthor(head);
    const place = `line ${head.line}`;
    const localMs = toLocalMs(head, order);
    if (localMs === null) {
      const shown = head.date.join(head.separator);
      skipped.push({ place, sort: 'date', reason: `there is no ${shown}, ${head.hour}:${head.minute}` });
      continue;
    }
    if (body.length > maxCharacters) {
      const limit = maxCharacters.toLocaleString('en-US');
      skipped.push({ place, sort: 'length', reason: `it has more than ${limit} characters` });
      continue;
    }
    time = readZone(localMs, time);
    const said = toChatText(body);
    const name = toName(author ?? '');
    const maskedName = toMasked(name);
    const maskedText = toMasked(said.text);
    const isSystem = author === null || isNotice(author, body, said.file !== null || said.isDeleted);
    const attachments = said.file ? [said.file] : [];
    messages.push(
      createMessage({
        id: toId([maskedName, String(localMs), toMasked(body)]),
        kind: isSystem ? 'system' : 'said',
        author: { id: isSystem ? '' : maskedName, name: toShown(maskedName, name), bot: false },
        time,
        editedTime: said.isEdited ? time : undefined,
        text: toMessageText(toShown(maskedText, said.text), { attachments }),
        attachments,
      }),
    );
  }
  const notices: ReadNotice[] = [...toSkippedNotices(fileName, skipped)];
  if (dateOrder !== undefined && messages.length === 0)
    throw new UserError(
      'dates_ambiguous',
      `No date of ${fileName} fits --date-order ${dateOrder}: ${notices.join(' ')} Choose another order, or leave it out.`,
    );
  if (preamble > 0) {
    const lines = toCountWords(preamble, 'line comes', 'lines come');
    notices.push(`${fileName}: ${lines} before the first message and cannot be read.`);
  }
  const title = toOneLine(toTitle(fileName));
  const source = { type: 'whatsapp', title: toShown(toMasked(title), title), channelIds: [] } as const;
  return { conversation: { source, messages, unreadable: skipped.length + preamble }, notices };
}

function splitAuthor({ rest, more }: Head): { readonly author: string | null; readonly text: string } {
  const [, author, own] = /^(.+?):\s(.*)$/u.exec(rest) ?? [];
  const isName = author !== undefined && !inQuotes.test(author);
  const text = [isName ? own : rest, ...more].join('\n').trimEnd();
  return { author: isName ? author : null, text };
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
