import { setTimeout as wait } from 'node:timers/promises';
import {
  type Guild,
  type GuildTextBasedChannel,
  MessageType,
  makeURLSearchParams,
  type RESTGetAPIGuildMessagesSearchQuery,
  type RESTGetAPIGuildMessagesSearchResult,
  Routes,
} from 'discord.js';
import type { SpeakerRules } from '../../app/ports.ts';
import { isWritten } from '../../core/conversation/discord.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import {
  type ChannelMessage,
  type ChannelNews,
  rankNews,
  toChannelNews,
} from '../../core/digests/channel-news.ts';
import { abortable } from '../../deadline.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import type { createOptOutFilter } from './history/history.ts';
import { fetchPage, type MessageRecord, pageSize } from './history/message.ts';
import { toAuthorId, toSpeaker } from './history/speakers.ts';
import { orUnavailable } from './interaction/failures.ts';

/** Each search for a person's last messages finds those of at least one more channel. */
const maxOwnSearches = 4;
/** The most channels that are read. */
const maxChannels = 50;
/** Of all channels together; of each the same share, but never more than a page. */
const maxMessages = 1_500;
const fewestOfChannel = 20;
const parallel = 5;

type NewsQuery = {
  readonly guild: Guild;
  readonly personId: string;
  /** The mentions of these roles count too. */
  readonly roleIds: ReadonlySet<string>;
  /** Channels that the person may read. */
  readonly channels: readonly GuildTextBasedChannel[];
  /** Older messages are not new. */
  readonly floorId: string;
  /** Newer messages are left for the next time. */
  readonly untilId?: string | undefined;
  /** Messages before the person's last one in a channel are not new either. */
  readonly fromOwnLast: boolean;
  /** Removes messages by people who opted out. */
  readonly allow: ReturnType<typeof createOptOutFilter>;
  readonly onProgress: (progress: NewsProgress) => void;
};

export type NewsProgress = { readonly read: number; readonly channels: number };

/** A channel, and the id after which messages are new. */
export type OpenChannel = { readonly channel: GuildTextBasedChannel; readonly afterId: string };

/** The news of a channel, with its newest messages and older ones that wait for the person. */
export type ReadNews = ChannelNews & { readonly records: readonly MessageRecord[] } & OpenChannel;

export type FoundNews = {
  /** Most relevant first. */
  readonly news: readonly ReadNews[];
  /** Channels with newer messages that were not read. */
  readonly notRead: readonly OpenChannel[];
  readonly isSearched: boolean;
};

/**
 * Finds a person's news within a limited number of requests. Discord's search finds where they wrote last, and the
 * messages that mention them or reply to them; then a page of each channel is read, the ones with such messages
 * first. Without the search, the person's last message is looked for in that page. Channels without newer messages are
 * skipped by the id of their last one. Rejects if no channel could be read.
 */
export async function findNews(query: NewsQuery, log: Logger, signal: AbortSignal): Promise<FoundNews> {
  const { personId, channels, floorId } = query;
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
  const concerning = open.filter(({ id }) => hits.has(id));
  const queue = [...concerning, ...open.filter(({ id }) => !hits.has(id))];
  const channelCount = Math.min(queue.length, maxChannels);
  const limit = Math.max(fewestOfChannel, Math.min(pageSize, Math.floor(maxMessages / channelCount)));

  const news: ReadNews[] = [];
  const unread: GuildTextBasedChannel[] = [];
  const failures: unknown[] = [];
  let readCount = 0;
  let looked = 0;
  while (queue.length > 0 && looked < maxChannels && !signal.aborted) {
    const next = queue.splice(0, Math.min(parallel, maxChannels - looked));
    looked += next.length;
    const read = await Promise.allSettled(
      next.map(each => readChannel(each, toAfterId(each), limit, query, signal)),
    );
    query.onProgress({ read: looked, channels: channelCount });
    for (const [index, result] of read.entries()) {
      const channel = next[index];
      if (channel === undefined) continue;
      if (result.status === 'rejected') {
        failures.push(result.reason);
        unread.push(channel);
        log.warn({ channel: channel.id, ...toLoggedError(result.reason) }, 'catchup-read-failed');
        continue;
      }
      readCount += 1;
      if (result.value !== null) {
        const { afterId, page, allowed, rules, hasMore } = result.value;
        const own = hits.get(channel.id) ?? [];
        const messages = [...own, ...allowed].map(record =>
          toChannelMessage(record, answerIds, query, rules),
        );
        const found = toChannelNews({ channelId: channel.id, afterId, messages, hasMore }, personId);
        const isNew = ({ id }: MessageRecord) => compareSnowflakes(id, afterId) > 0;
        // People who opted out are counted by who reads the page.
        const records = [...new Map([...own, ...page].filter(isNew).map(each => [each.id, each])).values()];
        if (found !== null) news.push({ ...found, channel, records });
      }
    }
  }
  if (readCount === 0 && failures.length > 0 && !signal.aborted) throw failures[0];
  const notRead = [...unread, ...queue].map(channel => ({ channel, afterId: toAfterId(channel) }));
  return { news: rankNews(news), notRead, isSearched: search.isAvailable() };
}

