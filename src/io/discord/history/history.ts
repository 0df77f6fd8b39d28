import type { PrivacyStore } from '../../../app/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../core/conversation/message.ts';
import type { ReadableChannel } from '../access/places.ts';
import { createAllowRecords } from '../settings/privacy/withheld-records.ts';
import { createLearnMembers } from './members.ts';
import { readRecord, toChannelContext } from './message.ts';
import type { MessageCache } from './message-cache.ts';
import { pageBack } from './pages.ts';
import { toFirstId } from './snowflake.ts';

/** No history is read beyond so many messages. */
export const maxHistory = 100_000;

/** Which messages of a channel; without anything, all up to `maxHistory`. */
export type HistoryWindow = {
  /** At most so many, the newest. */
  readonly count?: number | undefined;
  /** An instant, inclusive. */
  readonly from?: string | undefined;
  /** An instant, inclusive to its millisecond. */
  readonly to?: string | undefined;
  /** Only what is newer than the message of this id, which need not exist. */
  readonly afterId?: string | undefined;
  /** Only what is older than the message of this id, which need not exist. */
  readonly beforeId?: string | undefined;
};

/** How a long reading is followed and stopped. */
export type Watch = {
  readonly signal: AbortSignal;
  /** Who opted out of being read. */
  readonly privacy: PrivacyStore;
  /** Messages that were read before. */
  readonly cache?: MessageCache | undefined;
  /** How many messages have been read so far, after every page. */
  readonly onProgress?: ((read: number) => void) | undefined;
};

/**
 * Reads the messages of a channel or thread, oldest first. Whether anybody may read them is checked before: without
 * the permission Discord gives an empty list. What people wrote who opted out is counted only. A message deleted in the meantime is left out, no message comes twice.
 * Rejects with the signal's reason when it aborts, and as discord.js does when Discord keeps failing.
 */
export async function readHistory(
  channel: ReadableChannel,
  { count = maxHistory, from, to, afterId, beforeId }: HistoryWindow,
  { signal, privacy, cache, onProgress }: Watch,
): Promise<Conversation> {
  const channelContext = toChannelContext(channel);
  const learn = createLearnMembers(channel);
  const allow = createAllowRecords(channel.client, privacy);
  const floor = toFloor(from, afterId);
  const bounds = [
    ...(to === undefined ? [] : [String(toFirstId(Date.parse(to) + 1))]),
    ...(beforeId === undefined ? [] : [beforeId]),
  ];
  const [first] = bounds.sort(compareSnowflakes);
  const newestFirst: Message[] = [];
  let read = 0;
  let optedOut = 0;
  let unreadable = 0;
  const query = { before: first, count: Math.min(count, maxHistory), floor, readsAhead: true, cache };
  for await (const page of pageBack(channel, query, signal)) {
    const wanted = page.filter(({ id }) => floor === null || compareSnowflakes(id, floor) > 0);
    const allowed = await allow(wanted, signal);
    await learn(allowed.records, signal);
    for (const record of allowed.records) newestFirst.push(readRecord(record, channelContext));
    read += wanted.length;
    optedOut += allowed.optedOut;
    unreadable += allowed.unreadable;
    onProgress?.(read);
  }
  return { source: channelContext.placing.source, messages: newestFirst.reverse(), unreadable, optedOut };
}

/** The id that all wanted messages are newer than. */
export function toFloor(from: string | undefined, afterId: string | undefined): string | null {
  const first = from === undefined ? 0n : toFirstId(Date.parse(from));
  const after = afterId === undefined ? 0n : BigInt(afterId);
  const floor = first - 1n > after ? first - 1n : after;
  return floor > 0n ? String(floor) : null;
}
