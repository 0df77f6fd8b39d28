import type { TimeRange } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { parseTimeWords } from '../../core/time-words.ts';
import { UserError } from '../../errors.ts';

export type RangeWords = { readonly since?: string | undefined; readonly until?: string | undefined };

/** Understands `--since` and `--until` as said at the time of the newest message: an export is read long after its end. */
export function toRange({ messages }: Conversation, words: RangeWords, zone: string): TimeRange {
  const newest = messages.reduce((latest, { time }) => (time > latest ? time : latest), '');
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
