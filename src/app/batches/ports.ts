/** What may wait for a batch: one run of a digest, until its deadline (an instant). */
export type BatchTicket = {
  readonly guildId: string;
  readonly digestId: string;
  readonly deadline: string;
};

/** A batch as a store keeps it. */
export type BatchRecord = {
  /** Null until the API has answered: if the process ends before, the batch is looked for among those of the API. */
  readonly batchId: string | null;
  /** A hash of what was asked, and of which messages in which order. */
  readonly key: string;
  /** An instant. */
  readonly submittedAt: string;
  /** That of its ticket, by which a run knows its own batch. */
  readonly deadline: string;
  /** Its results were counted; they may be used again after a crash. */
  readonly isCounted: boolean;
};

/** The last batch of each digest, for as long as anybody may ask for it. */
export type BatchStore = {
  readonly get: (guildId: string, digestId: string) => Promise<BatchRecord | null>;
  readonly put: (guildId: string, digestId: string, record: BatchRecord) => Promise<void>;
};

/** When to look again for the batch of a run, as an instant; null if there is nothing to wait for. */
export type WatchBatch = (ticket: BatchTicket) => Promise<string | null>;

/** The model is still at work: ask once more at this instant. */
export class WorkPending extends Error {
  readonly until: string;

  constructor(until: string) {
    super('a batch is being worked on');
    this.name = 'WorkPending';
    this.until = until;
  }
}
