import type { TimeRange } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { createZonedClock } from '../../core/time.ts';
import { UserError } from '../../errors.ts';

export type RangeWords = { readonly since?: string | undefined; readonly until?: string | undefined };

type SelectedRange = {
  readonly range: TimeRange;
  /** The number of messages in it. */
  readonly count: number;
  /** The range in words; empty if none was asked for. */
  readonly notices: readonly string[];
};

/**
 * Parses `--since` and `--until` relative to the newest message, because an export is read long after its end.
 *
 * @throws UserError `bad_usage` if a time is not recognized, `no_messages` if the range contains no message.
 */
export async function selectRange(
  conversation: Conversation,
  words: RangeWords,
  zone: string,
): Promise<SelectedRange> {
  const { oldest, newest } = toSpan(conversation);
  const from = await parse('--since', words.since, newest, zone, 'from');
  const to = await parse('--until', words.until, newest, zone, 'to');
  const { length } = conversation.messages;
  if (from === undefined && to === undefined) return { range: {}, count: length, notices: [] };
  if (from !== undefined && to !== undefined && from > to) {
    throw new UserError(
      'bad_usage',
      `--since “${words.since}” is after --until “${words.until}”. Swap the two times.`,
    );
  }
  const isInside = (time: string) => (from === undefined || time >= from) && (to === undefined || time <= to);
  const count = conversation.messages.filter(({ time }) => isInside(time)).length;
  const clock = createZonedClock(zone);
  const write = (iso: string) => `${clock.day(iso)} ${clock.minute(iso)}`;
  const [start, end] = [from && write(from), to && write(to)];
  if (count === 0) {
    const where = start && end ? `between ${start} and ${end}` : start ? `after ${start}` : `before ${end}`;
    throw new UserError(
      'no_messages',
      `There are no messages ${where}: this conversation runs from ${write(oldest)} to ${write(newest)} (times in ${zone}).`,
    );
  }
  const notice = `Range: ${start ?? 'the beginning'} to ${end ?? 'the end'} (times in ${zone})`;
  return {
    range: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    count,
    notices: [notice],
  };
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

async function parse(
  option: string,
  words: string | undefined,
  now: string,
  zone: string,
  end: 'from' | 'to',
): Promise<string | undefined> {
  if (words === undefined) return undefined;
  // The parser takes 170 ms to load, and most calls have no range.
  const { parseTimeWords } = await import('../../core/time-words.ts');
  const instant = parseTimeWords(words, now, zone, end);
  if (instant === null) {
    throw new UserError(
      'bad_usage',
      `${option}: “${words}” is not a recognized time. Write 2h, 3d, yesterday 9am, 2026-03-09 or "2026-03-09 14:00".`,
    );
  }
  return instant;
}
