import { LRUCache } from 'lru-cache';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type MessageRecord, toKept } from './record.ts';

/** One channel or thread, and its server; null for direct messages. */
export type CachedChannel = { readonly id: string; readonly guildId: string | null };

export type CachedPage = {
  /** Newest first. */
  readonly records: readonly MessageRecord[];
  /** Nothing is older. */
  readonly isLast: boolean;
};

/** A page of a channel as Discord just sent it. */
export type ReadPage = CachedPage & {
  /** Exclusive: what the page was asked for. */
  readonly before: string;
};

/** What one reading of a channel takes from the cache, and adds to it. */
export type CacheReading = {
  /** The newest records before an id, at most `limit`; null if Discord has to be asked. */
  readonly take: (before: string, limit: number) => CachedPage | null;
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

export type MessageCacheOptions = {
  /** The most that is kept, as an estimate: two bytes for each character of the records' JSON. */
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly now: () => number;
  /** Since when this process has received all events of a server, in milliseconds; Infinity while it does not. */
  readonly heardSince: (guildId: string | null) => number;
};

/** Everything in a channel between its oldest record and `before`, without a gap. */
type Span = {
  readonly channel: CachedChannel;
  /** When it was begun: events are applied to it from then on. */
  readonly sinceMs: number;
  /** Exclusive. */
  readonly before: string;
  /** Newest first. */
  records: MessageRecord[];
  /** Nothing is older than its oldest record. */
  isWhole: boolean;
  bytes: number;
};

/** A page that was on its way when one of its messages changed may show the old text: so many changes are remembered. */
const maxChanges = 10_000;

/**
 * Keeps one span for each channel, the channels read last. What is newer than a span is always asked for: that page
 * closes the gap and shows whether the span still agrees with Discord. A span is dropped if events may have been missed,
 * because Discord does not repeat them.
 */
export function createMessageCache({ maxBytes, now, heardSince }: MessageCacheOptions): MessageCache {
  const spans = new LRUCache<string, Span>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const changes = new LRUCache<string, MessageRecord | 'deleted' | 'unknown'>({ max: maxChanges });

  const isTrue = ({ channel, sinceMs }: Span) => heardSince(channel.guildId) <= sinceMs;
  const find = (id: string): Span | undefined => {
    const span = spans.get(id);
    if (span === undefined || isTrue(span)) return span;
    spans.delete(id);
    return undefined;
  };
  const put = (span: Span) => void (isTrue(span) && spans.set(span.channel.id, span));
  const replace = (span: Span, records: MessageRecord[]) => {
    span.records = records;
    span.bytes = records.reduce((sum, record) => sum + countBytes(record), 0);
    put(span);
  };
  const append = (span: Span, records: readonly MessageRecord[]) => {
    for (const record of records) {
      span.records.push(record);
      span.bytes += countBytes(record);
    }
    put(span);
  };
  /** A page with the changes that were heard while it was on its way; null if it cannot be known. */
  const toCurrent = (records: readonly MessageRecord[]): MessageRecord[] | null => {
    const current: MessageRecord[] = [];
    for (const record of records) {
      const change = changes.get(record.id);
      if (change === 'unknown') return null;
      if (change === 'deleted') continue;
      const isNewer = change && (change.edited_timestamp ?? '') > (record.edited_timestamp ?? '');
      current.push(isNewer ? change : toKept(record));
    }
    return current;
  };

  const begin = (channel: CachedChannel): CacheReading => {
    const sinceMs = now();
    /** The span that was there before this reading began one above it. */
    let older: Span | null = null;
    return {
      take: (before, limit) => {
        const span = find(channel.id);
        if (span === undefined || compareSnowflakes(before, span.before) > 0) return null;
        const from = findFirstBefore(span.records, before);
        const records = span.records.slice(from, from + limit);
        const isLast = span.isWhole && from + records.length === span.records.length;
        return records.length > 0 || isLast ? { records, isLast } : null;
      },
      add: ({ records, before, isLast }) => {
        const current = toCurrent(records);
        if (current === null) return void spans.delete(channel.id);
        const span = find(channel.id);
        if (span === undefined || compareSnowflakes(before, span.before) > 0) {
          const [newest] = records;
          if (newest === undefined) return;
          older = span ?? null;
          // Something may still be written between its newest message and `before`.
          const end = String(BigInt(newest.id) + 1n);
          append({ channel, sinceMs, before: end, records: [], isWhole: isLast, bytes: 0 }, current);
        } else {
          const end = span.records.at(-1)?.id ?? span.before;
          // A page apart from the span leaves a gap.
          if (compareSnowflakes(before, end) < 0) return;
          append(span, current.slice(findFirstBefore(current, end)));
          span.isWhole ||= isLast;
        }
        const grown = find(channel.id);
        const oldest = records.at(-1)?.id;
        if (older === null || grown === undefined || oldest === undefined) return;
        if (compareSnowflakes(oldest, older.before) >= 0) return;
        if (isTrue(older) && agrees(older, current, oldest)) {
          // Events that came meanwhile were applied to the new span only.
          const rest = toCurrent(older.records.slice(findFirstBefore(older.records, oldest)));
          if (rest !== null) append(grown, rest);
          grown.isWhole ||= rest !== null && older.isWhole;
        }
        older = null;
      },
    };
  };

  return {
    begin,
    edit: (channelId, messageId, record) => {
      const kept = record && toKept(record);
      changes.set(messageId, kept ?? 'unknown');
      const span = find(channelId);
      if (span === undefined) return;
      if (kept === null) spans.delete(channelId);
      else
        replace(
          span,
          span.records.map(each => (each.id === messageId ? kept : each)),
        );
    },
    remove: (channelId, messageIds) => {
      for (const id of messageIds) changes.set(id, 'deleted');
      const span = find(channelId);
      const gone = new Set(messageIds);
      if (span?.records.some(({ id }) => gone.has(id)))
        replace(
          span,
          span.records.filter(({ id }) => !gone.has(id)),
        );
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

/** Whether a span holds exactly these records where both know the channel. */
function agrees(span: Span, page: readonly MessageRecord[], oldest: string): boolean {
  const shared = page.slice(findFirstBefore(page, span.before));
  const own = span.records.slice(0, findFirstBefore(span.records, oldest));
  return (
    shared.length === own.length &&
    shared.every(({ id, edited_timestamp }, index) => {
      const other = own[index];
      return other?.id === id && other.edited_timestamp === edited_timestamp;
    })
  );
}

/** The index of the newest record that is older than an id, in records newest first. */
function findFirstBefore(records: readonly MessageRecord[], id: string): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareSnowflakes(records[middle]?.id ?? '', id) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

function countBytes(record: MessageRecord): number {
  return JSON.stringify(record).length * 2;
}
