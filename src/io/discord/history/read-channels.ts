import { type AnyThreadChannel, ChannelType, type Guild, type GuildTextBasedChannel } from 'discord.js';
import type { DigestReading } from '../../../app/digests/ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation, Source } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import type { Sources } from '../access/open-channels.ts';
import { type SourceChannel, toPlacing } from '../access/places.ts';
import { orUnavailable } from '../interaction/failures.ts';
import type { GatewayContinuity } from '../sync/gateway-events.ts';
import { type ReadingWatch, readMessages, type Watch } from './history.ts';
import { toFirstId, toInstant } from './message.ts';
import {
  type PageBackOptions,
  type PlacesReading,
  pageBack,
  pageForward,
  type ReadPlacesOptions,
  type ReadRecord,
  readPlaces,
} from './pages.ts';

const maxHistory = 100_000;

/** Which messages of a channel; without anything, all up to `maxHistory`. */
export type HistoryWindow = {
  /** At most this many, the newest. */
  readonly count?: number | undefined;
  /** An instant, inclusive. */
  readonly from?: string | undefined;
  /** Only what is newer than the message of this id, which need not exist. */
  readonly afterId?: string | undefined;
  /** Only what is older than the message of this id, which need not exist. */
  readonly beforeId?: string | undefined;
};

type Category = {
  readonly channels: readonly SourceChannel[];
  readonly title: string;
  readonly guild: Guild;
};

/** One channel or thread, or the channels of a category and their threads. */
export type Readable = GuildTextBasedChannel | Category;

/**
 * Reads the newest messages, oldest first, each message once; those of people who opted out are only counted. Callers check access first:
 * without the permission Discord returns an empty list. Rejects when aborted, and when Discord keeps failing.
 */
export async function readHistory(
  where: Readable,
  { count = maxHistory, from, afterId, beforeId }: HistoryWindow,
  watch: Watch,
): Promise<Conversation> {
  const { signal, cache, onProgress, makeRoom } = watch;
  const query = {
    before: beforeId,
    count: Math.min(count, maxHistory),
    floor: toFloor(from, afterId),
    cache,
  };
  const { records } = await readNewest(where, query, signal, {
    onProgress,
    makeRoom: async read => makeRoom?.(read, signal),
  });
  const oldestFirst = records.toReversed();
  if (!isCategory(where))
    return { source: toPlacing(where).source, ...(await readMessages(oldestFirst, watch)) };
  const conversation = await readConversation(oldestFirst, where.channels, where.guild, watch);
  return { ...conversation, source: { ...conversation.source, title: where.title } };
}

function isCategory(where: Readable): where is Category {
  return 'channels' in where;
}

/** All wanted messages are newer than this id. */
function toFloor(from: string | undefined, afterId: string | undefined): string {
  const first = from === undefined ? 0n : toFirstId(Date.parse(from));
  const after = afterId === undefined ? 0n : BigInt(afterId);
  const floor = first - 1n > after ? first - 1n : after;
  return String(floor > 0n ? floor : 0n);
}

/** The newest records, the newest first. Of a category, only channels and threads are read that contain something newer than `floor`. */
export async function readNewest(
  where: Readable,
  query: PageBackOptions & { readonly floor: string },
  signal: AbortSignal,
  options: Omit<ReadPlacesOptions, 'order' | 'count'> = {},
): Promise<PlacesReading> {
  const places = isCategory(where)
    ? (await findTextChannels(where.channels, query.floor, where.guild)).filter(
        ({ lastMessageId }) => compareSnowflakes(lastMessageId ?? '0', query.floor) > 0,
      )
    : [where];
  const pages = places.map(channel => ({ channel, pages: pageBack(channel, query, signal) }));
  return readPlaces(pages, { ...options, order: 'newest first', count: query.count });
}

/** Turns the records of several channels and their threads into one conversation, oldest first. */
export async function readConversation(
  taken: readonly ReadRecord[],
  channels: readonly SourceChannel[],
  guild: Guild,
  watch: ReadingWatch,
): Promise<Conversation> {
  const openIds = new Set([...channels, ...taken.map(({ channel }) => channel)].map(({ id }) => id));
  const { messages, ...left } = await readMessages(taken, watch, openIds);
  // The message that started a thread is read in the channel and in the thread.
  const distinct = new Map(messages.map(message => [message.id, message]));
  return { source: toSource(channels, guild), messages: [...distinct.values()], ...left };
}

