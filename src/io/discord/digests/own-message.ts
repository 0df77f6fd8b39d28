import { hash } from 'node:crypto';
import type { ReadableChannel } from '../access/places.ts';
import { pageBack } from '../history/pages.ts';
import type { MessageRecord } from '../history/record.ts';
import { toFirstId } from '../history/snowflake.ts';

/** More messages do not follow a message before it is searched for. */
const mostSearched = 500;

/**
 * The newest message of the bot that is wanted, sent since this time; null if there is none. The newest page is always
 * searched, because our clock may be wrong.
 */
export async function findOwnMessage(
  channel: ReadableChannel,
  since: string,
  isWanted: (record: MessageRecord) => boolean,
): Promise<MessageRecord | null> {
  const firstId = toFirstId(Date.parse(since));
  const { signal } = new AbortController();
  for await (const page of pageBack(channel, { count: mostSearched }, signal)) {
    const found = page.find(record => record.author.id === channel.client.user.id && isWanted(record));
    if (found) return found;
    if (page.some(({ id }) => BigInt(id) < firstId)) break;
  }
  return null;
}

/** Of what Discord stores as it was sent: letters and digits. */
export function toWordsHash(content: string): string {
  return hash('sha256', content.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
}
