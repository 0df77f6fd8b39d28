import { type APIMessage, type Client, makeURLSearchParams, Routes } from 'discord.js';
import { abortable } from './abortable.ts';
import type { ReadableChannel } from './places.ts';
import type { MessageRecord } from './record.ts';
import { orRefusal } from './refusals.ts';

/** As many as Discord gives at once. */
export const pageSize = 100;

export type PageQuery = {
  readonly limit: number;
  /** Only what is older than this id. */
  readonly before?: string;
  /** Only what is newer than this id: the oldest of that. */
  readonly after?: string;
};

/**
 * One page of a channel, newest first, as Discord sends it. discord.js's own `messages.fetch` would put what a message
 * answers or forwards into the cache, over what is there already, and cannot be stopped.
 */
export async function fetchPage(
  { client, id }: ReadableChannel,
  query: PageQuery,
  signal: AbortSignal,
): Promise<readonly MessageRecord[]> {
  const page = await abortable(signal, own =>
    client.rest.get(Routes.channelMessages(id), { query: makeURLSearchParams({ ...query }), signal: own }),
  );
  return page as APIMessage[];
}

/** One message as it is now; null where it was deleted, or the bot may not read it. */
export async function fetchRecord(
  { client, id }: { readonly client: Client; readonly id: string },
  messageId: string,
  signal: AbortSignal,
): Promise<MessageRecord | null> {
  const record = await abortable(signal, own =>
    orRefusal(client.rest.get(Routes.channelMessage(id, messageId), { signal: own })),
  );
  return typeof record === 'string' ? null : (record as APIMessage);
}

/** What is newer than an id, oldest first: at most `count`, and whether there may be more. */
export async function fetchAfter(
  channel: ReadableChannel,
  afterId: string,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly records: readonly MessageRecord[]; readonly hasMore: boolean }> {
  const records: MessageRecord[] = [];
  while (records.length < count) {
    const after = records.at(-1)?.id ?? afterId;
    const page = await fetchPage(channel, { limit: pageSize, after }, signal);
    records.push(...page.toReversed());
    if (page.length < pageSize) return { records, hasMore: false };
  }
  return { records, hasMore: true };
}

/** Pages back from `before`, each once it is asked for; ends with the channel. */
export async function* pageBack(
  channel: ReadableChannel,
  { before, count }: { readonly before?: string; readonly count: number },
  signal: AbortSignal,
): AsyncGenerator<readonly MessageRecord[]> {
  let left = count;
  let cursor = before;
  while (left > 0) {
    const limit = Math.min(pageSize, left);
    const page = await fetchPage(channel, { limit, ...(cursor !== undefined && { before: cursor }) }, signal);
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    left -= page.length;
    cursor = page.at(-1)?.id;
  }
}
