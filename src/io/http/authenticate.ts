import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller, TokenStore } from '../../app/api-ports.ts';
import { withDeadline } from '../../deadline.ts';
import { ProblemError, refuse } from './problem.ts';
import { findCaller, type WatchToken } from './tokens.ts';

export type ApiEnv = {
  readonly Variables: {
    readonly caller: Caller;
    /** Aborted when the client leaves or the token is revoked. */
    readonly ending: AbortSignal;
    /** Of `POST /check`, as JSON, taken out of the body. */
    readonly conversation?: Uint8Array<ArrayBuffer> | null;
  };
};

type AuthenticateOptions = {
  readonly tokens: TokenStore;
  readonly watchToken: WatchToken;
  /** Per token and minute. */
  readonly requestsPerMinute: number;
};

const failuresPerMinute = 30;

/** Finds the caller of a bearer token, and limits requests per token and failed attempts per address. */
export function authenticate({ tokens, watchToken, requestsPerMinute }: AuthenticateOptions) {
  const requests = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  const failures = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 });
  return createMiddleware<ApiEnv>(async (context, next) => {
    const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const caller = await findCaller(bearer, tokens);
    if (caller === null) {
      await failures
        .consume(getConnInfo(context).remote.address ?? '')
        .catch((reason: unknown) => throwLimited(reason, 'failed attempts'));
      return refuseUnauthorized(context);
    }
    const left = await requests
      .consume(caller.tokenId)
      .catch((reason: unknown) => throwLimited(reason, 'requests with this token'));
    context.header('ratelimit-limit', String(requestsPerMinute));
    context.header('ratelimit-remaining', String(left.remainingPoints));
    context.header('ratelimit-reset', toSeconds(left));
    context.set('caller', caller);
    const watch = watchToken(caller.tokenId);
    context.set('ending', AbortSignal.any([context.req.raw.signal, watch.signal]));
    try {
      await next();
    } finally {
      watch.end();
    }
    if (watch.signal.aborted) {
      // The token was revoked meanwhile. Without the first line, the headers of the old answer would stay.
      context.res = undefined;
      context.res = refuseUnauthorized(context);
    }
    return undefined;
  });
}

function refuseUnauthorized(context: Context): Response {
  return refuse(
    context,
    [
      401,
      'unauthorized',
      'Send a valid token: "Authorization: Bearer fn_…". Create one with: npm run footnote -- token create',
    ],
    { 'www-authenticate': 'Bearer' },
  );
}

function throwLimited(reason: unknown, what: string): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const seconds = toSeconds(reason);
  throw new ProblemError([429, 'rate_limited', `Too many ${what}. Try again in ${seconds} s.`], {
    'retry-after': seconds,
  });
}

/** A value for `Retry-After`. */
export function toSeconds({ msBeforeNext }: RateLimiterRes): string {
  return String(Math.ceil(msBeforeNext / 1000));
}

const maxBodyBytes = 32 * 2 ** 20;
/** JSON of this size is parsed and refused within 50 ms. Only bodies that a worker process reads may be larger. */
const maxJsonBytes = 64 * 2 ** 10;
const maxBytesByPath: Readonly<Record<string, number>> = {
  '/whatsapp/chats': maxBodyBytes,
  // Parsed, it takes several times as much memory.
  '/check': maxBodyBytes / 4,
};
/** Of all requests that are being read or answered. */
const maxBytesAtOnce = 2 * maxBodyBytes;
/** Of all requests with one token, so that it cannot use the whole limit. */
const maxBytesOfToken = maxBodyBytes;
/** A body up to this size is always read, so that large uploads do not lock out other requests. */
const smallBytes = 64 * 2 ** 10;

/** How long a request may take until its end arrives: a slow one uses the limits too. Node answers it with 408. */
export const bodyTimeoutMs = 120_000;

/** Reads bodies, and refuses those too large, alone or together, or stalled for `stallMs`. Comes after `authenticate`. */
export function limitBodies({ stallMs = 15_000 } = {}) {
  let held = 0;
  const heldByToken = new Map<string, number>();
  const hold = (tokenId: string, bytes: number) => {
    held += bytes;
    const own = (heldByToken.get(tokenId) ?? 0) + bytes;
    if (own > 0) heldByToken.set(tokenId, own);
    else heldByToken.delete(tokenId);
    return own;
  };
  return createMiddleware<ApiEnv>(async (context, next) => {
    const { body } = context.req.raw;
    if (body === null) return next();
    const maxBytes = maxBytesByPath[context.req.path] ?? maxJsonBytes;
    const tooLarge = () =>
      refuse(context, [413, 'too_large', `The body is larger than ${toSize(maxBytes)}. Send less.`]);
    const tooMuch = (status: number, code: string, what: string) =>
      refuse(
        context,
        [status, code, `Too much is being uploaded${what} at once. Send the request again later.`],
        { 'retry-after': '10' },
      );
    const length = Number(context.req.header('content-length') ?? 0);
    if (length > maxBytes) return tooLarge();
    const { tokenId } = context.get('caller');
    // Is not canceled: that would close the connection before the answer.
    const reader = body.getReader();
    // Grows without a copy: neither the room for 32 MB nor joining them holds the event loop.
    const whole = new ArrayBuffer(0, { maxByteLength: maxBytes });
    let bytes = 0;
    try {
      for (;;) {
        // Fails when the client leaves, who then gets no answer.
        const read = await withDeadline(reader.read(), stallMs).catch(() => null);
        if (read === null)
          return refuse(
            context,
            [408, 'incomplete', 'The upload stopped before its end. Send the request again.'],
            { connection: 'close' },
          );
        if (read.done) break;
        bytes += read.value.length;
        const own = hold(tokenId, read.value.length);
        if (bytes > maxBytes) return tooLarge();
        if (bytes > smallBytes && own > maxBytesOfToken)
          return tooMuch(429, 'rate_limited', ' with this token');
        if (bytes > smallBytes && held > maxBytesAtOnce) return tooMuch(503, 'unavailable', '');
        whole.resize(bytes);
        new Uint8Array(whole).set(read.value, bytes - read.value.length);
      }
      // Hono reads bodies from this cache; a new Request would copy the bytes several times. `Response`, with which it parses
      // JSON, accepts no buffer that can grow.
      const cached = maxBytes === maxBodyBytes ? whole : whole.slice(0);
      Object.assign(context.req.bodyCache, { arrayBuffer: Promise.resolve(cached) });
      await next();
    } finally {
      hold(tokenId, -bytes);
    }
  });
}

function toSize(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`;
}
