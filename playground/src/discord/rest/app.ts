import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError, type Refusal, refuse } from '../errors.ts';
import type { FaultBox, RequestFault } from '../faults.ts';
import type { State } from '../state.ts';
import { applicationRoutes, type Recommended } from './applications.ts';
import { bodyOf } from './body.ts';
import { channelRoutes } from './channels.ts';
import { clockRoutes } from './clock.ts';
import { commandRoutes } from './commands.ts';
import { guildRoutes } from './guilds.ts';
import { interactionRoutes } from './interactions.ts';
import { messageRoutes } from './messages.ts';
import { createRateLimits, type RateLimitOptions } from './rate-limits.ts';
import { reactionRoutes } from './reactions.ts';
import { searchRoutes } from './search.ts';
import { threadRoutes } from './threads.ts';
import { userRoutes } from './users.ts';

/** One request and its answer. */
export type Exchange = {
  readonly method: string;
  /** Below /api/v10, decoded. */
  readonly path: string;
  readonly request: unknown;
  readonly fileCount: number;
  readonly status: number;
  readonly response: unknown;
  /** When it arrived, by `performance.now()`. */
  readonly cameAtMs: number;
  /** The faults applied to it. */
  readonly faults: readonly RequestFault['kind'][];
};

type RestOptions = {
  readonly state: State;
  readonly faults: FaultBox;
  readonly gatewayUrl: () => string;
  readonly recommended: Recommended;
  readonly rateLimit: RateLimitOptions;
  readonly record: (exchange: Exchange) => void;
};

const PREFIX = '/api/v10';

/** Discord's REST API, version 10, for this state. */
export function createRest(options: RestOptions): Hono<{ Bindings: HttpBindings }> {
  const { state } = options;
  const count = createRateLimits(state.clock.steadyNow, options.rateLimit);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((error, context) => answerError(context, error));
  app.notFound(context => answerError(context, refuse('notFound')));

  app.get('/attachments/:channel/:id/:filename', context => {
    const { channel, id } = context.req.param();
    const messages = [...(state.messages.get(channel)?.values() ?? [])];
    const file = state.uploads.get(id) ?? messages.flatMap(one => one.attachments).find(one => one.id === id);
    if (file) return context.body(new Uint8Array(file.bytes), 200, { 'Content-Type': file.contentType });
    return context.text('This content is no longer available.', 404);
  });

  app.route('/', clockRoutes(state));

  app.use(`${PREFIX}/*`, async (context, next) => {
    const path = toApiPath(context);
    const cameAtMs = performance.now();
    const struck = options.faults.take(context.req.method, path);
    for (const fault of struck)
      if (fault.kind === 'delay') await (typeof fault.ms === 'number' ? wait(fault.ms) : fault.ms);
    const spoiled = spoil(struck, path);
    if (struck.some(fault => fault.kind === 'break')) context.env.incoming.socket.destroy();
    const { headers, retryAfterMs, isGlobal } = count(context.req.method, path);
    if (spoiled) context.res = spoiled;
    else if (retryAfterMs !== null) context.res = toTooMany(retryAfterMs, isGlobal);
    else await next();
    const failed = struck.find(fault => fault.kind === 'fail-after');
    if (failed) context.res = toServerError(failed.status);
    for (const [name, value] of Object.entries(headers)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    const faults = struck.map(({ kind }) => kind).filter(kind => kind !== 'pass');
    await recordExchange(context, { path, cameAtMs, faults }, options.record);
    if (struck.some(fault => fault.kind === 'lose-answer')) context.env.incoming.socket.destroy();
  });

  app.use(`${PREFIX}/*`, async (context, next) => {
    // A request with an interaction's token needs no other.
    const isOpen = /^\/(interactions|webhooks)\/[^/]+\/[^/]+/.test(toApiPath(context));
    const given = context.req.header('authorization');
    if (!isOpen && given !== `Bot ${state.application.token}`) throw refuse('unauthorized');
    await next();
  });

  for (const routes of [
    applicationRoutes(state, options.gatewayUrl, options.recommended),
    userRoutes(state),
    guildRoutes(state),
    searchRoutes(state),
    threadRoutes(state),
    messageRoutes(state),
    reactionRoutes(state),
    channelRoutes(state),
    commandRoutes(state),
    interactionRoutes(state),
  ]) {
    app.route(PREFIX, routes);
  }
  return app;
}

function toApiPath(context: Context): string {
  const path = context.req.path.slice(PREFIX.length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function answerError(context: Context, error: Error): Response {
  if (!(error instanceof ApiError)) {
    // A bug in the playground: show it to the developer.
    return context.json({ code: 0, message: `500: Internal Server Error (${error.stack})` }, 500);
  }
  const body = { message: error.message, code: error.code };
  const status = error.status as ContentfulStatusCode;
  return context.json(error.errors === undefined ? body : { ...body, errors: error.errors }, status);
}

/** The answer of a fault instead of the real one. */
function spoil(faults: readonly RequestFault[], path: string): Response | null {
  for (const fault of faults) {
    if (fault.kind === 'rate-limit') return toTooMany(fault.retryAfterMs, fault.isGlobal);
    if (fault.kind === 'status') return toFailure(fault.status, path);
    if (fault.kind === 'break') return new Response(null, { status: 502 });
  }
  return null;
}

function toFailure(status: number, path: string): Response {
  const refusal = status === 403 ? 'missingAccess' : status === 404 ? toUnknown(path) : null;
  if (refusal === null) return toServerError(status);
  const { code, message } = refuse(refusal);
  return Response.json({ message, code }, { status });
}

/** The kind of unknown object in a 404 on this path. */
function toUnknown(path: string): Refusal {
  if (path.startsWith('/interactions/')) return 'unknownInteraction';
  if (path.startsWith('/webhooks/')) return 'unknownWebhook';
  if (/\/members\/\d+$/.test(path)) return 'unknownMember';
  if (/\/messages\/\d+$/.test(path)) return 'unknownMessage';
  if (path.startsWith('/channels/')) return 'unknownChannel';
  return path.startsWith('/guilds/') ? 'unknownGuild' : 'notFound';
}

function toServerError(status: number): Response {
  return Response.json({ message: `${status}: Server Error`, code: 0 }, { status });
}

function toTooMany(retryAfterMs: number, isGlobal: boolean): Response {
  const seconds = retryAfterMs / 1000;
  return Response.json(
    { message: 'You are being rate limited.', retry_after: seconds, global: isGlobal, code: 0 },
    {
      status: 429,
      headers: {
        'Retry-After': String(seconds),
        'X-RateLimit-Scope': isGlobal ? 'global' : 'user',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset-After': String(seconds),
        ...(isGlobal ? { 'X-RateLimit-Global': 'true' } : {}),
      },
    },
  );
}

async function recordExchange(
  context: Context,
  about: Pick<Exchange, 'path' | 'cameAtMs' | 'faults'>,
  record: (exchange: Exchange) => void,
): Promise<void> {
  const body = bodyOf(context);
  const isJson = context.res.headers.get('content-type')?.includes('json') === true;
  record({
    ...about,
    method: context.req.method,
    request: body?.json ?? null,
    fileCount: body?.files.length ?? 0,
    status: context.res.status,
    response: isJson ? await context.res.clone().json() : null,
  });
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
