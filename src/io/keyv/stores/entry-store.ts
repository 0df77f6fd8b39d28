import { z } from 'zod';
import type { EntryStore } from '../../../app/decisions/ports.ts';
import { entrySchema, type LogEntry, toEntryCitedIds } from '../../../core/decisions/entry.ts';
import { storedObject, toWrapping, withWrapping } from '../../../core/stored-object.ts';
import { guildFormat } from '../formats.ts';
import type { Records, ToRetention } from '../records.ts';
import type { Indexed, SourceIndex } from '../source-index.ts';

const version = 1;
const record = storedObject({ version: z.literal(version), createdAt: z.string(), entry: entrySchema });

export function parseEntryRecord(value: unknown): LogEntry | null {
  const read = record.safeParse(value);
  if (!read.success) return null;
  const { version: _, createdAt: __, entry, ...others } = read.data;
  return withWrapping(entry, others);
}

type EntryRecords = {
  readonly of: (guildId: string) => Records<LogEntry>;
  readonly index: SourceIndex;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
  /** How long entries of a server are kept from `createdAt`. */
  readonly toRetention: ToRetention;
  /** The time in milliseconds. */
  readonly now: () => number;
};

export function createEntryStore({ of, index, guilds, toRetention, now }: EntryRecords): EntryStore {
  return {
    list: guildId => of(guildId).values(),
    get: (guildId, entryId) => of(guildId).get(entryId),
    async put(entry) {
      const { id, guildId, createdAt } = entry;
      const left = Date.parse(createdAt) + (await toRetention(guildId)).keptMs - now();
      if (left <= 0) return of(guildId).remove(id);
      await guilds.put([guildId], guildFormat.toRecord(guildId));
      // First: its sources may be deleted at any moment from now on.
      await index.note(guildId, [toIndexedEntry(entry)]);
      await of(guildId).put([id], { ...toWrapping(entry), version, createdAt, entry }, left);
    },
    remove: (guildId, entryId) => of(guildId).remove(entryId),
    citing: index.find,
    guildIds: () => guilds.list(),
  };
}

export function toIndexedEntry(entry: LogEntry): Indexed {
  const { id, createdAt, sources, statements } = entry;
  const ids = [
    ...toEntryCitedIds(entry),
    ...sources.flatMap(({ placeId, authorId = placeId }) => [placeId, authorId]),
    ...statements.map(({ summaryId }) => summaryId),
    ...(entry.kind === 'action' && entry.ownerId !== null ? [entry.ownerId] : []),
  ];
  return { id, ids, createdAt };
}
