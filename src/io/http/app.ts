import { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { toLoggedError } from '../../log.ts';
import { viewerScriptSource } from '../../render/viewer/viewer-script.ts';
import { authenticate } from './authenticate.ts';
import { toDocsPage } from './docs-page.ts';
import { limitBodies } from './limit-bodies.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import type { HttpParts } from './parts.ts';
import { ProblemError, refuse, toErrorRefusal, toProblem, toRefusalProblem } from './problem.ts';
import { channelRoutes } from './routes/channels.ts';
import { chatRoutes } from './routes/chats.ts';
import { checkRoutes } from './routes/check.ts';
import { healthRoutes } from './routes/health.ts';
import { jobRoutes } from './routes/jobs.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { summaryRoutes } from './routes/summaries.ts';
import { openRoutes, viewerRoutes } from './routes/viewer.ts';

/** The HTTP API. Everything but health, the API description, its page and signed links needs a token. */
export function createHttpApp(parts: HttpParts): OpenAPIHono {
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
    // Answers hold what people wrote.
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'private, no-cache');
  });
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
  for (const path of ['/discord/*', '/whatsapp/*', '/summaries/*', '/jobs/*', '/check', '/mcp']) {
    // Before the token: a preflight request has none.
    if (corsOrigins.length > 0) app.use(path, crossOrigin);
    app.use(path, secured, limited);
  }
  for (const routes of [
    channelRoutes(parts),
    chatRoutes(parts),
    checkRoutes(parts),
    summaryRoutes(parts),
    viewerRoutes(parts),
    jobRoutes(parts),
    mcpRoute(parts),
  ])
    app.route('/', routes);

  app.notFound(context => {
    const { method, path } = context.req;
    const allowed = findMethods(app, path);
    if (allowed.length === 0)
      return refuse(context, toProblem(404, 'not_found', `There is nothing at ${path}. See /docs.`));
    const words = `${path} has no ${method}, only ${allowed.join(' and ')}. See /docs.`;
    return refuse(context, toProblem(405, 'method_not_allowed', words), { allow: allowed.join(', ') });
  });
  app.onError((error, context) => {
    if (error instanceof ProblemError) return refuse(context, error.problem, error.headers);
    const refusal = toErrorRefusal(error);
    if (refusal !== null) return refuse(context, toRefusalProblem(refusal));
    if (error instanceof HTTPException && error.status < 500)
      return refuse(context, toProblem(error.status, 'invalid', toSentence(error.message)));
    const reference = newId().slice(0, 8);
    log.error(
      {
        reference,
        method: context.req.method,
        route: context.req.routePath,
        ...toLoggedError(error),
      },
      'http-request-failed',
    );
    return refuse(
      context,
      toProblem(
        500,
        'failed',
        `The request failed. The error is in the log of the server under ${reference}.`,
      ),
    );
  });
  return app;
}

/** The methods that an address has. */
function findMethods({ router }: OpenAPIHono, path: string): readonly string[] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(method =>
    // Middleware is there for all methods.
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  // Hono answers HEAD like GET.
  return methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function toSentence(message: string): string {
  return message === '' ? 'The request is malformed.' : message;
}
