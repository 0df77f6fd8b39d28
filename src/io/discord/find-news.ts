import { setTimeout as wait } from 'node:timers/promises';
import {
  type Guild,
  type GuildMember,
  type GuildTextBasedChannel,
  MessageType,
  makeURLSearchParams,
  type RESTGetAPIGuildMessagesSearchQuery,
  type RESTGetAPIGuildMessagesSearchResult,
  Routes,
} from 'discord.js';
import type { PrivacyStore, SpeakerRules } from '../../app/store-ports.ts';
import { isWritten } from '../../core/conversation/discord.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import {
  type ChannelMessage,
  type ChannelNews,
  rankNews,
  toChannelNews,
} from '../../core/digests/channel-news.ts';
import { toChunks } from '../../core/order.ts';
import { abortable } from '../../deadline.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import { createOptOutFilter } from './history/history.ts';
import type { MessageRecord } from './history/message.ts';
import { fetchPage, pageSize } from './history/pages.ts';
import { membersOnly, toAuthorId, toSpeaker } from './history/speakers.ts';
import { orUnavailable } from './interaction/failures.ts';

/** Each search for a person's last messages finds those of at least one more channel. */
const maxOwnSearches = 4;
/** The most channels that are read, and pages of each: Discord gives five of a channel in five seconds. */
const maxChannels = 50;
const maxPages = 10;
/** Of all channels together: first a page of each, of the same share, then older pages of those that have more. */
const maxMessages = 3_000;
const fewestOfChannel = 20;
const parallel = 5;

/** A channel, and the id after which messages are new. */
export type OpenChannel = { readonly channel: GuildTextBasedChannel; readonly afterId: string };

type NewsQuery = {
  readonly guild: Guild;
  readonly personId: string;
  /** The mentions of their roles count too, if they are known. */
  readonly person: GuildMember | string | undefined;
  readonly channels: readonly GuildTextBasedChannel[];
  /** Older messages are not new. */
  readonly floorId: string;
  /** Newer messages are left for the next time. */
  readonly untilId?: string | undefined;
  /** Messages before the person's last one in a channel are not new either. */
  readonly fromOwnLast: boolean;
  readonly privacy: PrivacyStore;
  readonly onProgress: (progress: NewsProgress) => void;
};

/** Channels that were not read within this time are only offered. */
const timeoutMs = 60_000;

export type NewsProgress = { readonly read: number; readonly channels: number };

/** The news of a channel, with its newest messages and older ones that wait for the person. */
export type ReadNews = ChannelNews & {
  readonly records: readonly MessageRecord[];
  /** Older new messages were left out. */
  readonly isCut: boolean;
} & OpenChannel;

export type FoundNews = {
  readonly news: readonly ReadNews[];
  readonly notRead: readonly OpenChannel[];
  readonly isSearched: boolean;
};

/**
 * Finds a person's news within a limited number of requests: a search finds where they wrote last and what mentions or answers them, then
 * what is new is read, those channels first. Without the search, their last message is looked for in what is read. Rejects if all fail.
 */
export async function findNews(given: NewsQuery, log: Logger, whole: AbortSignal): Promise<FoundNews> {
  const query = { ...given, allow: createOptOutFilter(given.guild, given.privacy) };
  const { personId, channels, floorId } = query;
  const signal = AbortSignal.any([whole, AbortSignal.timeout(timeoutMs)]);
  const search = createSearch(query, log, signal);
  const ownLast = query.fromOwnLast ? await findOwnLast(query, search.find) : new Map<string, string>();
  const toAfterId = ({ id }: GuildTextBasedChannel) => ownLast.get(id) ?? floorId;
  const open = channels.filter(each => compareSnowflakes(each.lastMessageId ?? '0', toAfterId(each)) > 0);
  const { hits, answerIds } = await findHits(
    query,
    new Map(open.map(each => [each.id, toAfterId(each)])),
    search.find,
    signal,
  );
  const toOpen = (channel: GuildTextBasedChannel): OpenChannel => ({ channel, afterId: toAfterId(channel) });
  const concerning = open.filter(({ id }) => hits.has(id));
  const queue = [...concerning, ...open.filter(({ id }) => !hits.has(id))];
  const begun = queue.slice(0, maxChannels).map(each => toReading(each, toAfterId(each)));
  const readings = await readAll(begun, query, log, signal);
  whole.throwIfAborted();
  const unreached = readings.filter(({ reachedId, hasMore }) => reachedId === null && hasMore);
  const [{ failure } = { failure: null }] = unreached;
  if (failure !== null && unreached.length === readings.length && !signal.aborted) throw failure;

  const news: ReadNews[] = [];
  const notRead = [...unreached.map(({ channel }) => channel), ...queue.slice(maxChannels)];
  for (const reading of readings.filter(each => !unreached.includes(each))) {
    const { channel, page, allowed, rules, ownId, hasMore } = reading;
    const afterId = ownId ?? toAfterId(channel);
    const own = hits.get(channel.id) ?? [];
    const isNew = ({ id }: { readonly id: string }) => compareSnowflakes(id, afterId) > 0;
    const messages = [...own, ...allowed].map(record => toChannelMessage(record, answerIds, query, rules));
    const found = toChannelNews({ channelId: channel.id, afterId, messages, hasMore }, personId);
    // People who opted out are counted by who reads the page.
    const records = [...new Map([...own, ...page].filter(isNew).map(each => [each.id, each])).values()];
    if (found !== null) news.push({ ...found, channel, records, isCut: hasMore });
  }
  return {
    news: rankNews(news),
    notRead: notRead.map(toOpen),
    isSearched: search.isAvailable(),
  };
}

