import { type APIMessage, ChannelType, type Client, makeURLSearchParams, Routes } from 'discord.js';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { ReadableChannel } from '../access/places.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { abortable } from './abortable.ts';
import type { CachedPage, MessageCache } from './message-cache.ts';
import type { MessageRecord } from './record.ts';

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
    orUnavailable(client.rest.get(Routes.channelMessage(id, messageId), { signal: own })),
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

export type PageBackOptions = {
  /** Exclusive. */
  readonly before?: string | undefined;
  readonly count: number;
  /** Nothing that is as old as this id is wanted: no page beyond it is asked for. */
  readonly floor?: string | null;
  /** The next page is on its way while one is worked on; for readers that want all of them. */
  readonly readsAhead?: boolean;
  /** Used where `before` is given: what is newer is not known without asking. */
  readonly cache?: MessageCache | undefined;
};

/**
 * Pages back from `before` to the first message, each page newest first. The first is always asked of Discord; older ones
 * are taken out of the cache if it knows them.
 */
export async function* pageBack(
  channel: ReadableChannel,
  { before, count, floor, readsAhead = false, cache }: PageBackOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly MessageRecord[]> {
  // A bot hears of a private thread only while it is a member.
  const isHeard = !channel.isDMBased() && channel.type !== ChannelType.PrivateThread;
  const guildId = isHeard ? channel.guildId : null;
  const reading = before === undefined ? undefined : cache?.begin({ id: channel.id, guildId });
  const read = async (from: string | undefined, limit: number): Promise<CachedPage> => {
    const known = from === undefined || from === before ? null : reading?.take(from, limit);
    if (known) return known;
    const records = await fetchPage(channel, { limit, ...(from !== undefined && { before: from }) }, signal);
    const isLast = records.length < limit;
    if (from !== undefined) reading?.add({ records, before: from, isLast });
    return { records, isLast };
  };
  let left = count;
  let from = before;
  let ahead: Promise<CachedPage> | null = null;
  while (left > 0) {
    const { records, isLast }: CachedPage = await (ahead ?? read(from, Math.min(pageSize, left)));
    left -= records.length;
    from = records.at(-1)?.id;
    const isEnd: boolean = isLast || from === undefined || compareSnowflakes(from, floor ?? '0') <= 0;
    ahead = readsAhead && !isEnd && left > 0 ? read(from, Math.min(pageSize, left)) : null;
    // A reader that stops here does not wait for it.
    ahead?.catch(() => {});
    if (records.length > 0) yield records;
    if (isEnd) return;
  }
}
