import { type Client, Events, GatewayDispatchEvents } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { abortable } from '../../../deadline.ts';
import type { MessageRecord } from './message.ts';

/** A channel or thread whose events the bot gets. */
type CachedChannel = { readonly id: string; readonly guildId: string };

export type CachedPage = {
  /** Newest first. */
  readonly records: readonly MessageRecord[];
  /** The channel has no older messages. */
  readonly isLast: boolean;
};

/** Everything in a channel before an id, back to its oldest record. Events are applied from its request on. */
type Page = CachedPage & {
  readonly channel: CachedChannel;
  readonly before: string;
  readonly requestedMs: number;
};

type MessageCacheOptions = {
  /** The limit, estimated as two bytes for each character of the records' JSON. */
  readonly maxBytes: number;
  readonly now: () => number;
  /** Since when this process has received all events of a server, in milliseconds; Infinity while it does not. */
  readonly connectedSince: (guildId: string) => number;
};

/** Discord signs the addresses of attachments for a day. */
const longestMs = 20 * 3_600_000;

type Asked = {
  readonly channel: CachedChannel;
  /** Exclusive. */
  readonly before: string;
  /** The first page of a reading is always requested: nobody knows what was posted last. */
  readonly isFirst: boolean;
};

type Reading = Asked & {
  readonly page: Promise<CachedPage>;
  /** A message of its channel was edited or deleted meanwhile. */
  isChanged: boolean;
};

export type MessageCache = ReturnType<typeof createMessageCache>;

/** The pages that were read last, in memory only. A page is forgotten when one of its messages changes, or events were missed. */
export function createMessageCache({ maxBytes, now, connectedSince }: MessageCacheOptions) {
  const pages = new LRUCache<Page, true>({
    maxSize: maxBytes,
    sizeCalculation: (_, { records }) => Math.max(1, JSON.stringify(records).length * 2),
  });
  const underWay = new Set<Reading>();

  const drop = (isDropped: (page: Page) => boolean) => {
    for (const page of [...pages.keys()].filter(isDropped)) pages.delete(page);
  };
  const isCurrent = ({ channel, requestedMs }: Page) =>
    connectedSince(channel.guildId) <= requestedMs && now() - requestedMs <= longestMs;
  const find = (channel: CachedChannel, before: string): CachedPage | null => {
    drop(page => page.channel.id === channel.id && !isCurrent(page));
    const page = [...pages.keys()].find(each => each.channel.id === channel.id && holds(each, before));
    if (page === undefined) return null;
    pages.get(page);
    return { ...page, records: page.records.filter(({ id }) => isOlder(id, before)) };
  };
  const add = (page: Page) => {
    if (!isCurrent(page)) return;
    drop(each => each.channel.id === page.channel.id && isWithin(each, page));
    pages.set(page, true);
  };

  return {
    /** A page from the cache, or the one that is on its way for another reader, otherwise from `request`. */
    read: async (
      asked: Asked,
      request: () => Promise<CachedPage>,
      signal: AbortSignal,
    ): Promise<CachedPage> => {
      const { channel, before, isFirst } = asked;
      const known = isFirst ? null : find(channel, before);
      if (known) return known;
      const other = [...underWay].find(
        each => each.channel.id === channel.id && each.before === before && !each.isChanged,
      );
      // The other reading may be stopped.
      const shared = other && (await abortable(signal, () => other.page).catch(() => null));
      signal.throwIfAborted();
      if (shared) return shared;
      const requestedMs = now();
      const page = Promise.resolve().then(request);
      const reading: Reading = { ...asked, page, isChanged: false };
      underWay.add(reading);
      try {
        const read = await page;
        const [newest] = read.records;
        // New messages may still appear between the newest of a first page and `before`.
        const end = isFirst ? newest && String(BigInt(newest.id) + 1n) : before;
        if (!reading.isChanged && end !== undefined) add({ ...read, channel, before: end, requestedMs });
        return read;
      } finally {
        underWay.delete(reading);
      }
    },
    /** Messages of a channel were edited or deleted. */
    change: (channelId: string, messageIds: readonly string[]) => {
      for (const reading of underWay) if (reading.channel.id === channelId) reading.isChanged = true;
      drop(page => page.channel.id === channelId && messageIds.some(id => contains(page, id)));
    },
    /** Forgets channels and threads, after a deletion or a change of permissions. */
    forget: (isForgotten: (channel: CachedChannel) => boolean) => drop(({ channel }) => isForgotten(channel)),
    size: () => ({
      channels: new Set([...pages.keys()].map(({ channel }) => channel.id)).size,
      messages: [...pages.keys()].reduce((sum, { records }) => sum + records.length, 0),
      bytes: pages.calculatedSize,
    }),
  };
}

function isOlder(id: string, than: string): boolean {
  return compareSnowflakes(id, than) < 0;
}

function toOldestId({ before, records, isLast }: Page): string {
  return isLast ? '0' : (records.at(-1)?.id ?? before);
}

/** Whether a message is, or would be, in a page. */
function contains(page: Page, id: string): boolean {
  return isOlder(id, page.before) && !isOlder(id, toOldestId(page));
}

/** Whether a page has what is next before an id. */
function holds(page: Page, before: string): boolean {
  return !isOlder(page.before, before) && isOlder(toOldestId(page), before);
}

/** Whether a page has nothing that another one does not have. */
function isWithin(page: Page, other: Page): boolean {
  return !isOlder(other.before, page.before) && !isOlder(toOldestId(page), toOldestId(other));
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
