import { type Client, Events, GatewayDispatchEvents } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { abortable } from '../../../deadline.ts';
import { listAttachments, type MessageRecord } from './message.ts';

/** A channel or thread whose events the bot gets. */
type CachedChannel = { readonly id: string; readonly guildId: string };

export type CachedPage = {
  /** Newest first. */
  readonly records: readonly MessageRecord[];
  /** The channel has no older messages. */
  readonly isLast: boolean;
};

/** Everything in a channel before an id, back to its oldest record. */
type Page = CachedPage & { readonly before: string; readonly requestedMs: number };

type MessageCacheOptions = {
  /** The limit, estimated as two bytes for each character of the records' JSON. */
  readonly maxBytes: number;
  readonly now: () => number;
  /** Since when this process has received all events of a server, in milliseconds; Infinity while it does not. */
  readonly connectedSince: (guildId: string) => number;
};

type Cached = {
  readonly channel: CachedChannel;
  /** When the first of its pages was requested; events are applied from then on. */
  readonly sinceMs: number;
  readonly pages: readonly Page[];
  readonly bytes: number;
};

/** Discord signs the addresses of attachments for a day. */
const longestWithFilesMs = 20 * 3_600_000;

type Asked =
  | {
      /** Exclusive. */
      readonly before: string;
      /** The first page of a reading is requested unless it is known what was posted last. */
      readonly isFirst: boolean;
    }
  /** The messages before and after one. */
  | { readonly around: string };

/** How many messages before and after one are enough context for it. */
const enoughAround = 20;

type Reading = {
  readonly channelId: string;
  /** What was asked for. */
  readonly key: string;
  readonly page: Promise<CachedPage>;
  /** A message of its channel was edited or deleted meanwhile. */
  isChanged: boolean;
};

export type MessageCache = ReturnType<typeof createMessageCache>;

/** The pages that were read last, in memory only. A page is forgotten when one of its messages changes, a channel when events were missed. */
export function createMessageCache({ maxBytes, now, connectedSince }: MessageCacheOptions) {
  const channels = new LRUCache<string, Cached>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const underWay = new Set<Reading>();

  const find = ({ id, guildId }: CachedChannel): Cached | undefined => {
    const known = channels.get(id);
    if (known === undefined || connectedSince(guildId) <= known.sinceMs) return known;
    channels.delete(id);
    return undefined;
  };
  const put = (cached: Cached) => {
    // Setting an existing key does not recount its size.
    channels.delete(cached.channel.id);
    if (cached.pages.length > 0) channels.set(cached.channel.id, cached);
  };
  const drop = (known: Cached, isDropped: (page: Page) => boolean) => {
    const pages = known.pages.filter(page => !isDropped(page));
    put({ ...known, pages, bytes: pages.reduce((sum, page) => sum + toBytes(page), 0) });
  };
  const add = (channel: CachedChannel, page: Page) => {
    const sinceMs = page.requestedMs;
    if (connectedSince(channel.guildId) > sinceMs) return;
    const { pages, bytes, ...known } = find(channel) ?? { channel, sinceMs, pages: [], bytes: 0 };
    // What other pages have as well is not kept twice.
    const oldestId = page.records.at(-1)?.id ?? page.before;
    const findNext = (id: string) => pages.find(each => contains(each, id));
    let knownTo = oldestId;
    for (let next = findNext(knownTo); next; next = findNext(knownTo)) knownTo = next.before;
    const records = page.records.filter(({ id }) => !isOlder(id, knownTo));
    const end = records.at(-1)?.id ?? page.before;
    // Ids have gaps: between the pages that it has in part and the rest of it, there is nothing.
    const joined = pages.map(each =>
      knownTo !== oldestId && each.before === knownTo && isOlder(knownTo, end)
        ? { ...each, before: end }
        : each,
    );
    if (records.length === 0 && page.records.length > 0) return put({ ...known, pages: joined, bytes });
    const added = { ...page, records, isLast: page.isLast && knownTo === oldestId };
    const grown = bytes + toBytes(added);
    // Of a channel that is larger than the cache, the newest pages are kept.
    if (grown <= maxBytes) put({ ...known, pages: [...joined, added], bytes: grown });
  };
  const take = (channel: CachedChannel, isHeld: (page: Page) => boolean): CachedPage | null => {
    const known = find(channel);
    const page = known?.pages.find(isHeld);
    if (
      known &&
      page &&
      now() - page.requestedMs > longestWithFilesMs &&
      page.records.some(record => listAttachments(record).length > 0)
    ) {
      drop(known, each => each === page);
      return null;
    }
    return page ?? null;
  };
  const takeAsked = (channel: CachedChannel, asked: Asked): CachedPage | null => {
    if ('around' in asked) return take(channel, page => hasAround(page, asked.around));
    const { before, isFirst } = asked;
    const page = isFirst ? null : take(channel, each => holds(each, before));
    return page && { ...page, records: page.records.filter(({ id }) => isOlder(id, before)) };
  };

  return {
    /** A page from the cache, or the one that is on its way for another reader, otherwise from `request`. */
    read: async (
      channel: CachedChannel,
      asked: Asked,
      request: () => Promise<CachedPage>,
      signal: AbortSignal,
    ): Promise<CachedPage> => {
      const known = takeAsked(channel, asked);
      if (known) return known;
      const key = JSON.stringify(asked);
      const other = [...underWay].find(
        each => each.channelId === channel.id && each.key === key && !each.isChanged,
      );
      // The other reading may be stopped.
      const shared = other && (await abortable(signal, () => other.page).catch(() => null));
      signal.throwIfAborted();
      if (shared) return shared;
      const requestedMs = now();
      const page = Promise.resolve().then(request);
      const reading: Reading = { channelId: channel.id, key, page, isChanged: false };
      underWay.add(reading);
      try {
        const read = await page;
        const [newest] = read.records;
        // New messages may still appear between the newest of a first page and `before`.
        const isEndKnown = 'before' in asked && !asked.isFirst;
        const end = isEndKnown ? asked.before : newest && String(BigInt(newest.id) + 1n);
        if (!reading.isChanged && end !== undefined) add(channel, { ...read, before: end, requestedMs });
        return read;
      } finally {
        underWay.delete(reading);
      }
    },
    /** Messages of a channel were edited or deleted. */
    change: (channelId: string, messageIds: readonly string[]) => {
      for (const reading of underWay) if (reading.channelId === channelId) reading.isChanged = true;
      const known = channels.peek(channelId);
      if (!known?.pages.some(page => messageIds.some(id => contains(page, id)))) return;
      drop(known, page => messageIds.some(id => contains(page, id)));
    },
    /** Forgets channels and threads, after a deletion or a change of permissions. */
    forget: (isForgotten: (channel: CachedChannel) => boolean) => {
      for (const { channel } of [...channels.values()]) if (isForgotten(channel)) channels.delete(channel.id);
    },
    size: () => ({
      channels: channels.size,
      messages: [...channels.values()]
        .flatMap(({ pages }) => pages)
        .reduce((sum, { records }) => sum + records.length, 0),
      bytes: channels.calculatedSize,
    }),
  };
}

