import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { ApiJobStore, SharedApiJobs } from '../../app/api-ports.ts';
import { withChatSummaries } from '../../app/chats/open-chat-summaries.ts';
import { UserError } from '../../errors.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import { toLoggedError } from '../../log.ts';
import { createHttpApp } from './app.ts';
import { createApiJobs } from './jobs/api-jobs.ts';
import type { HttpParts } from './parts.ts';
import { toErrorRefusal } from './problem.ts';
import { createWatchToken } from './token-watch.ts';

export type HttpServerOptions = Omit<HttpParts, 'jobs' | 'watchToken'> & {
  readonly jobStore: ApiJobStore;
  readonly sharedJobs?: SharedApiJobs;
  /** For all processes that use the store. */
  readonly exclusively: KeyedMutex;
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
};

export type HttpServer = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Serves the HTTP API. Stopping interrupts running jobs and closes open connections.
 *
 * @throws UserError `bad_environment` if the port is in use or may not be used.
 */
export async function startHttpServer({
  host,
  port,
  jobStore,
  sharedJobs,
  exclusively,
  ...given
}: HttpServerOptions): Promise<HttpServer> {
  const watchToken = createWatchToken(given.tokens);
  const jobs = createApiJobs({
    watchToken,
    store: jobStore,
    ...(sharedJobs && { shared: sharedJobs }),
    exclusively,
    newId: given.newId,
    onFailure: (job, error) =>
      given.log.error(
        {
          job,
          ...toLoggedError(error),
        },
        'api-job-failed',
      ),
    toRefusal: toErrorRefusal,
  });
  const source = withChatSummaries(given.source, given.chats, given.threads);
  const app = createHttpApp({ ...given, source, jobs, watchToken });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new UserError(
      'bad_environment',
      `The HTTP API cannot listen on ${host}:${port} (${code}). Choose another HTTP_PORT or HTTP_HOST.`,
      { cause },
    );
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    stop: async () => {
      await jobs.stop();
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
