import type { ApiSource, TokenStore, ViewerLinks } from '../../app/api-ports.ts';
import type { ChatStore, ImportChat } from '../../app/chats-ports.ts';
import type { SummarizePorts } from '../../app/summarize.ts';
import type { WorkerTasks } from '../../app/worker-tasks.ts';
import type { Logger } from '../../log.ts';
import type { ApiJobs } from './jobs.ts';
import type { RenderPage } from './render-page.ts';
import type { WatchToken } from './tokens.ts';

export type HttpParts = {
  readonly source: ApiSource;
  readonly tokens: TokenStore;
  readonly watchToken: WatchToken;
  readonly jobs: ApiJobs;
  /** Without it no link opens a page. */
  readonly viewerLinks?: Pick<ViewerLinks, 'read'> | undefined;
  /** The public keys with which receipts of this installation are signed; the first one is in use. */
  readonly receiptKeys: readonly string[];
  readonly chats: ChatStore;
  readonly importChat: ImportChat;
  readonly workers: WorkerTasks;
  readonly renderPage: RenderPage;
  /** Write summaries of imported chats, and judge statements against uploaded conversations. */
  readonly writers: Pick<SummarizePorts, 'engine' | 'fallback' | 'judge'>;
  readonly now: () => string;
  readonly log: Logger;
  readonly newId: () => string;
  readonly checkStore: () => Promise<void>;
  /** Rejects if the queue that processes share does not answer. */
  readonly checkQueue?: (() => Promise<void>) | undefined;
  readonly version: string;
  readonly requestsPerMinute: number;
  readonly corsOrigins?: readonly string[] | undefined;
  /** Without these there is no `/metrics`. */
  readonly metrics?:
    | {
        readonly read: () => Promise<{ readonly contentType: string; readonly body: string }>;
      }
    | undefined;
  readonly metricsToken?: string | undefined;
};
