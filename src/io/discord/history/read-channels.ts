import { type AnyThreadChannel, ChannelType, type Guild, type GuildTextBasedChannel } from 'discord.js';
import PQueue from 'p-queue';
import type { DigestReading } from '../../../app/digests/ports.ts';
import { isWritten } from '../../../core/conversation/discord.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation, Source } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import type { Sources } from '../access/open-channels.ts';
import { type SourceChannel, toPlacing } from '../access/places.ts';
import { orUnavailable } from '../interaction/failures.ts';
import type { GatewayContinuity } from '../sync/gateway-events.ts';
import {
  type HistoryWindow,
  type PageBackOptions,
  pageBack,
  pageForward,
  type ReadingWatch,
  type ReadRecord,
  readMessages,
  toFloor,
  type Watch,
} from './history.ts';
import { type MessageRecord, pageSize, toFirstId, toInstant } from './message.ts';
import { isOwnLast, parseSince, type Since, type SinceContext, searched } from './window.ts';

type Category = { readonly channels: readonly SourceChannel[]; readonly title: string };
type Window = Pick<HistoryWindow, 'from' | 'afterId' | 'beforeId'> & { readonly count: number };

/** Reads the newest messages of all channels of a category and their threads, at most `count` in total. */
export async function readCategory(
  { channels, title }: Category,
  { count, from, afterId, beforeId }: Window,
  guild: Guild,
  watch: Watch,
): Promise<Conversation> {
  const { signal, cache, onProgress } = watch;
  const makeRoom = (read: number) => watch.makeRoom?.(read, signal) ?? Promise.resolve();
  const floor = toFloor(from, afterId) ?? '0';
  const places = await findPages(channels, { floor, before: beforeId, count, cache }, guild, signal);
  const { records } = await readPlaces(places, { order: 'newest first', count, onProgress, makeRoom });
  const conversation = await readConversation(records.toReversed(), channels, guild, watch);
  return { ...conversation, source: { ...conversation.source, title } };
}

/** As `parseSince`, but a link and the person's last message may be in any of the channels. */
export async function parseSinceIn(
  words: string,
  { channels }: Category,
  guild: Guild,
  context: SinceContext,
): Promise<Since> {
  if (!isOwnLast(words)) {
    const linked = channels.find(channel => words.includes(`/${channel.id}/`));
    return parseSince(words, { ...context, ...(linked?.isTextBased() && { channel: linked }) });
  }
  const { personId, signal } = context;
  const isOwn = ({ author, type }: MessageRecord) => author.id === personId && isWritten(type);
  const places = await findPages(channels, { floor: '0', count: searched }, guild, signal);
  const { records } = await readPlaces(places, { order: 'newest first', count: searched, isLast: isOwn });
  const own = records.find(({ record }) => isOwn(record))?.record;
  return own === undefined
    ? { ok: false, reason: 'no_own_message', looked: records.length }
    : { ok: true, from: toInstant(own.id), afterId: own.id, isOwnLast: true };
}

/** The channels and threads that contain something newer than `floor`. */
async function findPages(
  channels: Category['channels'],
  query: PageBackOptions & { readonly floor: string },
  guild: Guild,
  signal: AbortSignal,
): Promise<readonly PlacePages[]> {
  const places = await findTextChannels(channels, query.floor, guild);
  return places
    .filter(({ lastMessageId }) => compareSnowflakes(lastMessageId ?? '0', query.floor) > 0)
    .map(channel => ({ channel, pages: pageBack(channel, query, signal) }));
}

type PlacePages = {
  readonly channel: GuildTextBasedChannel;
  /** In the order in which the places are read. */
  readonly pages: AsyncGenerator<readonly MessageRecord[]>;
};

type ReadPlacesOptions = {
  readonly order: 'newest first' | 'oldest first';
  /** The most records of all places together. */
  readonly count: number;
  readonly isLast?: (record: MessageRecord) => boolean;
  readonly onProgress?: Watch['onProgress'];
  readonly makeRoom?: ((read: number) => Promise<void>) | undefined;
};

type PlacesReading = {
  readonly records: readonly ReadRecord[];
  readonly hasMore: boolean;
};

/** Channels read at the same time. Each has its own rate limit; the global one must leave room for other requests. */
const atOnce = 10;
/** Records are sorted again once this share of them is new. */
const sortedAgainAfter = 0.1;

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
    if (
      found.length >= count * (1 + sortedAgainAfter) + pageSize ||
      (lastId === null && found.length >= count)
    )
      cut();
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
