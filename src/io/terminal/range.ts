import type { TimeRange } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { createZonedClock } from '../../core/time.ts';
import { parseTimeWords } from '../../core/time-words.ts';
import { UserError } from '../../errors.ts';

export type RangeWords = { readonly since?: string | undefined; readonly until?: string | undefined };

/** Understands `--since` and `--until` as said at the time of the newest message: an export is read long after its end. */
export function toRange(conversation: Conversation, words: RangeWords, zone: string): TimeRange {
  const { newest } = toSpan(conversation);
  const from = parse('--since', words.since, newest, zone, 'from');
  const to = parse('--until', words.until, newest, zone, 'to');
  if (from !== undefined && to !== undefined && from > to) {
    throw new UserError(
      'bad_usage',
      `--since “${words.since}” lies after --until “${words.until}”: swap them.`,
    );
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** How a range was understood, and from when to when messages go where none is in it; nothing where none was asked for. */
export function toRangeSentences(
  conversation: Conversation,
  { from, to }: TimeRange,
  zone: string,
): readonly string[] {
  if (from === undefined && to === undefined) return [];
  const clock = createZonedClock(zone);
  const write = (iso: string) => `${clock.day(iso)} ${clock.minute(iso)}`;
  const ends = `${from === undefined ? 'the beginning' : write(from)} to ${to === undefined ? 'the end' : write(to)}`;
  const understood = `Range understood: ${ends} (times in ${zone})`;
  const isInside = (time: string) => (from === undefined || time >= from) && (to === undefined || time <= to);
  if (conversation.messages.some(({ time }) => isInside(time))) return [understood];
  const { oldest, newest } = toSpan(conversation);
  return [
    understood,
    `Nothing was said in that range: the messages go from ${write(oldest)} to ${write(newest)}.`,
  ];
}

function toSpan({ messages }: Conversation): { readonly oldest: string; readonly newest: string } {
  let oldest = messages[0]?.time ?? '';
  let newest = oldest;
  for (const { time } of messages) {
    if (time < oldest) oldest = time;
    if (time > newest) newest = time;
  }
  return { oldest, newest };
}

function parse(option: string, words: string | undefined, now: string, zone: string, end: 'from' | 'to') {
  if (words === undefined) return undefined;
  const instant = parseTimeWords(words, now, zone, end);
  if (instant === null) {
    throw new UserError(
      'bad_usage',
      `${option} “${words}” names no time that can be understood: write for example 2h, 3d, yesterday 9am, 2026-03-09 or "2026-03-09 14:00".`,
    );
  }
  return instant;
}
