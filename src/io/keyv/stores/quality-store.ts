import type { QualityStore } from '../../../app/quality/ports.ts';
import { type QualityRecord, qualitySchema } from '../../../core/usage/quality.ts';
import { createFormat, guildFormat } from '../formats.ts';
import type { Records } from '../records.ts';

export const qualityFormat = createFormat(qualitySchema);

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
      if (isUnknown && change(null) !== null) await guilds.put([guildId], guildFormat.toRecord(guildId));
      await of(guildId).update([summaryId], before => {
        const after = change(before);
        isNew = before === null && after !== null;
        return after && qualityFormat.toRecord(after);
      });
      if (!isNew || (await of(guildId).list()).length <= window) return;
      for (const old of (await list(guildId)).slice(window)) await of(guildId).remove(old.summaryId);
    },
  };
}
