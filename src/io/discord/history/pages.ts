import { setImmediate } from 'node:timers/promises';
import {
  type AnyThreadChannel,
  type APIMessage,
  ChannelType,
  type Client,
  type Guild,
  type GuildTextBasedChannel,
  makeURLSearchParams,
  Routes,
} from 'discord.js';
import PQueue from 'p-queue';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { abortable } from '../../../deadline.ts';
import type { ReadableChannel, SourceChannel } from '../access/places.ts';
import { orUnavailable, retryWhileTemporary, type Unavailable } from '../interaction/failures.ts';
import type { GatewayContinuity } from '../sync/gateway-events.ts';
import { type MessageRecord, toInstant } from './message.ts';
import type { CachedPage, MessageCache } from './message-cache.ts';

/** The names of all fields that we read, at any depth: Discord sends about twice as much. */
const readFields = [
  ...['id', 'channel_id', 'type', 'content', 'flags', 'edited_timestamp', 'components'],
  ...['webhook_id', 'application_id'],
  ...['author', 'mentions', 'username', 'global_name', 'bot', 'mention_roles'],
  ...['attachments', 'filename', 'content_type', 'size', 'width', 'height'],
  ...['sticker_items', 'name', 'reactions', 'emoji', 'count'],
  ...['embeds', 'title', 'url', 'description', 'fields', 'value', 'custom_id'],
  ...['message_reference', 'message_id', 'referenced_message', 'message_snapshots', 'message'],
  ...['poll', 'question', 'text', 'answers', 'answer_id', 'poll_media', 'results', 'answer_counts'],
];

/** As many as Discord gives at once. */
export const pageSize = 100;

type PageQuery = {
  readonly limit: number;
  readonly before?: string;
  /** Only what is newer than this id: the oldest of that. */
  readonly after?: string;
  /** What is around this id, and the message itself. */
  readonly around?: string;
};

/** One page, newest first, with the fields that we read. discord.js' own method cannot be aborted, and caches partial messages. */
export async function fetchPage(
  { client, id }: ReadableChannel,
  query: PageQuery,
  signal: AbortSignal,
): Promise<readonly MessageRecord[]> {
  const page = await abortable(signal, own =>
    client.rest.get(Routes.channelMessages(id), { query: makeURLSearchParams({ ...query }), signal: own }),
  );
  return (page as APIMessage[]).map(each => JSON.parse(JSON.stringify(each, readFields)));
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
  readonly before?: string | undefined;
  readonly count: number;
  /** Only what is newer than this id. */
  readonly floor?: string | null;
  /** Used only with `before`, because newer messages are unknown without a request. */
  readonly cache?: MessageCache | undefined;
};

/** The channel in the cache; null if its messages are not cached. */
function toCached(channel: ReadableChannel) {
  // A bot gets the events of a private thread only while it is a member.
  const isCached = !channel.isDMBased() && channel.type !== ChannelType.PrivateThread;
  return isCached ? { id: channel.id, guildId: channel.guildId } : null;
}