/** One channel is named; of several the names are joined. */
export function toSource(channels: readonly SourceChannel[], guild: Guild): Source {
  const sources = channels.map(channel => toPlacing(channel).source);
  const [only, ...others] = sources;
  if (only && others.length === 0) return only;
  return {
    type: 'discord',
    title: sources.map(({ title }) => title).join(' · ') || guild.name,
    guildId: guild.id,
    channelIds: [...new Set(sources.flatMap(({ channelIds }) => channelIds))],
    ...(channels.some(channel => channel.isThread()) && { placeIds: channels.map(({ id }) => id) }),
  };
}

/** The channels with messages of their own, and the public threads and posts of all of them that were active since an id. */
async function findTextChannels(
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

/** A channel or thread to read, and the id after which nothing is covered yet. */
type PlaceToRead = { readonly channel: GuildTextBasedChannel; readonly afterId: string };

/** The channels and public threads that may contain uncovered messages. A private thread is read only as a source itself. */
async function findPlaces(
  channels: readonly SourceChannel[],
  digest: Pick<Digest, 'covered' | 'coveredTo' | 'since'>,
  guild: Guild,
  continuity?: GatewayContinuity,
): Promise<readonly PlaceToRead[]> {
  const { covered, coveredTo = '0' } = digest;
  // The messages with greater ids are of the digest.
  const firstId = String(toFirstId(Date.parse(digest.since)) - 1n);
  const toPlace = (channel: GuildTextBasedChannel): PlaceToRead => {
    const knownId = covered[channel.id] ?? firstId;
    return { channel, afterId: compareSnowflakes(knownId, coveredTo) > 0 ? knownId : coveredTo };
  };
  const found = await findTextChannels(channels, firstId, guild, continuity);
  return found
    .map(toPlace)
    .filter(({ channel, afterId }) => compareSnowflakes(channel.lastMessageId ?? '0', afterId) > 0);
}

/** Reads at most `limit` messages of these sources that the digest has not covered, oldest first. */
export async function readSources(
  digest: Digest,
  { channels, leftOut }: Sources,
  guild: Guild,
  limit: number,
  watch: ReadingWatch & Pick<Watch, 'makeRoom' | 'onProgress'> & { readonly continuity?: GatewayContinuity },
): Promise<DigestReading> {
  const { signal } = watch;
  await watch.makeRoom?.(0, signal);
  const places = await findPlaces(channels, digest, guild, watch.continuity);
  // No place is read further than all others, so what is covered is covered up to its newest message everywhere.
  const last = places
    .map(({ channel: { id, lastMessageId } }) => ({ id, lastId: lastMessageId ?? '0' }))
    .sort((a, b) => compareSnowflakes(a.lastId, b.lastId))
    .at(-1);
  const pages = places.map(({ channel, afterId }) => ({
    channel,
    pages: pageForward(channel, { afterId, lastId: last?.lastId }, signal),
  }));
  const { records: taken, hasMore } = await readPlaces(pages, {
    order: 'oldest first',
    count: limit,
    onProgress: watch.onProgress,
    makeRoom: async read => watch.makeRoom?.(read, signal),
  });
  const { source, ...conversation } = await readConversation(taken, channels, guild, watch);
  const named = new Map(channels.flatMap(each => toPlacing(each).channel ?? []).map(each => [each.id, each]));
  return {
    // Where there are more messages than were read, a channel without one may still have news.
    conversation: {
      ...conversation,
      source: hasMore ? source : { ...source, channels: [...named.values()] },
    },
    covered: {
      ...Object.fromEntries(taken.map(({ channel, record }) => [channel.id, record.id])),
      // Also where that message was deleted, which Discord still names as the last.
      ...(last && !hasMore && { [last.id]: last.lastId }),
    },
    hasMore,
    leftOut,
  };
}
