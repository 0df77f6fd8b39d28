import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { secureHeaders } from 'hono/secure-headers';
import type { ApiJobStore, ApiSource, Caller, SharedApiJobs } from '../../app/api-ports.ts';
import type { ChatStore } from '../../app/chats-ports.ts';
import { prepareEvidence } from '../../app/prepare-evidence.ts';
import type { WorkerTasks } from '../../app/worker-tasks.ts';
import { UserError } from '../../errors.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import { toLoggedError } from '../../log.ts';
import { viewerScriptSource } from '../../render/viewer/viewer-script.ts';
import { authenticate, bodyTimeoutMs, limitBodies } from './authenticate.ts';
import { createApiJobs } from './jobs.ts';
import type { HttpParts } from './parts.ts';
import { ProblemError, refuse, toErrorRefusal } from './problem.ts';
import { chatRoutes, refuseLimitedTokens } from './routes/chats.ts';
import { checkRoutes } from './routes/check.ts';
import { digestRoutes } from './routes/digests.ts';
import { healthRoutes, metricsRoutes } from './routes/health.ts';
import { jobRoutes } from './routes/jobs.ts';
import { mcpRoute } from './routes/mcp.ts';
import { openRoutes, summaryRoutes } from './routes/summaries.ts';
import { summarizeRoutes } from './routes/summarize.ts';
import { createWatchToken } from './tokens.ts';

type HttpServerOptions = Omit<HttpParts, 'jobs' | 'watchToken'> & {
  readonly jobStore: ApiJobStore;
  readonly sharedJobs?: SharedApiJobs | undefined;
  readonly exclusively: KeyedMutex;
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
  readonly requestTimeoutMs?: number;
};

/** Longer than a proxy keeps an idle connection: it may send a request just as that is closed, which is then lost. */
const keepAliveMs = 75_000;

type HttpServer = { readonly url: string; readonly stop: () => Promise<void> };

/** Serves the HTTP API. Stopping interrupts jobs and connections. @throws UserError `bad_environment` if the port cannot be used. */
export async function startHttpServer({
  host,
  port,
  jobStore,
  sharedJobs,
  exclusively,
  requestTimeoutMs = bodyTimeoutMs,
  ...given
}: HttpServerOptions): Promise<HttpServer> {
  const watchToken = createWatchToken(given.tokens);
  const jobs = createApiJobs({
    watchToken,
    store: jobStore,
    ...(sharedJobs && { shared: sharedJobs }),
    exclusively,
    newId: given.newId,
    onFailure: (job, error) => given.log.error({ job, ...toLoggedError(error) }, 'api-job-failed'),
  });
  const source = withChatSummaries(given.source, given.chats, given.workers);
  const app = createHttpApp({ ...given, source, jobs, watchToken });
  const serverOptions = {
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: requestTimeoutMs / 10,
    keepAliveTimeout: keepAliveMs,
  };
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions });
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

