import type { Guild } from 'discord.js';
import { isSaid } from '../../../core/conversation/discord/message-types.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { RequestedChannels } from '../access/requested-channels.ts';
import { type ReadRecord, toConversation } from '../digests/read-sources.ts';
import { findTextChannels } from '../digests/sources.ts';
import { type HistoryWindow, toFloor, type Watch } from './history.ts';
import { pageBack } from './pages.ts';
import { toInstant } from './snowflake.ts';
import { isOwnLast, parseSince, type Since, type SinceContext, searched } from './window.ts';

type Category = Extract<RequestedChannels, { readonly kind: 'category' }>;
type Window = Pick<HistoryWindow, 'from' | 'afterId' | 'beforeId'> & { readonly count: number };

/** Reads the newest messages of all channels of a category and their threads, at most `count` in total. */
export async function readCategory(
  { channels, title }: Category,
  { count, from, afterId, beforeId }: Window,
  guild: Guild,
  watch: Watch,
): Promise<Conversation> {
  const floor = toFloor(from, afterId) ?? '0';
  const taken: ReadRecord[] = [];
  for await (const each of pageBackAll(channels, { floor, beforeId, count }, guild, watch.signal)) {
    taken.push(each);
    if (taken.length % 100 === 0) watch.onProgress?.(taken.length);
    if (taken.length === count) break;
  }
  const conversation = await toConversation(taken.reverse(), channels, guild, watch);
  return { ...conversation, source: { ...conversation.source, title } };
}

/** As `parseSince`, but a link and the person's last message may be in any of the channels. */
export async function parseSinceIn(
  words: string,
  { channels }: Category,
  guild: Guild,
  context: SinceContext,
): Promise<Since> {
  if (!isOwnLast(words)) {
    const linked = channels.find(channel => words.includes(`/${channel.id}/`));
    return parseSince(words, { ...context, ...(linked?.isTextBased() && { channel: linked }) });
  }
  const { personId, signal } = context;
  let looked = 0;
  for await (const { record } of pageBackAll(channels, { floor: '0', count: searched }, guild, signal)) {
    if (record.author.id === personId && isSaid(record.type))
      return { ok: true, from: toInstant(record.id), afterId: record.id, isOwnLast: true };
    looked += 1;
    if (looked === searched) break;
  }
  return { ok: false, reason: 'no_own_message', looked };
}

type Range = { readonly floor: string; readonly beforeId?: string | undefined; readonly count: number };

/** The records of all channels newer than `floor`, newest first. Fetches a page only when it is needed. */
async function* pageBackAll(
  channels: Category['channels'],
  { floor, beforeId, count }: Range,
  guild: Guild,
  signal: AbortSignal,
): AsyncGenerator<ReadRecord> {
  const places = (await findTextChannels(channels, floor, guild)).filter(
    ({ lastMessageId }) => compareSnowflakes(lastMessageId ?? '0', floor) > 0,
  );
  const readers = places.map(channel => ({
    channel,
    left: [] as ReadRecord['record'][],
    pages: pageBack(channel, { count, ...(beforeId !== undefined && { before: beforeId }) }, signal),
  }));
  type Reader = (typeof readers)[number];
  const fill = async (reader: Reader): Promise<boolean> => {
    if (reader.left.length > 0) return true;
    const page = await reader.pages.next();
    reader.left = page.done ? [] : page.value.filter(({ id }) => compareSnowflakes(id, floor) > 0);
    return reader.left.length > 0;
  };
  const active = new Set<Reader>();
  for (const reader of readers) if (await fill(reader)) active.add(reader);
  while (active.size > 0) {
    const newest = [...active].reduce((a, b) =>
      compareSnowflakes(a.left[0]?.id ?? '0', b.left[0]?.id ?? '0') > 0 ? a : b,
    );
    const record = newest.left.shift();
    if (record) yield { channel: newest.channel, record };
    if (!(await fill(newest))) active.delete(newest);
  }
}
