import type { QualityRecord } from '../../core/usage/quality.ts';

/** The records of a server's latest summaries, until newer ones take their place or the summary or server is deleted. */
export type QualityStore = {
  /** As `Records.update`: null leaves the record as it is, and `change` may be called several times. */
  readonly update: (
    guildId: string,
    summaryId: string,
    change: (record: QualityRecord | null) => QualityRecord | null,
  ) => Promise<void>;
  /** Newest first. */
  readonly list: (guildId: string) => Promise<readonly QualityRecord[]>;
};
