import type { openRunSchema } from '../core/claims/stored-summary.ts';
import type { Stored } from '../core/stored-object.ts';

export type OpenRun = Stored<typeof openRunSchema>;

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