/** Pages back from `before` to the first message, newest first. The first page is requested; later ones may be cached. */
export async function* pageBack(
  channel: ReadableChannel,
  { before, count, floor = null, cache }: PageBackOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly MessageRecord[]> {
  const place = before === undefined ? null : toCached(channel);
  const read = async (from: string | undefined, limit: number): Promise<CachedPage> => {
    const isFirst = from === before;
    const request = async (): Promise<CachedPage> => {
      const query = { limit, ...(from !== undefined && { before: from }) };
      const records = await (isFirst ? fetchPage : fetchNextPage)(channel, query, signal);
      return { records, isLast: records.length < limit };
    };
    if (place === null || cache === undefined || from === undefined) return request();
    const { records, isLast } = await cache.read({ channel: place, before: from, isFirst }, request, signal);
    // Cached pages need no I/O, so yield to other requests here.
    await setImmediate();
    signal.throwIfAborted();
    return { records: records.slice(0, limit), isLast: isLast && records.length <= limit };
  };
  const isWanted = (id: string) => floor === null || compareSnowflakes(id, floor) > 0;
  let left = count;
  let from = before;
  while (left > 0) {
    const { records, isLast }: CachedPage = await read(from, Math.min(pageSize, left));
    left -= records.length;
    from = records.at(-1)?.id;
    const wanted = records.filter(({ id }) => isWanted(id));
    if (wanted.length > 0) yield wanted;
    if (isLast || from === undefined || !isWanted(from)) return;
  }
}

export type ReadingProgress = {
  readonly read: number;
  /** Everything that is newer than this id has been read. */
  readonly reachedId: string;
};

export type ReadRecord = { readonly channel: GuildTextBasedChannel; readonly record: MessageRecord };

type PlacePages = {
  readonly channel: GuildTextBasedChannel;
  /** In the order in which the places are read. */
  readonly pages: AsyncGenerator<readonly MessageRecord[]>;
};

export type ReadPlacesOptions = {
  readonly order: 'newest first' | 'oldest first';
  /** The most records of all places together. */
  readonly count: number;
  readonly isLast?: (record: MessageRecord) => boolean;
  readonly onProgress?: ((progress: ReadingProgress) => void) | undefined;
  readonly makeRoom?: ((read: number) => Promise<void>) | undefined;
};

export type PlacesReading = {
  readonly records: readonly ReadRecord[];
  readonly hasMore: boolean;
};

/** Channels read at the same time. Each has its own rate limit; the global one must leave room for other requests. */
const atOnce = 10;

/** Reads the first `count` records of several places in an order; no place is read beyond the last of these. */
export async function readPlaces(
  places: readonly PlacePages[],
  { order, count, isLast = () => false, onProgress, makeRoom }: ReadPlacesOptions,
): Promise<PlacesReading> {
  const compareIds = (a: string, b: string) =>
    order === 'newest first' ? compareSnowflakes(b, a) : compareSnowflakes(a, b);
  const requests = new PQueue({ concurrency: atOnce });
  const reached = new Map(places.map(({ channel }) => [channel, '']));
  let found: ReadRecord[] = [];
  let hasMore = false;
  /** What comes after this id is not wanted. */
  let lastId: string | null = null;
  const isWanted = (id: string) => lastId === null || compareIds(id, lastId) <= 0;
  const cut = () => {
    found.sort((a, b) => compareIds(a.record.id, b.record.id));
    const wanted = found.slice(0, count).filter(({ record }) => isWanted(record.id));
    hasMore ||= wanted.length < found.length;
    found = wanted;
    if (found.length === count) lastId = found.at(-1)?.record.id ?? lastId;
  };
  const tell = () => {
    const [reachedId] = [...reached.values()].sort(compareIds);
    if (reachedId !== undefined && ![...reached.values()].includes(''))
      onProgress?.({ read: Math.min(found.length, count), reachedId });
  };

  const add = ({ channel }: PlacePages, page: readonly MessageRecord[]): boolean => {
    const end = page.find(isLast);
    if (end && isWanted(end.id)) lastId = end.id;
    const wanted = page.filter(({ id }) => isWanted(id));
    found.push(...wanted.map(record => ({ channel, record })));
    reached.set(channel, page.at(-1)?.id ?? '');
    if (found.length >= count) cut();
    tell();
    return isWanted(page.at(-1)?.id ?? '');
  };
  await Promise.all(
    places.map(async place => {
      for (;;) {
        const next = await requests.add(() => place.pages.next());
        if (next.done) break;
        if (add(place, next.value)) {
          await makeRoom?.(found.length);
          continue;
        }
        hasMore = true;
        break;
      }
      reached.delete(place.channel);
    }),
  );
  cut();
  return { records: found, hasMore };
}

/** The channels with messages of their own, and the public threads and posts of all of them that were active since an id. */
export async function findTextChannels(
  channels: readonly SourceChannel[],
  firstId: string,
  guild: Guild,
  continuity?: GatewayContinuity,
): Promise<readonly GuildTextBasedChannel[]> {
  const own = channels.filter(channel => channel.isTextBased());
  const all = [...own, ...(await findThreads(channels, firstId, guild, continuity))];
  // A thread may be a source in addition to its channel.
  return [...new Map(all.map(channel => [channel.id, channel])).values()];
}

/** A busy forum archives at most a few hundred posts a day. */
const mostArchivedPages = 10;

async function findThreads(
  channels: readonly SourceChannel[],
  firstId: string,
  guild: Guild,
  continuity?: GatewayContinuity,
): Promise<readonly AnyThreadChannel[]> {
  const parents = channels.filter(channel => !channel.isThread() && 'threads' in channel);
  if (parents.length === 0) return [];
  const ids = new Set(parents.map(({ id }) => id));
  const firstMs = Date.parse(toInstant(firstId));
  const threads = continuity?.isFollowed(guild.id)
    ? guild.channels.cache.filter(each => each.isThread()).filter(({ archived }) => !archived)
    : (await guild.channels.fetchActiveThreads(false)).threads;
  const found = new Map(
    [...threads.values()]
      .filter(({ parentId, type }) => ids.has(parentId ?? '') && type !== ChannelType.PrivateThread)
      .map(thread => [thread.id, thread] as const),
  );
  for (const parent of parents) {
    if (continuity?.mayHaveArchived(parent, firstMs) === false) continue;
    let before: AnyThreadChannel | undefined;
    for (let page = 0; page < mostArchivedPages; page++) {
      const query = { type: 'public' as const, limit: 100, ...(before && { before }) };
      const archived = await orUnavailable(parent.threads.fetchArchived(query, false));
      if (typeof archived === 'string') break;
      for (const thread of archived.threads.values())
        if (compareSnowflakes(thread.lastMessageId ?? '0', firstId) > 0) found.set(thread.id, thread);
      before = archived.threads.last();
      // The most recently archived come first, and an archived thread gets no new messages.
      const isOlder = (before?.archiveTimestamp ?? 0) < firstMs;
      if (!archived.hasMore || before === undefined || isOlder) break;
    }
  }
  return [...found.values()];
}
