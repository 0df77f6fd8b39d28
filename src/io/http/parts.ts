import type { ApiJobs } from '../../app/api/api-jobs.ts';
import type { ApiSource, ReadUpload, TokenStore } from '../../app/api/ports.ts';
import type { Judge } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';

/** What the HTTP API needs of the rest of the process. */
export type HttpParts = {
  readonly source: ApiSource;
  readonly tokens: TokenStore;
  readonly jobs: ApiJobs;
  readonly readUpload: ReadUpload;
  /** Judges statements against uploaded conversations. */
  readonly judge?: Judge;
  readonly log: Logger;
  readonly newId: () => string;
  /** Rejects if the store does not answer. */
  readonly checkStore: () => Promise<void>;
  readonly requestsPerMinute: number;
};
