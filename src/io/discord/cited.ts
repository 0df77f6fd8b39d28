import type { KeptSummary } from '../../app/ports.ts';
import type { Summary } from '../../core/claims/summary.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import type { ReadableChannel } from './places.ts';
import { fetchPage, pageSize } from './records.ts';

/** The ids of all messages that a summary shows or lists, oldest first. */
export function toCitedIds({ footnotes, claims, topics }: Summary): readonly string[] {
  const listed = claims.flatMap(({ more, before }) => [...more, ...(before?.more ?? [])]);
  const cited = [...footnotes, ...listed].map(({ messageId }) => messageId);
  return [...new Set([...cited, ...topics.flatMap(({ sources }) => sources)])].sort(compareSnowflakes);
}

/** Asks Discord whether every message that a summary cites still stands, unedited since the summary was made. */
export async function stillStands(
  kept: KeptSummary,
  channel: ReadableChannel,
  signal: AbortSignal,
): Promise<boolean> {
  // The message that a thread grew from stands in its parent.
  const wanted = new Set(toCitedIds(kept.summary).filter(id => id !== channel.id));
  const made = Date.parse(kept.createdAt);
  for (let [next] = wanted; next !== undefined; [next] = wanted) {
    const page = await fetchPage(channel, { limit: pageSize, after: String(BigInt(next) - 1n) }, signal);
    const found = page.filter(({ id }) => wanted.has(id));
    if (!found.some(({ id }) => id === next)) return false;
    for (const { id, edited_timestamp: edited } of found) {
      if (edited && Date.parse(edited) > made) return false;
      wanted.delete(id);
    }
  }
  return true;
}
