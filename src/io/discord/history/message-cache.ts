import { type Client, Events, GatewayDispatchEvents } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { createLru } from '../../../lru.ts';
import { abortable } from './abortable.ts';
import { type MessageRecord, withReadFields } from './record.ts';

/** A channel or thread whose events the bot gets. */
type CachedChannel = { readonly id: string; readonly guildId: string };

type Records = readonly MessageRecord[];

export type CachedPage = {
  /** Newest first. */
  readonly records: Records;
  /** The channel has no older messages. */
  readonly isLast: boolean;
};

/** One page, as it is asked for. */
type Asked = {
  /** Exclusive. */
  readonly before: string;
  readonly limit: number;
  /** The first page of a reading is always requested: nobody knows what was posted since. */
  readonly isFirst: boolean;
};

/** Reads the pages of a channel one after another, from the cache where it has them; otherwise from `request`. */
type ReadPage = (asked: Asked, request: () => Promise<Records>, signal: AbortSignal) => Promise<CachedPage>;

/** The messages that were read last, in memory only. */
export type MessageCache = {
  readonly begin: (channel: CachedChannel) => ReadPage;
  /** A message was edited; null if its new text is unknown. */
  readonly edit: (channelId: string, messageId: string, record: MessageRecord | null) => void;
  readonly remove: (channelId: string, messageIds: readonly string[]) => void;
  /** Forgets channels and threads, after a deletion or a change of permissions. */
  readonly forget: (isForgotten: (channel: CachedChannel) => boolean) => void;
  readonly size: () => { readonly channels: number; readonly messages: number; readonly bytes: number };
};

type MessageCacheOptions = {
  /** The limit, estimated as two bytes for each character of the records' JSON. */
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly now: () => number;
  /** Since when this process has received all events of a server, in milliseconds; Infinity while it does not. */
  readonly connectedSince: (guildId: string) => number;
};

/** Everything in a channel between its oldest record and `before`, without a gap. */
type Span = {
  readonly channel: CachedChannel;
  /** When it was created; events are applied from then on. */
  readonly sinceMs: number;
  /** Exclusive. */
  readonly before: string;
  /** Newest first. */
  readonly records: MessageRecord[];
  /** The channel has nothing older than its oldest record. */
  isWhole: boolean;
  bytes: number;
};

/** Remembered changes: a page that was requested before a change may arrive with the old text. */
const maxChanges = 10_000;

/**
 * Keeps one span for each of the channels read last. The newest page of a reading shows whether the span still agrees
 * with Discord; if it does not reach the span, the span begins anew. A span is dropped if events may have been missed,
 * because Discord does not repeat them.
 */
