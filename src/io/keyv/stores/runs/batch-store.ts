import { z } from 'zod';
import type { BatchRecord, BatchStore } from '../../../../app/batches/ports.ts';
import { storedObject } from '../../../../core/stored-object.ts';
import { toGuildRecord } from '../../record-schemas.ts';
import type { Records } from '../../records.ts';

const version = 1;
const batch = storedObject({
  version: z.literal(version),
  batchId: z.string().max(200).nullable(),
  key: z.string().max(200),
  submittedAt: z.iso.datetime(),
  deadline: z.iso.datetime(),
  isCounted: z.boolean(),
});

export function parseBatchRecord(value: unknown): BatchRecord | null {
  const read = batch.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...record } = read.data;
  return record;
}

/** A batch ends within a day. */
const keptMs = 2 * 24 * 3_600_000;

export function createBatchStore({
  of,
  guilds,
}: {
  readonly of: (guildId: string) => Records<BatchRecord>;
  readonly guilds: Records<string>;
}): BatchStore {
  return {
    get: (guildId, digestId) => of(guildId).get(digestId),
    // The batch before its server: of a crash in between only a record is left that expires.
    async put(guildId, digestId, record) {
      await of(guildId).put([digestId], { version, ...record }, keptMs);
      await guilds.put([guildId], toGuildRecord(guildId));
    },
  };
}
