import type { TopicRecord } from '../../core/topics/record.ts';

/** What stored summaries say about the topics of channels and threads; each part is kept as long as its summary. */
export type TopicStore = {
  /** The records of a server, or those of some of its channels and threads; empty ones are left out. */
  readonly list: (guildId: string, placeIds?: readonly string[]) => Promise<readonly TopicRecord[]>;
  /** Changes the record of one channel or thread; one change at a time, also of several processes. */
  readonly update: (
    guildId: string,
    placeId: string,
    change: (record: TopicRecord) => TopicRecord,
  ) => Promise<void>;
};
