import { type Client, Events } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { createLru } from '../../../lru.ts';
import { abortable } from './abortable.ts';
import { type MessageRecord, toRecord, withReadFields } from './record.ts';

type Entry = { readonly record: MessageRecord; readonly bytes: number };

/** A channel or thread. Its server is null for direct messages. */
type CachedChannel = { readonly id: string; readonly guildId: string | null };

export type CachedPage = {
  /** Newest first. */
  readonly records: readonly MessageRecord[];
  /** The channel has no older messages. */
  readonly isLast: boolean;
};

/** A page of a channel as Discord just sent it. */
type ReadPage = CachedPage & {
  /** Exclusive; the `before` of the request. */
  readonly before: string;
};

type Records = readonly MessageRecord[];
type Fetch = () => Promise<Records>;

/** What one reading of a channel takes from the cache, and adds to it. */
type CacheReading = {
  /** The newest records before an id, at most `limit`; null if they are not cached. */
  readonly take: (before: string, limit: number) => CachedPage | null;
  /** Fetches a page, or waits for another reading that fetches the same. */
  readonly join: (before: string, limit: number, fetch: Fetch, signal: AbortSignal) => Promise<Records>;
  readonly add: (page: ReadPage) => void;
};

/** The messages that were read last, in memory only. */
export type MessageCache = {
  readonly begin: (channel: CachedChannel) => CacheReading;
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
  readonly connectedSince: (guildId: string | null) => number;
};

/** Everything in a channel between its oldest record and `before`, without a gap. */
type Span = {
  readonly channel: CachedChannel;
  /** When it was created; events are applied from then on. */
  readonly sinceMs: number;
  /** Exclusive. */
  readonly before: string;
  /** Newest first. */
  entries: Entry[];
  /** The channel has nothing older than its oldest record. */
  isWhole: boolean;
  bytes: number;
};

/** Remembered changes: a page that was requested before a change may arrive with the old text. */
const maxChanges = 10_000;

/**
 * Keeps one span for each of the channels read last. The page that is newer than a span is always requested: it closes the
 * gap and shows whether the span still agrees with Discord. A span is dropped if events may have been missed,
 * because Discord does not repeat them.
 */
export function createMessageCache({ maxBytes, now, connectedSince }: MessageCacheOptions): MessageCache {
  const spans = new LRUCache<string, Span>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const changes = createLru<MessageRecord | 'deleted' | 'unknown'>(maxChanges);
  let changeCount = 0;
  const underWay = new Map<string, Promise<Records>>();
  const note = (messageId: string, change: MessageRecord | 'deleted' | 'unknown') => {
    changes.set(messageId, change);
    changeCount += 1;
  };

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
  /** Replaces one record, or removes it. */
  const change = (channelId: string, messageId: string, record: MessageRecord | null) => {
    const span = find(channelId);
    const index = span === undefined ? 0 : findFirstBefore(span.entries, messageId) - 1;
    const old = span?.entries[index];
    if (span === undefined || old?.record.id !== messageId) return;
    const entries = record === null ? [] : [toEntry(record)];
    span.entries.splice(index, 1, ...entries);
    span.bytes += (entries[0]?.bytes ?? 0) - old.bytes;
    put(span);
  };
  /** Whether all records fit. Of a channel that is larger than the cache, the newest part is kept. */
  const append = (span: Span, entries: readonly Entry[]): boolean => {
    const fitting = entries.findIndex(({ bytes }) => {
      span.bytes += bytes;
      return span.bytes > maxBytes;
    });
    for (const entry of fitting < 0 ? entries : entries.slice(0, fitting)) span.entries.push(entry);
    span.bytes -= fitting < 0 ? 0 : (entries[fitting]?.bytes ?? 0);
    put(span);
    return fitting < 0;
  };
  /** Entries with the changes that arrived while they were fetched or set aside; null if changes may be missing. */
  const toCurrent = (entries: readonly Entry[]): readonly Entry[] | null => {
    const current: Entry[] = [];
    for (const entry of entries) {
      const change = changes.get(entry.record.id);
      if (change === 'unknown') return null;
      if (change === 'deleted') continue;
      const isNewer = change && (change.edited_timestamp ?? '') > (entry.record.edited_timestamp ?? '');
      current.push(isNewer ? toEntry(change) : entry);
    }
    return current;
  };

  const join = async (key: string, fetch: Fetch, signal: AbortSignal): Promise<Records> => {
    const other = underWay.get(key);
    if (other !== undefined) {
      const records = await abortable(signal, () => other).catch(() => null);
      signal.throwIfAborted();
      // The other reading may have been stopped.
      if (records !== null) return records;
    }
    const own = fetch();
    underWay.set(key, own);
    try {
      return await own;
    } finally {
      underWay.delete(key);
    }
  };

  const begin = (channel: CachedChannel): CacheReading => {
    const sinceMs = now();
    /** The span that existed before this reading started a newer one. */
    let older: Span | null = null;
    let countBefore = 0;
    return {
      take: (before, limit) => {
        const span = find(channel.id);
        if (span === undefined || compareSnowflakes(before, span.before) > 0) return null;
        const from = findFirstBefore(span.entries, before);
        const records = span.entries.slice(from, from + limit).map(({ record }) => record);
        const isLast = span.isWhole && from + records.length === span.entries.length;
        return records.length > 0 || isLast ? { records, isLast } : null;
      },
      join: (before, limit, fetch, signal) => join(`${channel.id} ${before} ${limit}`, fetch, signal),
      add: ({ records, before, isLast }) => {
        const current = toCurrent(records.map(toEntry));
        if (current === null) return void spans.delete(channel.id);
        const span = find(channel.id);
        if (span === undefined || compareSnowflakes(before, span.before) > 0) {
          const [newest] = records;
          if (newest === undefined) return;
          older = span ?? null;
          countBefore = changeCount;
          // New messages may still appear between its newest message and `before`.
          const end = String(BigInt(newest.id) + 1n);
          append({ channel, sinceMs, before: end, entries: [], isWhole: isLast, bytes: 0 }, current);
        } else {
          const end = span.entries.at(-1)?.record.id ?? span.before;
          // A page that does not touch the span would leave a gap.
          if (compareSnowflakes(before, end) < 0) return;
          const isKept = append(span, current.slice(findFirstBefore(current, end)));
          span.isWhole ||= isKept && isLast;
        }
        const grown = find(channel.id);
        const oldest = records.at(-1)?.id;
        if (older === null || grown === undefined || oldest === undefined) return;
        if (compareSnowflakes(oldest, older.before) >= 0) return;
        if (isTrue(older) && agrees(older, current, oldest)) {
          // Events since then were applied to the new span only.
          const same = older.entries.slice(findFirstBefore(older.entries, oldest));
          const rest = changeCount === countBefore ? same : toCurrent(same);
          const isKept = rest !== null && append(grown, rest);
          grown.isWhole ||= isKept && older.isWhole;
        }
        older = null;
      },
    };
  };

  return {
    begin,
    edit: (channelId, messageId, record) => {
      const kept = record && withReadFields(record);
      note(messageId, kept ?? 'unknown');
      if (kept === null) spans.delete(channelId);
      else change(channelId, messageId, kept);
    },
    remove: (channelId, messageIds) => {
      for (const id of messageIds) {
        note(id, 'deleted');
        change(channelId, id, null);
      }
    },
    forget: isForgotten => {
      for (const { channel } of [...spans.values()]) if (isForgotten(channel)) spans.delete(channel.id);
    },
    size: () => ({
      channels: spans.size,
      messages: [...spans.values()].reduce((sum, { entries }) => sum + entries.length, 0),
      bytes: spans.calculatedSize,
    }),
  };
}

