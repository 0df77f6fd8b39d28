import type { TimeRange } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { compare } from '../core/order.ts';
import { createZonedClock, isDated } from '../core/time.ts';
import { UserError } from '../errors.ts';

/** Which messages of an exported conversation to read: the newest, or those between two times in words. */
export type RangeWords = {
  readonly messages?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

/**
 * Selects the messages asked for. Times count back from the newest message: an export is read long after its end.
 * @throws UserError `bad_usage` for an unknown time or a conversation without dates, `no_messages` for an empty range.
 */
export async function selectRange(
  { messages: all, ...source }: Conversation,
  { messages: newestCount, since, until }: RangeWords,
  zone: string,
) {
  const inOrder = all.toSorted((a, b) => compare(a.time, b.time));
  const messages = newestCount === undefined ? inOrder : inOrder.slice(-newestCount);
  const conversation = { ...source, messages };
  const newest = messages.at(-1)?.time;
  if ((since ?? until) === undefined || newest === undefined)
    return { conversation, window: {}, count: messages.length };
  if (!isDated(newest))
    throw new UserError(
      'bad_usage',
      'This conversation has no dates, so messages cannot be selected by time. Leave out since and until, or say when it begins: --start "2026-03-09 14:00".',
    );
  // The parser takes 170 ms to load, and most calls have no range.
  const { parseSinceWords, parseTimeWords } = await import('../core/time-words.ts');
  const from = since === undefined ? undefined : parseSinceWords(since, newest, zone);
  const to = until === undefined ? undefined : parseTimeWords(until, newest, zone, 'to');
  if (from === null || to === null)
    throw new UserError(
      'bad_usage',
      `“${from === null ? since : until}” is not a time. Write 2h, 3d, yesterday 9am, 2026-03-09 or "2026-03-09 14:00".`,
    );
  if (from !== undefined && to !== undefined && from > to)
    throw new UserError('bad_usage', `“${since}” is after “${until}”. Swap the two times.`);
  const window = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const { length: count } = messages.filter(({ time }) => time >= (from ?? '') && time <= (to ?? time));
  if (count === 0) {
    const whole = toRangeWords({ from: messages[0]?.time ?? newest, to: newest }, zone);
    throw new UserError(
      'no_messages',
      `There are no messages from ${toRangeWords(window, zone)}: this conversation is from ${whole} (times in ${zone}).`,
    );
  }
  return { conversation, window, count };
}

/** "2026-03-09 08:00 to 2026-03-10 23:30" */
export function toRangeWords({ from, to }: TimeRange, zone: string): string {
  const { full: write } = createZonedClock(zone);
  return `${from === undefined ? 'the beginning' : write(from)} to ${to === undefined ? 'the end' : write(to)}`;
}
