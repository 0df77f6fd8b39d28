import type { Conversation, Message } from './message.ts';

/**
 * Adds an export to an earlier one of the same conversation. In the time that it spans, the new export counts: what was
 * deleted or edited since is gone. Messages before and after it stay.
 */
export function mergeExports(stored: Conversation, added: Conversation): Conversation {
  if (added.messages.length === 0) return stored;
  const [first, last] = toSpan(added.messages);
  const ids = new Set(added.messages.map(({ id }) => id));
  // Exports may begin and end within a minute, and their times have no seconds: then the order decides.
  const isShared = stored.messages.map(({ id }) => ids.has(id));
  const firstShared = isShared.indexOf(true);
  const lastShared = isShared.lastIndexOf(true);
  const before: Message[] = [];
  const after: Message[] = [];
  for (const [index, message] of stored.messages.entries()) {
    const { time } = message;
    if (isShared[index]) continue;
    if (time < first || (time === first && (firstShared < 0 || index < firstShared))) before.push(message);
    else if (time > last || (time === last && index > lastShared)) after.push(message);
  }
  return {
    ...added,
    messages: [...before, ...added.messages, ...after],
    unreadable: Math.max(stored.unreadable, added.unreadable),
  };
}

/** The earliest and the latest time. */
function toSpan(messages: readonly Message[]): readonly [string, string] {
  let [first, last] = ['~', ''];
  for (const { time } of messages) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return [first, last];
}
