import type { ChannelRange } from '../../app/api-ports.ts';
import type { TimeRange } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { compare } from '../../core/order.ts';
import { parseSinceWords } from '../../core/time-words.ts';
import { UserError } from '../../errors.ts';

type SelectedRange = { readonly conversation: Conversation; readonly window: TimeRange };

/**
 * The newest `messages` of an exported conversation, and the window that begins at `since`, which counts back from the
 * newest message.
 *
 * @param zone IANA.
 * @throws UserError `bad_usage` if `since` is not a time, `no_messages` if nothing was written since then.
 */
export function selectRange(
  conversation: Conversation,
  { messages: count, since }: Omit<ChannelRange, 'channelId'>,
  zone: string,
): SelectedRange {
  const inOrder = conversation.messages.toSorted((a, b) => compare(a.time, b.time));
  const messages = count === undefined ? inOrder : inOrder.slice(-count);
  const newest = messages.at(-1)?.time;
  const selected = { ...conversation, messages };
  if (since === undefined || newest === undefined) return { conversation: selected, window: {} };
  const from = parseSinceWords(since, newest, zone);
  if (from === null)
    throw new UserError('bad_usage', '"since" is not a time, such as "2 days ago" or "2026-03-09".');
  if (from > newest) throw new UserError('no_messages', `The newest message was written before ${from}.`);
  return { conversation: selected, window: { from } };
}
