import type { Feedback, FeedbackStore, StoredId } from '../../../app/ports.ts';
import { feedbackFormat } from '../formats.ts';
import type { Records, ToRetention } from '../records.ts';

type FeedbackRecords = {
  readonly of: (guildId: string) => Records<readonly Feedback[]>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
  /** How long data about a server's summaries is stored, from their creation. */
  readonly toRetention: ToRetention;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/** Feedback, one record per summary, which expires with the summary. */
export function createFeedbackStore({ of, guilds, toRetention, now }: FeedbackRecords): FeedbackStore {
  return {
    get: async (guildId, summaryId) => (await of(guildId).get(summaryId)) ?? [],
    async put(guildId, summaryId, feedback, madeAt) {
      const left = Date.parse(madeAt) + (await toRetention(guildId)).keptMs - now();
      if (left > 0)
        await of(guildId).put([summaryId], { ...feedbackFormat.toRecord(feedback), createdAt: madeAt }, left);
    },
    list: async guildId => (await of(guildId).values()).flat(),
    async givenBy(id) {
      const found: StoredId[] = [];
      for (const guildId of await guilds.list()) {
        const summaryIds = await of(guildId).list();
        const given = await of(guildId).getMany(summaryIds);
        for (const [index, summaryId] of summaryIds.entries())
          if (given[index]?.some(({ personId }) => personId === id)) found.push({ guildId, summaryId });
      }
      return found;
    },
  };
}
