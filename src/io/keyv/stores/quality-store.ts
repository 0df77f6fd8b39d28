import { z } from 'zod';
import type { QualityStore } from '../../../app/quality/ports.ts';
import { checkNames } from '../../../core/claims/claim.ts';
import { storedObject } from '../../../core/stored-object.ts';
import { type QualityRecord, steps } from '../../../core/usage/quality.ts';
import { toGuildRecord } from '../record-schemas.ts';
import type { Records } from '../records.ts';

const version = 1;
const count = z.number().nonnegative();
const quality = storedObject({
  version: z.literal(version),
  summaryId: z.string().max(200),
  at: z.iso.datetime({ offset: true }),
  isRecorded: z.boolean().default(false),
  claims: storedObject({
    eligible: count,
    cited: count,
    supported: count,
    marked: count,
    unjudged: count,
    quoted: count.default(0),
    repaired: count,
    citationsReplaced: count,
    rejected: z.partialRecord(z.enum(checkNames), count),
  }),
  markers: storedObject({ gathered: count, cited: count, unique: count }),
  steps: z.partialRecord(z.enum(steps), storedObject({ durationMs: count, costUsd: count.nullable() })),
  opened: count,
  helpful: count,
  unhelpful: count,
  helpfulAfterMs: count.nullable(),
  reviewedAfterMs: count.nullable(),
});

export function parseQualityRecord(value: unknown): QualityRecord | null {
  const read = quality.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...record } = read.data;
  return record;
}

type QualityRecords = {
  readonly of: (guildId: string) => Records<QualityRecord>;
  /** The servers that have quality records. */
  readonly guilds: Records<string>;
  /** As many summaries of a server are kept. */
  readonly window: number;
};

/** A record for each of the latest summaries of a server. */
export function createQualityStore({ of, guilds, window }: QualityRecords): QualityStore {
  const list = async (guildId: string) =>
    [...(await of(guildId).values())].sort((a, b) => (a.at < b.at ? 1 : -1));
  return {
    list: async guildId => (await list(guildId)).slice(0, window),
    async update(guildId, summaryId, change) {
      let isNew = false;
      const isUnknown = (await of(guildId).get(summaryId)) === null;
      if (isUnknown && change(null) !== null) await guilds.put([guildId], toGuildRecord(guildId));
      await of(guildId).update([summaryId], before => {
        const after = change(before);
        isNew = before === null && after !== null;
        return after && { version, ...after };
      });
      if (!isNew || (await of(guildId).list()).length <= window) return;
      for (const old of (await list(guildId)).slice(window)) await of(guildId).remove(old.summaryId);
    },
  };
}
