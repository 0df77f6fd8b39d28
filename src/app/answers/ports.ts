import type { KeptRequest, PostedMessage } from '../ports.ts';

/** A run whose answer is not finished, so that another process can finish it. */
export type OpenRun = {
  /** The id of the interaction that it answers. */
  readonly id: string;
  /** What lets a process edit the answer for 15 minutes; a secret. Null where it is used up. */
  readonly token: string | null;
  readonly guildId: string;
  /** Where it was asked, which is where the answer is. */
  readonly channelId: string;
  /** The channel to read. */
  readonly sourceId: string;
  readonly personId: string;
  readonly locale: string;
  readonly isPrivate: boolean;
  readonly request: KeptRequest;
  /** An instant. */
  readonly askedAt: string;
  /** `showing`: the summary is stored. `interrupted`: it can only be asked for again. */
  readonly stage: 'working' | 'showing' | 'interrupted';
  readonly summaryId?: string;
  /** The lines above the summary. */
  readonly note?: string;
  /** The answer, where everybody sees it. */
  readonly answeredAs?: PostedMessage;
  /** How often another process has begun it anew. */
  readonly restarts: number;
  /** The process that works on it. */
  readonly ownerId: string;
};

/** Runs that are under way or were interrupted, over restarts. */
export type OpenRunStore = {
  /** An interrupted one is kept for as long as a summary of its server. */
  readonly put: (run: OpenRun) => Promise<void>;
  readonly get: (id: string) => Promise<OpenRun | null>;
  readonly remove: (id: string) => Promise<void>;
  readonly list: () => Promise<readonly OpenRun[]>;
  /** Erases those of a person; how many. */
  readonly erasePerson: (personId: string) => Promise<number>;
  /**
   * Whether this caller, of all processes, is the one that takes over a run that this owner has left. It has some seconds to
   * store the run as its own.
   */
  readonly takeOver: (run: OpenRun) => Promise<boolean>;
  /** Notes that a process lives, for some seconds. */
  readonly noteAlive: (processId: string, forMs: number) => Promise<void>;
  readonly isAlive: (processId: string) => Promise<boolean>;
};