export function createMessageCache({ maxBytes, now, connectedSince }: MessageCacheOptions): MessageCache {
  const spans = new LRUCache<string, Span>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const changes = createLru<MessageRecord | 'deleted' | 'unknown'>(maxChanges);
  const underWay = new Map<string, Promise<Records>>();

  const isTrue = ({ channel, sinceMs }: Span) => connectedSince(channel.guildId) <= sinceMs;
  const find = (id: string): Span | undefined => {
    const span = spans.get(id);
    if (span === undefined || isTrue(span)) return span;
    spans.delete(id);
    return undefined;
  };
  const put = (span: Span) => {
    // Setting an existing key does not recount its size.
    spans.delete(span.channel.id);
    if (isTrue(span)) spans.set(span.channel.id, span);
  };
  /** Of a channel that is larger than the cache, the newest part is kept. */
  const append = (span: Span, records: Records, isWhole: boolean) => {
    let isKept = true;
    for (const record of records) {
      const bytes = span.bytes + toBytes([record]);
      isKept &&= bytes <= maxBytes;
      if (!isKept) break;
      span.records.push(record);
      span.bytes = bytes;
    }
    span.isWhole = isKept && isWhole;
    put(span);
  };
  /** Replaces one record, or removes it. */
  const change = (channelId: string, messageId: string, record: MessageRecord | null) => {
    const span = find(channelId);
    const index = span === undefined ? 0 : findFirstBefore(span.records, messageId) - 1;
    const old = span?.records[index];
    if (span === undefined || old?.id !== messageId) return;
    span.records.splice(index, 1, ...(record ? [record] : []));
    span.bytes += toBytes(record ? [record] : []) - toBytes([old]);
    put(span);
  };

  const add = (channel: CachedChannel, sinceMs: number, before: string, page: CachedPage) => {
    const { records, isLast } = page;
    const [newest, oldest] = [records[0], records.at(-1)];
    if (records.some(({ id }) => changes.get(id) === 'unknown')) return void spans.delete(channel.id);
    const current = records.flatMap(record => {
      const change = changes.get(record.id);
      if (change === 'deleted') return [];
      const isNewer =
        typeof change === 'object' && (change.edited_timestamp ?? '') > (record.edited_timestamp ?? '');
      return [isNewer ? change : record];
    });
    const span = find(channel.id);
    if (span !== undefined && compareSnowflakes(before, span.before) <= 0) {
      const end = span.records.at(-1)?.id ?? span.before;
      // A page that does not touch the span would leave a gap.
      if (compareSnowflakes(before, end) < 0) return;
      return append(span, current.slice(findFirstBefore(current, end)), isLast);
    }
    if (newest === undefined || oldest === undefined) return;
    // New messages may still appear between its newest message and `before`.
    const end = String(BigInt(newest.id) + 1n);
    const grown = { channel, sinceMs, before: end };
    if (span !== undefined && compareSnowflakes(oldest.id, span.before) < 0) {
      const older = findFirstBefore(span.records, oldest.id);
      const same = span.records.slice(0, older);
      const bytes = span.bytes + toBytes(current) - toBytes(same);
      const isSame = toVersions(current.slice(findFirstBefore(current, span.before))) === toVersions(same);
      const records = [...current, ...span.records.slice(older)];
      if (isSame && bytes <= maxBytes) return put({ ...grown, records, isWhole: span.isWhole, bytes });
    }
    append({ ...grown, records: [], isWhole: false, bytes: 0 }, current, isLast);
  };

  const take = (channelId: string, { before, limit }: Asked): CachedPage | null => {
    const span = find(channelId);
    if (span === undefined || compareSnowflakes(before, span.before) > 0) return null;
    const from = findFirstBefore(span.records, before);
    const records = span.records.slice(from, from + limit);
    const isLast = span.isWhole && from + records.length === span.records.length;
    return records.length > 0 || isLast ? { records, isLast } : null;
  };

  /** Requests a page, or waits for another reading that requests the same. */
  const share = async (key: string, request: () => Promise<Records>, signal: AbortSignal) => {
    const other = underWay.get(key);
    if (other !== undefined) {
      const records = await abortable(signal, () => other).catch(() => null);
      signal.throwIfAborted();
      // The other reading may have been stopped.
      if (records !== null) return records;
    }
    const own = request();
    underWay.set(key, own);
    try {
      return await own;
    } finally {
      underWay.delete(key);
    }
  };

  return {
    begin: channel => {
      const sinceMs = now();
      return async (asked, request, signal) => {
        const known = asked.isFirst ? null : take(channel.id, asked);
        if (known !== null) return known;
        const { before, limit } = asked;
        const records = await share(`${channel.id} ${before} ${limit}`, request, signal);
        const page = { records, isLast: records.length < limit };
        add(channel, sinceMs, before, page);
        return page;
      };
    },
    edit: (channelId, messageId, record) => {
      changes.set(messageId, record ?? 'unknown');
      if (record === null) spans.delete(channelId);
      else change(channelId, messageId, record);
    },
    remove: (channelId, messageIds) => {
      for (const id of messageIds) {
        changes.set(id, 'deleted');
        change(channelId, id, null);
      }
    },
    forget: isForgotten => {
      for (const { channel } of [...spans.values()]) if (isForgotten(channel)) spans.delete(channel.id);
    },
    size: () => ({
      channels: spans.size,
      messages: [...spans.values()].reduce((sum, { records }) => sum + records.length, 0),
      bytes: spans.calculatedSize,
    }),
  };
}

function toBytes(records: Records): number {
  return records.reduce((sum, record) => sum + JSON.stringify(record).length * 2, 0);
}

function toVersions(records: Records): string {
  return records.map(({ id, edited_timestamp }) => `${id} ${edited_timestamp}`).join();
}

/** The index of the newest record that is older than an id, in records newest first. */
function findFirstBefore(records: Records, id: string): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareSnowflakes(records[middle]?.id ?? '', id) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Applies Discord's events to the cache. */
export function followEvents(client: Client, cache: MessageCache): void {
  // As Discord sends it: discord.js would have to be converted back.
  client.ws.on(GatewayDispatchEvents.MessageUpdate, (message: Partial<MessageRecord>) => {
    const {
      id = '',
      channel_id = '',
      author,
      content,
      attachments,
      embeds,
      edited_timestamp = null,
    } = message;
    const isWhole = author && content !== undefined && attachments && embeds;
    const record = isWhole ? withReadFields({ ...message, edited_timestamp } as MessageRecord) : null;
    cache.edit(channel_id, id, record);
  });
  client.on(Events.MessageDelete, ({ id, channelId }) => cache.remove(channelId, [id]));
  client.on(Events.MessageBulkDelete, (messages, channel) => cache.remove(channel.id, [...messages.keys()]));
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
