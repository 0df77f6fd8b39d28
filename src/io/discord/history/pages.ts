import { setImmediate } from 'node:timers/promises';
import { type APIMessage, ChannelType, type Client, makeURLSearchParams, Routes } from 'discord.js';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { ReadableChannel } from '../access/places.ts';
import { orUnavailable, retryWhileTemporary, type Unavailable } from '../interaction/failures.ts';
import { abortable } from './abortable.ts';
import type { CachedPage, MessageCache } from './message-cache.ts';
import { type MessageRecord, withReadFields } from './record.ts';

/** As many as Discord gives at once. */
export const pageSize = 100;

type PageQuery = {
  readonly limit: number;
  /** Only what is older than this id. */
  readonly before?: string;
  /** Only what is newer than this id: the oldest of that. */
  readonly after?: string;
};

/**
 * One page of a channel, newest first, with only the fields that we read. `messages.fetch` of discord.js cannot be aborted,
 * and overwrites cached messages with the partial ones that replies and forwards contain.
 */
export async function fetchPage(
  { client, id }: ReadableChannel,
  query: PageQuery,
  signal: AbortSignal,
): Promise<readonly MessageRecord[]> {
  const page = await abortable(signal, own =>
    client.rest.get(Routes.channelMessages(id), { query: makeURLSearchParams({ ...query }), signal: own }),
  );
  return (page as APIMessage[]).map(withReadFields);
}

type InChannel = { readonly client: Client; readonly id: string };

/** One message as it is now, or why there is none. */
export async function requestRecord(
  { client, id }: InChannel,
  messageId: string,
  signal: AbortSignal,
): Promise<MessageRecord | Unavailable> {
  const record = await abortable(signal, own =>
    orUnavailable(client.rest.get(Routes.channelMessage(id, messageId), { signal: own })),
  );
  return record as APIMessage | Unavailable;
}

/** One message as it is now; null where it was deleted, or the bot may not read it. */
export async function fetchRecord(...asked: Parameters<typeof requestRecord>): Promise<MessageRecord | null> {
  const record = await requestRecord(...asked);
  return typeof record === 'string' ? null : record;
}

/** How long the later pages of a reading are retried while Discord does not answer. */
const longestOutageMs = 60_000;

/** `fetchPage` with retries, so that an outage does not lose the pages that were read before. */
function fetchNextPage(
  channel: ReadableChannel,
  query: PageQuery,
  signal: AbortSignal,
): Promise<readonly MessageRecord[]> {
  return abortable(signal, () =>
    retryWhileTemporary(channel.client, () => fetchPage(channel, query, signal), longestOutageMs),
  );
}

/** Pages on from what is newer than an id, up to another if it is given; each page oldest first. */
export async function* pageForward(
  channel: ReadableChannel,
  { afterId, lastId }: { readonly afterId: string; readonly lastId?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<readonly MessageRecord[]> {
  const isWanted = ({ id }: MessageRecord) => lastId === undefined || compareSnowflakes(id, lastId) <= 0;
  for (let after = afterId; ; ) {
    const fetch = after === afterId ? fetchPage : fetchNextPage;
    const page = (await fetch(channel, { limit: pageSize, after }, signal)).toReversed();
    const wanted = page.filter(isWanted);
    if (wanted.length > 0) yield wanted;
    if (page.length < pageSize || wanted.length < page.length) return;
    after = page.at(-1)?.id ?? after;
  }
}

export type PageBackOptions = {
  /** Exclusive. */
  readonly before?: string | undefined;
  readonly count: number;
  /** Only what is newer than this id. */
  readonly floor?: string | null;
  /** Requests the next page while one is processed; for readers that want all pages. */
  readonly readsAhead?: boolean;
  /** Used only with `before`, because newer messages are unknown without a request. */
  readonly cache?: MessageCache | undefined;
};

/**
 * Pages back from `before` to the first message, each page newest first. The first page is always requested; later ones
 * come from the cache if it has them.
 */
export async function* pageBack(
  channel: ReadableChannel,
  { before, count, floor = null, readsAhead = false, cache }: PageBackOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly MessageRecord[]> {
  // A bot gets the events of a private thread only while it is a member.
  const isCached = before !== undefined && !channel.isDMBased() && channel.type !== ChannelType.PrivateThread;
  const place = isCached ? { id: channel.id, guildId: channel.guildId } : null;
  const read = async (from: string | undefined, limit: number): Promise<CachedPage> => {
    const isFirst = from === before;
    const request = async (): Promise<CachedPage> => {
      const query = { limit, ...(from !== undefined && { before: from }) };
      const records = await (isFirst ? fetchPage : fetchNextPage)(channel, query, signal);
      return { records, isLast: records.length < limit };
    };
    if (place === null || cache === undefined || from === undefined) return request();
    const { records, isLast } = await cache.read(place, { before: from, isFirst }, request, signal);
    // Cached pages need no I/O, so yield to other requests here.
    await setImmediate();
    signal.throwIfAborted();
    return { records: records.slice(0, limit), isLast: isLast && records.length <= limit };
  };
  const isWanted = (id: string) => floor === null || compareSnowflakes(id, floor) > 0;
  let left = count;
  let from = before;
  let ahead: Promise<CachedPage> | null = null;
  while (left > 0) {
    const { records, isLast }: CachedPage = await (ahead ?? read(from, Math.min(pageSize, left)));
    left -= records.length;
    from = records.at(-1)?.id;
    const isEnd: boolean = isLast || from === undefined || !isWanted(from);
    ahead = readsAhead && !isEnd && left > 0 ? read(from, Math.min(pageSize, left)) : null;
    // If the reader stops here, nobody awaits it.
    ahead?.catch(() => {});
    const wanted = records.filter(({ id }) => isWanted(id));
    if (wanted.length > 0) yield wanted;
    if (isEnd) return;
  }
}