export type Find = (query: Parameters<typeof searchMessages>[1]) => Promise<readonly MessageRecord[] | null>;

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
    if (found === null || found.length === 0) break;
    for (const { id, channel_id, type } of found) {
      const before = known.get(channel_id) ?? '0';
      if (isWritten(type) && compareSnowflakes(id, before) > 0) known.set(channel_id, id);
    }
    open = open.filter(id => !known.has(id));
  }
  return known;
}

/** Mentions of and replies to the person, by channel, newer than its id. */
async function findHits(
  query: NewsQuery,
  afterIds: ReadonlyMap<string, string>,
  find: Find,
  signal: AbortSignal,
) {
  const channel_id = [...afterIds.keys()].slice(0, maxSearchedChannels);
  const within = { channel_id, min_id: query.floorId };
  const search: Find = async query => (channel_id.length === 0 ? [] : find(query));
  const answering = (await search({ ...within, replied_to_user_id: [query.personId] })) ?? [];
  const mentioning = (await search({ ...within, mentions: [query.personId] })) ?? [];
  const { records } = await query.allow([...mentioning, ...answering], signal);
  const newer = records.filter(({ id, channel_id: at }) => compareSnowflakes(id, afterIds.get(at) ?? id) > 0);
  const answerIds: ReadonlySet<string> = new Set(answering.map(({ id }) => id));
  return { hits: Map.groupBy(newer, record => record.channel_id), answerIds };
}

/** The newest messages of a channel; null if it was deleted or hidden meanwhile. */
async function readChannel(
  channel: GuildTextBasedChannel,
  afterId: string,
  limit: number,
  query: NewsQuery,
  signal: AbortSignal,
) {
  const found = await orUnavailable(fetchPage(channel, { limit }, signal));
  if (typeof found === 'string') return null;
  const { untilId } = query;
  const page = found.filter(({ id }) => untilId === undefined || compareSnowflakes(id, untilId) <= 0);
  const { records: allowed, rules } = await query.allow(page, signal);
  // The search may not include the latest messages yet.
  const own = query.fromOwnLast
    ? page.find(({ author, type }) => author.id === query.personId && isWritten(type))?.id
    : undefined;
  const newest = own !== undefined && compareSnowflakes(own, afterId) > 0 ? own : afterId;
  const hasMore = found.length === limit && page.every(({ id }) => compareSnowflakes(id, newest) > 0);
  return { afterId: newest, page, allowed, rules, hasMore };
}

function toChannelMessage(
  record: MessageRecord,
  answerIds: ReadonlySet<string>,
  { guild, personId, roleIds }: NewsQuery,
  rules: SpeakerRules,
): ChannelMessage {
  const { id, type, content, referenced_message: answered } = record;
  const isReply = type === MessageType.Reply;
  return {
    id,
    authorId: toAuthorId(record, rules.senders?.known),
    isByPerson: isWritten(type) && toSpeaker(record, rules, guild.client.user.id) !== 'bot',
    text: content,
    mentionsReader:
      (record.mentions ?? []).some(user => user.id === personId) ||
      (record.mention_roles ?? []).some(role => roleIds.has(role)),
    replyToId: isReply ? (record.message_reference?.message_id ?? null) : null,
    repliesToReader: answerIds.has(id) || (isReply && answered?.author.id === personId),
  };
}

/** While Discord builds the index, it says when to retry; the longest such wait. */
const longestWaitMs = 3_000;

export const maxSearchedChannels = 500;

/**
 * The newest matching messages of a server, at most 25. Null if Discord is still building its index after a retry.
 * Discord only checks the bot's permissions, so the channels must be given. Results lag some seconds behind.
 * https://docs.discord.com/developers/resources/message#search-guild-messages
 */
async function searchMessages(
  guild: Guild,
  query: RESTGetAPIGuildMessagesSearchQuery,
  signal: AbortSignal,
): Promise<readonly MessageRecord[] | null> {
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
  return 'messages' in answer ? answer.messages.flat() : null;
}
