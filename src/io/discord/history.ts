import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import type { Conversation, Message } from '../../core/conversation/message.ts';
import { createLearnMembers } from './members.ts';
import { readRecord, toSetting } from './message.ts';
import type { ReadableChannel } from './places.ts';
import { pageBack } from './records.ts';
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
  /** How many messages have been read so far, after every page. */
  readonly onProgress?: ((read: number) => void) | undefined;
};

/**
 * Reads the messages of a channel or thread, oldest first. Whether anybody may read them is checked before: without
 * the permission Discord gives an empty list. A message deleted in the meantime is left out, no message comes twice.
 * Rejects with the signal's reason when it aborts, and as discord.js does when Discord keeps failing.
 */
export async function readHistory(
  channel: ReadableChannel,
  { count = maxHistory, from, to, afterId, beforeId }: HistoryWindow,
  { signal, onProgress }: Watch,
): Promise<Conversation> {
  const setting = toSetting(channel);
  const learn = createLearnMembers(channel);
  const floor = toFloor(from, afterId);
  const bounds = [
    ...(to === undefined ? [] : [String(toFirstId(Date.parse(to) + 1))]),
    ...(beforeId === undefined ? [] : [beforeId]),
  ];
  const [first] = bounds.sort(compareSnowflakes);
  const before = first === undefined ? {} : { before: first };
  const newestFirst: Message[] = [];
  for await (const page of pageBack(channel, { ...before, count: Math.min(count, maxHistory) }, signal)) {
    const wanted = page.filter(({ id }) => floor === null || compareSnowflakes(id, floor) > 0);
    await learn(wanted, signal);
    for (const record of wanted) newestFirst.push(readRecord(record, setting));
    onProgress?.(newestFirst.length);
    if (wanted.length < page.length) break;
  }
  return { source: setting.placing.source, messages: newestFirst.reverse(), unreadable: 0 };
}

/** The id that all wanted messages are newer than. */
function toFloor(from: string | undefined, afterId: string | undefined): string | null {
  const first = from === undefined ? 0n : toFirstId(Date.parse(from));
  const after = afterId === undefined ? 0n : BigInt(afterId);
  const floor = first - 1n > after ? first - 1n : after;
  return floor > 0n ? String(floor) : null;
}
