import type { Feedback, FeedbackStore } from '../../app/ports.ts';
import * as kept from './kept.ts';
import type { Records } from './records.ts';

export type FeedbackRecords = {
  readonly of: (guildId: string) => Records<readonly Feedback[]>;
  /** How long what belongs to the summaries of a server is kept from when they were made. */
  readonly toRetentionMs: (guildId: string) => Promise<number>;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/** What people think, a record a summary, which goes when the summary would. */
export function createFeedbackStore({ of, toRetentionMs, now }: FeedbackRecords): FeedbackStore {
  return {
    get: async (guildId, summaryId) => (await of(guildId).get(summaryId)) ?? [],
    async put(guildId, summaryId, feedback, madeAt) {
      const left = Date.parse(madeAt) + (await toRetentionMs(guildId)) - now();
      if (left > 0) await of(guildId).put([summaryId], kept.toFeedbackRecord(feedback, madeAt), left);
    },
    list: async guildId => (await of(guildId).values()).flat(),
  };
}