function isOlder(id: string, than: string): boolean {
  return compareSnowflakes(id, than) < 0;
}

/** Whether a message is, or would be, in a page. */
function contains({ before, records, isLast }: Page, id: string): boolean {
  return isOlder(id, before) && (isLast || !isOlder(id, records.at(-1)?.id ?? before));
}

/** Whether a page has what is next before an id. */
function holds(page: Page, before: string): boolean {
  return !isOlder(page.before, before) && (page.isLast || isOlder(page.records.at(-1)?.id ?? before, before));
}

/** Whether a page has a message and enough of what is before and after it. */
function hasAround({ records, isLast }: Page, id: string): boolean {
  const at = records.findIndex(record => record.id === id);
  return at >= enoughAround && (isLast || at < records.length - enoughAround);
}

function toBytes({ records }: CachedPage): number {
  return JSON.stringify(records).length * 2;
}

export function followEvents(client: Client, cache: MessageCache): void {
  // As Discord sends it: discord.js does not report all changes.
  client.ws.on(GatewayDispatchEvents.MessageUpdate, ({ id, channel_id }) => cache.change(channel_id, [id]));
  client.on(Events.MessageDelete, ({ id, channelId }) => cache.change(channelId, [id]));
  client.on(Events.MessageBulkDelete, (messages, channel) => cache.change(channel.id, [...messages.keys()]));
  for (const event of [Events.ThreadDelete, Events.ChannelDelete] as const)
    client.on(event, ({ id }: { readonly id: string }) => cache.forget(channel => channel.id === id));
  const forgetGuild = (id: string) => cache.forget(({ guildId }) => guildId === id);
  client.on(Events.GuildDelete, ({ id }) => forgetGuild(id));
  // The bot may have lost access.
  client.on(Events.ChannelUpdate, (_, channel) => {
    if (!channel.isDMBased()) forgetGuild(channel.guildId);
  });
  client.on(Events.GuildRoleUpdate, (_, { guild }) => forgetGuild(guild.id));
  client.on(Events.GuildRoleDelete, ({ guild }) => forgetGuild(guild.id));
  client.on(Events.GuildMemberUpdate, (_, member) => {
    if (member.id === client.user?.id) forgetGuild(member.guild.id);
  });
}
