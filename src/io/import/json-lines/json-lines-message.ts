import { toMediaType } from '../../../core/conversation/discord/media-type.ts';
import type { Attachment, Author, Message } from '../../../core/conversation/message.ts';
import { toAuthorName, toOneLine } from '../../../core/conversation/names.ts';
import { withoutSpoilerMarks } from '../../../core/conversation/spoilers.ts';
import { toMessageText } from '../../../core/conversation/text.ts';
import type { JsonLinesRecord } from './json-lines-record.ts';

/** Converts one record to a message; `toId` gives the id of a record without one. */
export function toMessage(record: JsonLinesRecord, toId: () => string): Message {
  const attachments = (record.attachments ?? []).map(toAttachment);
  const url = toWebAddress(record.url);
  const { edited, reply_to: replyTo, channel, thread } = record;
  const editedTime = edited === true ? record.time.iso : edited ? edited.iso : undefined;
  return {
    id: record.id ?? toId(),
    kind: 'said',
    author: toAuthor(record),
    time: record.time.iso,
    ...(editedTime ? { editedTime } : {}),
    text: toMessageText(withoutSpoilerMarks(record.text), { attachments }),
    forwarded: false,
    ...(replyTo ? { replyTo } : {}),
    ...(channel ? { channel: { id: channel.id, title: toOneLine(channel.title) } } : {}),
    ...(thread ? { thread: { id: thread.id, title: toOneLine(thread.title) } } : {}),
    attachments,
    reactions: (record.reactions ?? [])
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => ({ name: toOneLine(name), count })),
    ...(url ? { url } : {}),
  };
}

/** Whether the address of a record is unsafe to open. */
export function hasBadAddress(record: JsonLinesRecord): boolean {
  const { url } = record;
  return url !== undefined && url !== null && url !== '' && toWebAddress(url) === null;
}

function toWebAddress(url: unknown): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

function toAuthor({ author, author_id, bot }: JsonLinesRecord): Author {
  const name = toAuthorName(author.name);
  return { id: author_id ?? author.id ?? toOneLine(name), name, bot: bot ?? author.bot ?? false };
}

/** A file given by its address gets the address's last part as its name. */
function toAttachment(attachment: {
  readonly name: string;
  readonly type?: string | null | undefined;
}): Attachment {
  const address = URL.parse(attachment.name);
  const last = address && /^https?:$/.test(address.protocol) ? address.pathname.split('/').at(-1) : undefined;
  const name = toOneLine(last || attachment.name);
  return { name, type: attachment.type || toMediaType(name) };
}
