import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createId } from '../random.ts';
import { ClaudeError, toErrorBody } from './errors.ts';
import { type CallBindings, openCall } from './messages/call.ts';
import { messageRoutes } from './routes/messages.ts';
import { modelRoutes } from './routes/models.ts';
import type { ClaudeState } from './state.ts';

/** The dated API versions that are supported. */
const versions = ['2023-01-01', '2023-06-01', '2026-10-21'];

/** Claude's API for this state. */
export function createApp(state: ClaudeState): Hono<CallBindings> {
  const app = new Hono<CallBindings>();
  app.onError((error, context) => answerError(state, context, error));
  app.notFound(context => answerError(state, context, new ClaudeError(404, 'Not found')));

  app.use(async (context, next) => {
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    const url = new URL(context.req.url);
    const call = openCall(state, context.env, {
      method: context.req.method,
      path: `${url.pathname}${url.search}`,
      headers: hideKey(context.req.header()),
      body: toRecordedBody(bytes),
    });
    context.set('call', call);
    context.set('bytes', bytes);
    await next();
    // Responses written directly to the socket have set their own status.
    if (!context.env.outgoing.headersSent && context.res.headers.get('x-hono-already-sent') === null) {
      if (!state.lacks.includes('models')) context.res.headers.set('request-id', call.id);
      call.note({ status: context.res.status });
    }
  });

  app.use(async (context, next) => {
    checkHeaders(context, state.apiKey);
    await next();
  });

  app.route('/', messageRoutes(state));
  app.route('/', modelRoutes(state));
  return app;
}

function hideKey(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const secret: Readonly<Record<string, string>> = {
    authorization: 'Bearer (left out)',
    'x-api-key': '(left out)',
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secret[name] ?? value]));
}

function toRecordedBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return null;
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    // The list shows every request; the route refuses invalid ones.
    return text;
  }
}

function checkHeaders(context: Context<CallBindings>, apiKey: string): void {
  const { authorization, 'x-api-key': plain } = context.req.header();
  const bearer = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (bearer === undefined && plain === undefined)
    throw new ClaudeError(401, 'Authorization: a bearer token is required');
  if (bearer !== apiKey && plain !== apiKey) throw new ClaudeError(401, 'API key is invalid.');

  const version = context.req.header('anthropic-version');
  if (version === undefined) throw new ClaudeError(400, 'anthropic-version: header is required');
  if (!versions.includes(version))
    throw new ClaudeError(400, `anthropic-version: "${version}" is not a valid version`);

  const hasBody = context.get('bytes').byteLength > 0;
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (hasBody && type !== 'application/json')
    throw new ClaudeError(400, 'content-type: Input should be application/json');
}

function answerError(state: ClaudeState, context: Context<CallBindings>, error: Error): Response {
  const id = context.get('call')?.id ?? createId(state.random, 'req');
  const known =
    error instanceof ClaudeError
      ? error
      : // A fault of this stand-in or of a writer: name it for the developer who reads it.
        new ClaudeError(500, `Internal server error (${error.stack})`);
  const { status, headers } = known;
  return context.json(toErrorBody(known, id), status as ContentfulStatusCode, {
    'request-id': id,
    ...headers,
  });
}