/** Whether a span has exactly these records in the range that both cover. */
function agrees(span: Span, page: readonly Entry[], oldest: string): boolean {
  const shared = page.slice(findFirstBefore(page, span.before));
  const own = span.entries.slice(0, findFirstBefore(span.entries, oldest));
  return (
    shared.length === own.length &&
    shared.every(({ record: { id, edited_timestamp } }, index) => {
      const other = own[index]?.record;
      return other?.id === id && other.edited_timestamp === edited_timestamp;
    })
  );
}

/** The index of the newest record that is older than an id, in records newest first. */
function findFirstBefore(entries: readonly Entry[], id: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareSnowflakes(entries[middle]?.record.id ?? '', id) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

function toEntry(record: MessageRecord): Entry {
  return { record, bytes: JSON.stringify(record).length * 2 };
}

/** Applies Discord's events to the cache. */
export function followEvents(client: Client, cache: MessageCache): void {
  client.on(Events.MessageUpdate, (_, message) =>
    cache.edit(message.channelId, message.id, message.partial ? null : toRecord(message)),
  );
  client.on(Events.MessageDelete, ({ id, channelId }) => cache.remove(channelId, [id]));
  client.on(Events.MessageBulkDelete, (messages, channel) => cache.remove(channel.id, [...messages.keys()]));
  client.on(Events.ThreadDelete, ({ id }) => cache.forget(channel => channel.id === id));
  client.on(Events.ChannelDelete, ({ id }) => cache.forget(channel => channel.id === id));
  client.on(Events.GuildDelete, ({ id }) => cache.forget(({ guildId }) => guildId === id));
  // The bot may have lost access.
  const forgetGuild = (id: string) => cache.forget(({ guildId }) => guildId === id);
  client.on(Events.ChannelUpdate, (_, channel) => {
    if (!channel.isDMBased()) forgetGuild(channel.guildId);
  });
  client.on(Events.GuildRoleUpdate, (_, { guild }) => forgetGuild(guild.id));
  client.on(Events.GuildRoleDelete, ({ guild }) => forgetGuild(guild.id));
  client.on(Events.GuildMemberUpdate, (_, member) => {
    if (member.id === client.user?.id) forgetGuild(member.guild.id);
  });
}
