import { createHash } from 'node:crypto';

type Limit = { readonly limit: number; readonly windowMs: number };

export type RateLimitOptions = Limit & {
  /** Of the history of a channel, where it is another. */
  readonly history?: Limit;
  /** Of all requests together; default none. */
  readonly global?: Limit;
};

/** The state of a bucket after a counted request. */
type Counted = {
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the request exceeded the limit. */
  readonly retryAfterMs: number | null;
  readonly isGlobal: boolean;
};

type Bucket = { used: number; resetAtMs: number };

/** Counts requests in buckets, one for each route and major parameter, as Discord does. */
export function createRateLimits(now: () => number, options: RateLimitOptions) {
  const buckets = new Map<string, Bucket>();
  const count = (key: string, windowMs: number) => {
    const known = buckets.get(key);
    const bucket = known && known.resetAtMs > now() ? known : { used: 0, resetAtMs: now() + windowMs };
    buckets.set(key, bucket);
    bucket.used += 1;
    return { ...bucket, leftMs: bucket.resetAtMs - now() };
  };
  return (method: string, path: string): Counted => {
    const route = toRoute(method, path);
    const isHistory = /^GET \/channels\/\d+\/messages$/.test(route);
    const { limit, windowMs } = (isHistory ? options.history : undefined) ?? options;
    // Discord does not count answers to interactions.
    if (options.global && !/^\w+ \/(?:interactions|webhooks)\//.test(route)) {
      const { used, leftMs } = count('global', options.global.windowMs);
      if (used > options.global.limit) return { headers: {}, retryAfterMs: leftMs, isGlobal: true };
    }
    const bucket = count(route, windowMs);
    const { leftMs } = bucket;
    const headers = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - bucket.used)),
      'X-RateLimit-Reset': (bucket.resetAtMs / 1000).toFixed(3),
      'X-RateLimit-Reset-After': (leftMs / 1000).toFixed(3),
      'X-RateLimit-Bucket': createHash('md5')
        .update(route.replace(/\d{15,}/g, ''))
        .digest('hex'),
    };
    return { headers, retryAfterMs: bucket.used > limit ? leftMs : null, isGlobal: false };
  };
}

/** A path with its ids replaced, except the major parameter, which Discord counts separately. */
function toRoute(method: string, path: string): string {
  const segments = path.split('/').slice(1);
  const blanked = segments.map((segment, index) => {
    if (segments[index - 1] === 'reactions') return ':emoji';
    const isMajor = index === 1 && ['channels', 'guilds', 'webhooks'].includes(segments[0] ?? '');
    if (isMajor) return segment;
    if (index === 2 && ['webhooks', 'interactions'].includes(segments[0] ?? '')) return ':token';
    return /^\d{15,}$/.test(segment) ? ':id' : segment;
  });
  return `${method} /${blanked.join('/')}`;
}
