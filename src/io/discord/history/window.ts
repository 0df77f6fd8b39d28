import { isWritten } from '../../../core/conversation/discord.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { parseSinceWords, sinceChoices } from '../../../core/time-words.ts';
import { type Readable, readNewest } from './history.ts';
import { type MessageRecord, toFirstId, toInstant } from './message.ts';

export type SinceContext = {
  readonly now: string;
  readonly zone: string;
  readonly where: Readable;
  readonly personId: string;
  readonly signal: AbortSignal;
};

/** Where to start reading, or why that is unknown. `afterId` is exclusive and more exact than `from`. */
export type Since =
  | {
      readonly ok: true;
      readonly from: string;
      readonly afterId?: string;
      readonly isOwnLast?: true;
      /** The instant of the last message of the last summary, where that is the start. */
      readonly lastSummaryEnd?: string;
    }
  | { readonly ok: false; readonly reason: 'not_understood' | 'link_elsewhere' | 'no_last_summary' }
  /** None among the newest `looked` messages. */
  | { readonly ok: false; readonly reason: 'no_own_message'; readonly looked: number }
  /** Understood as an instant that is still to come. */
  | { readonly ok: false; readonly reason: 'in_future'; readonly at: string };

/** How far back a person's last message is looked for. */
const searched = 1_000;

const ownLast: ReadonlySet<string> = new Set([
  'my last message',
  'meine letzte nachricht',
  'meiner letzten nachricht',
  'mon dernier message',
  'mi ultimo mensaje',
  'mi último mensaje',
  '自分の最後のメッセージ',
  '私の最後のメッセージ',
  '最後の自分のメッセージ',
]);
const link =
  /^<?(?:https?:\/\/)?(?:www\.|ptb\.|canary\.)?discord(?:app)?\.com\/channels\/(?:@me|\d{1,20})\/(\d{1,20})\/(\d{15,20})\/?(?:\?\S*)?>?$/i;
const leading = /^(?:since|seit|depuis|desde)\s+/;

/** Parses where to start reading: words for a time, "my last message", or a link to a message of what is read. */
export async function parseSince(words: string, context: SinceContext): Promise<Since> {
  const { now, zone } = context;
  const typed = words.trim();
  const [, linkedChannel, linkedMessage] = link.exec(typed) ?? [];
  if (linkedChannel && linkedMessage) return toSinceLink(linkedChannel, linkedMessage, context);
  if (/^<?https?:\/\//i.test(typed)) return { ok: false, reason: 'not_understood' };
  if (isOwnLast(typed)) return findOwnLast(context);
  const from = parseSinceWords(typed, now, zone);
  if (from === null) return { ok: false, reason: 'not_understood' };
  return from > now ? { ok: false, reason: 'in_future', at: from } : { ok: true, from };
}

export function isOwnLast(words: string): boolean {
  return ownLast.has(toPlain(words));
}

export function isLastSummary(words: string): boolean {
  return toPlain(words) === sinceChoices.lastSummary;
}

/** Without case, width and a word such as "since" in front. */
function toPlain(words: string): string {
  return words.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').replace(leading, '');
}

function toSinceLink(channelId: string, messageId: string, { where, now }: SinceContext): Since {
  const channels = 'channels' in where ? where.channels : [where];
  const linked = where.guild.channels.cache.get(channelId);
  // The message that started a thread is in the parent channel, and comes first in the thread.
  const isHere = channels.some(
    channel =>
      channelId === channel.id ||
      // The threads of a category are read too.
      ('channels' in where && linked?.isThread() && linked.parentId === channel.id) ||
      (channel.isThread() && channelId === channel.parentId && messageId === channel.id),
  );
  if (!isHere) return { ok: false, reason: 'link_elsewhere' };
  if (compareSnowflakes(messageId, String(toFirstId(Date.parse(now) + 1))) >= 0) {
    return { ok: false, reason: 'not_understood' };
  }
  return { ok: true, from: toInstant(messageId), afterId: String(BigInt(messageId) - 1n) };
}

async function findOwnLast({ where, personId, signal }: SinceContext): Promise<Since> {
  const isOwn = ({ author, type }: MessageRecord) => author.id === personId && isWritten(type);
  const query = { count: searched, floor: '0' };
  const { records } = await readNewest(where, query, signal, { isLast: isOwn });
  const own = records.find(({ record }) => isOwn(record))?.record;
  return own === undefined
    ? { ok: false, reason: 'no_own_message', looked: records.length }
    : { ok: true, from: toInstant(own.id), afterId: own.id, isOwnLast: true };
}
