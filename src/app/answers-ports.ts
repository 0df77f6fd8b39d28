import type { PostedMessage, StoredRequest } from './ports.ts';

/** A run with an unfinished answer, stored so that another process can end it. */
export type OpenRun = {
  /** The id of the interaction that the run answers. */
  readonly id: string;
  /** The secret interaction token, which allows edits of the answer for 15 minutes; null once it has expired. */
  readonly token: string | null;
  /** Empty in a direct message, where only deferred answers are recorded. */
  readonly guildId: string;
  /** The channel of the request, and so of the answer. */
  readonly channelId: string;
  /** The channel to read. */
  readonly sourceId: string;
  readonly personId: string;
  readonly locale: string;
  readonly isPrivate: boolean;
  readonly request: StoredRequest;
  /** An ISO instant. */
  readonly askedAt: string;
  /** `showing`: the summary is stored. `interrupted`: the person can only ask again. `deferred`: an answer without a run. */
  readonly stage: 'working' | 'showing' | 'interrupted' | 'deferred';
  readonly summaryId?: string;
  /** The lines above the summary, or what a deferred answer shows until it is finished. */
  readonly note?: string;
  /** The message with a public answer. */
  readonly answeredAs?: PostedMessage;
  /** The UTC day on which the run counts toward the person's daily limit. */
  readonly countedOn?: string;
  /** The process that works on the run. */
  readonly ownerId: string;
};

/** Runs in progress or interrupted, stored across restarts. */
export type OpenRunStore = {
  /** An interrupted run is stored as long as its server's summaries. */
  readonly put: (run: OpenRun) => Promise<void>;
  readonly get: (id: string) => Promise<OpenRun | null>;
  readonly remove: (id: string) => Promise<void>;
  readonly list: () => Promise<readonly OpenRun[]>;
  /** Erases the runs of a person; resolves to their number. */
  readonly erasePerson: (personId: string) => Promise<number>;
  /** True for the one process that may take the run over from its owner; it has some seconds to store the run as its own. */
  readonly takeOver: (run: OpenRun) => Promise<boolean>;
  /** Records that the process is alive for the next `forMs`. */
  readonly noteAlive: (processId: string, forMs: number) => Promise<void>;
  readonly isAlive: (processId: string) => Promise<boolean>;
};
