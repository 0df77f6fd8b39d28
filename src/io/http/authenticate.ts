import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller, TokenStore } from '../../app/api-ports.ts';
import { ProblemError, refuse, toProblem } from './problem.ts';
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
      // Valid tokens are never held back by others' failures: behind a proxy, all callers have one address.
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
    toProblem(
      401,
      'unauthorized',
      'Send a valid token: "Authorization: Bearer fn_…". Create one with: npm run footnote -- token create',
    ),
    { 'www-authenticate': 'Bearer' },
  );
}

function throwLimited(reason: unknown, what: string): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const seconds = toSeconds(reason);
  throw new ProblemError(toProblem(429, 'rate_limited', `Too many ${what}. Try again in ${seconds} s.`), {
    'retry-after': seconds,
  });
}

/** A value for `Retry-After`. */
export function toSeconds({ msBeforeNext }: RateLimiterRes): string {
  return String(Math.ceil(msBeforeNext / 1000));
}