type RunningQuery = NewsQuery & { readonly allow: ReturnType<typeof createOptOutFilter> };

/** What of a channel has been read, back from its newest message. */
type Reading = {
  readonly channel: GuildTextBasedChannel;
  readonly afterId: string;
  /** The oldest message that was fetched; null before the first page. */
  readonly reachedId: string | null;
  readonly page: readonly MessageRecord[];
  readonly allowed: readonly MessageRecord[];
  readonly rules: SpeakerRules;
  /** The person's last message, where it was found in a page: what is older is not new. */
  readonly ownId: string | null;
  readonly hasMore: boolean;
  readonly failure: unknown;
};

function toReading(channel: GuildTextBasedChannel, afterId: string): Reading {
  const nothing = { reachedId: null, page: [], allowed: [], rules: membersOnly, ownId: null };
  return { channel, afterId, ...nothing, hasMore: true, failure: null };
}

/** Reads a page of each channel, then older pages, channel by channel in turn, while there is room for them. */
async function readAll(
  begun: readonly Reading[],
  query: RunningQuery,
  log: Logger,
  signal: AbortSignal,
): Promise<readonly Reading[]> {
  const limit = Math.max(fewestOfChannel, Math.min(pageSize, Math.floor(maxMessages / begun.length)));
  let readings = begun;
  for (let pages = 0; pages < maxPages && !signal.aborted; pages += 1) {
    const isFirst = pages === 0;
    const count = readings.reduce((sum, { page }) => sum + page.length, 0);
    const next = isFirst
      ? readings
      : readings
          .filter(({ hasMore, failure }) => hasMore && failure === null)
          .slice(0, Math.floor((maxMessages - count) / pageSize));
    if (next.length === 0) break;
    for (const some of toChunks(next, parallel)) {
      if (signal.aborted) break;
      const read = await Promise.all(
        some.map(each => readPage(each, isFirst ? limit : pageSize, query, log, signal)),
      );
      readings = readings.map(each => read.find(({ channel }) => channel === each.channel) ?? each);
      const done = readings.filter(({ hasMore }) => !hasMore).length;
      query.onProgress({ read: done, channels: readings.length });
    }
  }
  return readings;
}

type Found = { readonly records: readonly MessageRecord[]; readonly total: number };
export type Find = (query: Parameters<typeof searchMessages>[1]) => Promise<Found | null>;

/** Searches as long as the search works; otherwise returns null. */
export function createSearch({ guild }: Pick<NewsQuery, 'guild'>, log: Logger, signal: AbortSignal) {
  let isAvailable = true;
  const find: Find = async query => {
    if (!isAvailable) return null;
    try {
      const found = await searchMessages(guild, query, signal);
      isAvailable = found !== null;
      return found;
    } catch (error) {
      // Channels are still read without it.
      isAvailable = false;
      log.warn({ guild: guild.id, ...toLoggedError(error) }, 'message-search-failed');
      return null;
    }
  };
  return { find, isAvailable: () => isAvailable };
}

/** The id of the person's last message by channel; each search excludes the channels already found. */
async function findOwnLast(
  { personId, channels, floorId }: NewsQuery,
  find: Find,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  let open = channels.map(({ id }) => id).slice(0, maxSearchedChannels);
  for (let round = 0; round < maxOwnSearches && open.length > 0; round++) {
    const found = await find({ author_id: [personId], channel_id: open, min_id: floorId });
    if (found === null || found.records.length === 0) break;
    for (const { id, channel_id, type } of found.records) {
      const before = known.get(channel_id) ?? '0';
      if (isWritten(type) && compareSnowflakes(id, before) > 0) known.set(channel_id, id);
    }
    open = open.filter(id => !known.has(id));
  }
  return known;
}

