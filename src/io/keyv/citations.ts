import { toChunks } from '../../core/order.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import * as kept from './record-schemas.ts';
import type { Records } from './records.ts';

/** A summary or an entry of the log, and the ids of what it rests on: messages, people, channels, threads. */
export type Citing = { readonly id: string; readonly ids: readonly string[]; readonly createdAt: string };

/**
 * An index of the records that cite a message or a person's messages. Discord reports every message that is edited or
 * deleted anywhere; without an index, each report would read megabytes of a busy server's summaries, nearly always in
 * vain. It costs two requests per stored summary and one per report. Ids of deleted summaries stay until the entry
 * expires with its latest summary.
 */
export type Citations = {
  readonly note: (guildId: string | null, citing: Citing, ttlMs: number) => Promise<void>;
  readonly find: (guildId: string, ids: readonly string[]) => Promise<readonly string[]>;
};

/** The number of ids per request; Discord deletes at most a hundred messages at once. */
const batchSize = 500;

export function createCitations(
  of: (guildId: string | null) => Records<readonly string[]>,
  exclusively: KeyedMutex,
): Citations {
  const note = async (guildId: string | null, citing: Citing, ttlMs: number) => {
    const ids = [...new Set(citing.ids)];
    const known = await of(guildId).getMany(ids);
    const changes = ids.flatMap((id, index) => {
      const before = known[index] ?? [];
      if (before.includes(citing.id)) return [];
      const all = [...before, citing.id].slice(-maxCiting);
      return [[id, kept.toCitingRecord(all, citing.createdAt)] as const];
    });
    await of(guildId).putMany(new Map(changes), ttlMs);
  };

  return {
    // One at a time per server: two records that cite one message must not overwrite each other's index.
    note: (guildId, citing, ttlMs) => exclusively(guildId ?? 'dm', () => note(guildId, citing, ttlMs)),
    async find(guildId, ids) {
      const found = new Set<string>();
      for (const part of toChunks(ids, batchSize))
        for (const citing of await of(guildId).getMany(part)) for (const id of citing ?? []) found.add(id);
      return [...found];
    },
  };
}

/** Only the latest summaries of a channel are indexed; an older one is updated when a person opens it. */
const maxCiting = 2_000;
