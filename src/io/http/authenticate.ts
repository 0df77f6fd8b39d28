import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller, TokenStore } from '../../app/api-ports.ts';
import { ProblemError, refuse } from './problem.ts';
import { findCaller, type WatchToken } from './tokens.ts';

export type ApiEnv = {
  readonly Variables: {
    readonly caller: Caller;
    /** Aborted when the client leaves or the token is revoked. */
    readonly ending: AbortSignal;
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
    await requests
      .consume(caller.tokenId)
      .catch((reason: unknown) => throwLimited(reason, 'requests with this token'));
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

/** Of any other JSON. */
const maxJsonBytes = 64 * 2 ** 10;
const maxBytesByPath: Readonly<Record<string, number>> = {
  '/whatsapp/chats': 32 * 2 ** 20,
  // Parsed and refused within 50 ms, also if all of it is unknown fields.
  '/check': 256 * 2 ** 10,
};
/** Of all larger bodies that are being read or answered. */
const maxBytesAtOnce = 64 * 2 ** 20;

/** How long a request may take until its end arrives: a slow one uses the limits too. Node answers it with 408. */
export const bodyTimeoutMs = 120_000;

/** Refuses bodies that are too large, alone or together; a token has one larger body at a time. Comes after `authenticate`. */
export function limitBodies() {
  let held = 0;
  const uploading = new Set<string>();
  return createMiddleware<ApiEnv>(async (context, next) => {
    const maxSize = maxBytesByPath[context.req.path] ?? maxJsonBytes;
    const tooLarge = () =>
      refuse(context, [413, 'too_large', `The body is larger than ${toSize(maxSize)}. Send less.`]);
    const isOpen = context.req.header('transfer-encoding') !== undefined;
    const bytes = isOpen ? maxSize : Number(context.req.header('content-length') ?? 0);
    if (bytes > maxSize) return tooLarge();
    // Touches the body, which would then not be drained if nobody reads it.
    const read = () => (isOpen ? bodyLimit({ maxSize, onError: tooLarge })(context, next) : next());
    if (bytes <= maxJsonBytes) return read();
    const { tokenId } = context.get('caller');
    const refuseMore = (status: number, code: string, what: string) =>
      refuse(
        context,
        [status, code, `Too much is being uploaded${what} at once. Send the request again later.`],
        {
          'retry-after': '10',
        },
      );
    if (uploading.has(tokenId)) return refuseMore(429, 'rate_limited', ' with this token');
    if (held + bytes > maxBytesAtOnce) return refuseMore(503, 'unavailable', '');
    held += bytes;
    uploading.add(tokenId);
    try {
      return await read();
    } finally {
      held -= bytes;
      uploading.delete(tokenId);
    }
  });
}

function toSize(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`;
}
