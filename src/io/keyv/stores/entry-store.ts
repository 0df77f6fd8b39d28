import type { EntryStore } from '../../../app/decisions/ports.ts';
import { entrySchema, type LogEntry, toEntryCitedIds } from '../../../core/decisions/entry.ts';
import { createFieldFormat, type Format } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';
import { createSourceIndex, type Indexed } from '../source-index.ts';

const wrapped = createFieldFormat('entry', entrySchema);
const entryFormat: Format<LogEntry> = {
  ...wrapped,
  toRecord: entry => ({ ...wrapped.toRecord(entry), createdAt: entry.createdAt }),
};

/** Decisions and tasks by server. */
export function createEntryStore(parts: StoreParts) {
  const { ofServers, servers, toLeftMs } = parts;
  const of = ofServers('entries', entryFormat, { ages: true });
  const index = createSourceIndex('entry-index', guildId => of(guildId).list(), parts);
  const store: EntryStore = {
    list: guildId => of(guildId).values(),
    get: (guildId, entryId) => of(guildId).get(entryId),
    async put(entry) {
      const { id, guildId, createdAt } = entry;
      await servers.note(guildId);
      // First: its sources may be deleted at any moment from now on.
      await index.note(guildId, [toIndexed(entry)]);
      await of(guildId).put([id], entry, await toLeftMs(guildId, createdAt));
    },
    remove: (guildId, entryId) => of(guildId).remove(entryId),
    citing: index.find,
    guildIds: servers.list,
  };
  return {
    ...store,
    indexAll: async (guildId: string) => index.note(guildId, (await of(guildId).values()).map(toIndexed)),
  };
}

function toIndexed(entry: LogEntry): Indexed {
  const { id, createdAt, places, sources, statements } = entry;
  const ids = [
    ...toEntryCitedIds(entry),
    ...places,
    ...sources.flatMap(({ authorId }) => authorId ?? []),
    ...statements.map(({ summaryId }) => summaryId),
    ...(entry.kind === 'action' && entry.ownerId !== null ? [entry.ownerId] : []),
  ];
  return { id, ids, createdAt };
}
