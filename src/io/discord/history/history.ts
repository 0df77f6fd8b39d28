import type { PrivacyStore } from '../../../app/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { ReadableChannel } from '../access/places.ts';
import { createOptOutFilter } from '../settings/privacy/withheld-records.ts';
import type { MessageCache } from './cache/message-cache.ts';
import { createMembers } from './members.ts';
import { readRecords, toChannelContext } from './message.ts';
import { pageBack } from './pages.ts';
import type { MessageRecord } from './record.ts';
import { toFirstId } from './snowflake.ts';

/** The most messages read of one channel. */
const maxHistory = 100_000;

/** Which messages of a channel; without anything, all up to `maxHistory`. */
export type HistoryWindow = {
  /** At most this many, the newest. */
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

/** How far a reading has come. */
export type ReadingProgress = {
  /** How many messages have been read. */
  readonly read: number;
  /** Everything that is newer than this id has been read. */
  readonly reachedId: string;
};

/** How a long reading is followed and stopped. */
export type Watch = {
  readonly signal: AbortSignal;
  /** Who opted out of being read. */
  readonly privacy: PrivacyStore;
  /** Messages that were read before. */
  readonly cache?: MessageCache | undefined;
  /** Called after every page. */
  readonly onProgress?: ((progress: ReadingProgress) => void) | undefined;
  /** Waits until there is memory for more than this many messages. */
  readonly makeRoom?: ((read: number, signal: AbortSignal) => Promise<void>) | undefined;
};

/**
 * Reads the messages of a channel or thread, oldest first. Whether anybody may read them is checked before: without
 * the permission Discord gives an empty list. What people wrote who opted out is counted only. A message deleted in the meantime is left out, no message comes twice.
 * Rejects with the signal's reason when it aborts, and as discord.js does when Discord keeps failing.
 */
export async function readHistory(
  channel: ReadableChannel,
  { count = maxHistory, from, to, afterId, beforeId }: HistoryWindow,
  { signal, privacy, cache, onProgress, makeRoom }: Watch,
): Promise<Conversation> {
  const channelContext = toChannelContext(channel);
  const members = createMembers(channel);
  const allow = createOptOutFilter(channel.client, privacy);
  const floor = toFloor(from, afterId);
  const bounds = [
    ...(to === undefined ? [] : [String(toFirstId(Date.parse(to) + 1))]),
    ...(beforeId === undefined ? [] : [beforeId]),
  ];
  const [first] = bounds.sort(compareSnowflakes);
  const newestFirst: MessageRecord[] = [];
  let read = 0;
  let optedOut = 0;
  let unreadable = 0;
  const query = { before: first, count: Math.min(count, maxHistory), floor, readsAhead: true, cache };
  for await (const page of pageBack(channel, query, signal)) {
    const allowed = await allow(page, signal);
    members.learn(allowed.records, signal);
    newestFirst.push(...allowed.records);
    read += page.length;
    optedOut += allowed.optedOut;
    unreadable += allowed.unreadable;
    onProgress?.({ read, reachedId: page.at(-1)?.id ?? '0' });
    await makeRoom?.(read, signal);
  }
  await members.known(signal);
  const messages = await readRecords(newestFirst.reverse(), channelContext);
  return { source: channelContext.placing.source, messages, unreadable, optedOut };
}

/** The id that all wanted messages are newer than. */
export function toFloor(from: string | undefined, afterId: string | undefined): string | null {
  const first = from === undefined ? 0n : toFirstId(Date.parse(from));
  const after = afterId === undefined ? 0n : BigInt(afterId);
  const floor = first - 1n > after ? first - 1n : after;
  return floor > 0n ? String(floor) : null;
}