/** The HTTP API. Everything but health, the API description, its page and signed links needs a token. */
function createHttpApp(parts: HttpParts): OpenAPIHono {
  const { log, newId, version, corsOrigins = [] } = parts;
  const app = new OpenAPIHono();

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: [viewerScriptSource],
        styleSrc: ["'unsafe-inline'"],
      },
    }),
  );
  app.use(async (context, next) => {
    await next();
    // Answers contain people's messages.
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'private, no-cache');
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => {
        const { method, path } = context.req;
        const allow = methods.join(', ');
        const words = `There is no ${method} ${path}, only ${allow}. See /docs.`;
        return refuse(context, [405, 'method_not_allowed', words], { allow });
      },
    }),
  );
  app.route('/', healthRoutes(parts));
  app.route('/', openRoutes(parts));
  app.route('/', metricsRoutes(parts));

  const describe = () =>
    app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Footnote',
        version,
        description:
          'Summaries in which every claim links to the messages behind it and has been checked against them.',
      },
      security: [{ bearer: [] }],
    });
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  app.get('/openapi.json', context => context.json(describe()));
  app.get('/docs', context => context.html(toDocsPage(describe())));

  const secured = authenticate(parts);
  // After the token, because it reads the body.
  const limited = limitBodies();
  const crossOrigin = cors({
    origin: [...corsOrigins],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match'],
    exposeHeaders: ['etag', 'link', 'location', 'retry-after'],
  });
  for (const path of [
    ...['/discord/*', '/whatsapp/*', '/digests/*', '/summaries/*', '/jobs/*'],
    ...['/ask', '/check', '/mcp'],
  ]) {
    // Before the token: a preflight request has none.
    if (corsOrigins.length > 0) app.use(path, crossOrigin);
    app.use(path, secured, limited);
  }
  for (const path of ['/whatsapp/*', '/digests/*']) app.use(path, refuseLimitedTokens);
  for (const routes of [
    summarizeRoutes(parts),
    chatRoutes(parts),
    checkRoutes(parts),
    digestRoutes(parts),
    summaryRoutes(parts),
    jobRoutes(parts),
    mcpRoute(parts),
  ])
    app.route('/', routes);

  app.notFound(context => refuse(context, [404, 'not_found', `There is no ${context.req.path}. See /docs.`]));
  app.onError((error, context) => {
    if (error instanceof ProblemError) return refuse(context, error.problem, error.headers);
    const refusal = toErrorRefusal(error);
    if (refusal !== null) return refuse(context, refusal);
    if (error instanceof HTTPException && error.res) return error.getResponse();
    if (error instanceof HTTPException && error.status === 415)
      return refuse(context, [415, 'invalid', 'Send JSON with the header "Content-Type: application/json".']);
    if (error instanceof HTTPException && error.status < 500)
      return refuse(context, [error.status, 'invalid', error.message || 'The request is malformed.']);
    // The client left while its body was read.
    if (context.req.raw.signal.aborted) return context.body(null, 408);
    const reference = newId().slice(0, 8);
    const { method, routePath: route } = context.req;
    log.error({ reference, method, route, ...toLoggedError(error) }, 'http-request-failed');
    const detail = `The request failed. The error is in the log of the server under ${reference}.`;
    return refuse(context, [500, 'failed', detail]);
  });
  return app;
}

type Description = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The endpoints as a page that needs no script. */
function toDocsPage({ info, paths = {} }: Description) {
  type Operation = { readonly summary?: string; readonly description?: string };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(
      ([method, { summary = '', description = '' }]) =>
        html`<h3><code>${method.toUpperCase()} ${path}</code></h3><p>${summary}. ${description}</p>`,
    ),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem }
h3 { margin: 2rem 0 0; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>${info.title} API ${info.version}</h1>
<p>${info.description}</p>
<p>Send a token with each request: <code>Authorization: Bearer fn_…</code>. Create one with
<code>npm run footnote -- token create --guild ID --user ID</code>. Parameters and answers are in
<a href="/openapi.json">openapi.json</a>.</p>
<h2>Endpoints</h2>
${operations}
</body>
</html>`;
}

/** The source of the API, which also opens summaries of imported chats for their owner. */
function withChatSummaries(
  source: ApiSource,
  chats: Pick<ChatStore, 'get' | 'getSummary'>,
  workers: WorkerTasks,
): ApiSource {
  const find = async ({ userId, channelIds }: Caller, summaryId: string) =>
    channelIds === undefined ? chats.getSummary(userId, summaryId) : null;
  return {
    ...source,
    async open(caller, summaryId) {
      const found = await find(caller, summaryId);
      return found === null ? source.open(caller, summaryId) : { stored: found };
    },
    async openPage(caller, summaryId) {
      const found = await find(caller, summaryId);
      const chat = found && (await chats.get(caller.userId, found.chatId));
      if (!chat) return source.openPage(caller, summaryId);
      const { timeRange } = found.summary;
      // The messages of the time that was summarized.
      const range = timeRange ? { from: timeRange.start, to: timeRange.end } : {};
      const { evidence } = await prepareEvidence(chat.conversation, range, workers, undefined);
      return { stored: found, conversation: evidence.messages };
    },
  };
}