/** Mentions of and replies to the person, by channel, newer than its id. */
async function findHits(
  query: RunningQuery,
  afterIds: ReadonlyMap<string, string>,
  find: Find,
  signal: AbortSignal,
) {
  const channel_id = [...afterIds.keys()].slice(0, maxSearchedChannels);
  const within = { channel_id, min_id: query.floorId };
  const search = async (query: Parameters<Find>[0]) =>
    channel_id.length === 0 ? [] : ((await find(query))?.records ?? []);
  const answering = await search({ ...within, replied_to_user_id: [query.personId] });
  const mentioning = await search({ ...within, mentions: [query.personId] });
  const { records } = await query.allow([...mentioning, ...answering], signal);
  const newer = records.filter(({ id, channel_id: at }) => compareSnowflakes(id, afterIds.get(at) ?? id) > 0);
  const answerIds: ReadonlySet<string> = new Set(answering.map(({ id }) => id));
  return { hits: Map.groupBy(newer, record => record.channel_id), answerIds };
}

/** The reading with one page more; without more where the channel was deleted or hidden meanwhile. */
async function readPage(
  reading: Reading,
  limit: number,
  query: RunningQuery,
  log: Logger,
  signal: AbortSignal,
): Promise<Reading> {
  const { channel, afterId, reachedId } = reading;
  try {
    const asked = { limit, ...(reachedId !== null && { before: reachedId }) };
    const found = await orUnavailable(fetchPage(channel, asked, signal));
    if (typeof found === 'string') return { ...reading, hasMore: false };
    const { untilId } = query;
    const page = found.filter(({ id }) => untilId === undefined || compareSnowflakes(id, untilId) <= 0);
    const { records: allowed, rules } = await query.allow(page, signal);
    // The search may not include the latest messages yet.
    const own = query.fromOwnLast
      ? page.find(({ author, type }) => author.id === query.personId && isWritten(type))?.id
      : undefined;
    const ownId = own !== undefined && compareSnowflakes(own, afterId) > 0 ? own : null;
    const isWanted = ({ id }: MessageRecord) => compareSnowflakes(id, ownId ?? afterId) > 0;
    return {
      ...reading,
      reachedId: found.at(-1)?.id ?? reachedId,
      page: [...reading.page, ...page.filter(isWanted)],
      allowed: [...reading.allowed, ...allowed.filter(isWanted)],
      rules,
      ownId,
      hasMore: found.length === limit && page.every(isWanted),
    };
  } catch (failure) {
    log.warn({ channel: channel.id, ...toLoggedError(failure) }, 'catchup-read-failed');
    return { ...reading, failure };
  }
}

function toChannelMessage(
  record: MessageRecord,
  answerIds: ReadonlySet<string>,
  { guild, personId, person }: NewsQuery,
  rules: SpeakerRules,
): ChannelMessage {
  const { id, type, content, referenced_message: answered } = record;
  const isReply = type === MessageType.Reply;
  const roles = typeof person === 'object' ? person.roles.cache : null;
  return {
    id,
    authorId: toAuthorId(record, rules.senders?.known),
    isByPerson: isWritten(type) && toSpeaker(record, rules, guild.client.user.id) !== 'bot',
    text: content,
    mentionsReader:
      (record.mentions ?? []).some(user => user.id === personId) ||
      (record.mention_roles ?? []).some(role => role !== guild.id && roles?.has(role)),
    replyToId: isReply ? (record.message_reference?.message_id ?? null) : null,
    repliesToReader: answerIds.has(id) || (isReply && answered?.author.id === personId),
  };
}

/** While Discord builds the index, it says when to retry; the longest such wait. */
const longestWaitMs = 3_000;

export const maxSearchedChannels = 500;
export const mostFound = 25;

/**
 * The newest matching messages, at most `mostFound`; null while Discord builds its index. Only the bot's permissions are checked, so the
 * channels must be given. https://docs.discord.com/developers/resources/message#search-guild-messages
 */
async function searchMessages(
  guild: Guild,
  query: RESTGetAPIGuildMessagesSearchQuery,
  signal: AbortSignal,
): Promise<Found | null> {
  const ask = async () =>
    (await abortable(signal, own =>
      guild.client.rest.get(Routes.guildMessagesSearch(guild.id), {
        query: makeURLSearchParams({
          sort_by: 'timestamp',
          sort_order: 'desc',
          include_nsfw: true,
          ...query,
        }),
        signal: own,
      }),
    )) as RESTGetAPIGuildMessagesSearchResult;
  let answer = await ask();
  if (!('messages' in answer)) {
    const waitMs = answer.retry_after * 1_000;
    if (waitMs > longestWaitMs) return null;
    await wait(waitMs, undefined, { signal });
    answer = await ask();
  }
  return 'messages' in answer ? { records: answer.messages.flat(), total: answer.total_results } : null;
}
