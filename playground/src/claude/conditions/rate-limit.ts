import { ClaudeError } from '../errors.ts';

/** What each model may be asked in a minute. Tokens that are read from the cache do not count, as with the real API. */
export type RateLimit = {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
};

const names = { requests: 'requests', inputTokens: 'input-tokens', outputTokens: 'output-tokens' } as const;
const kinds = Object.keys(names) as (keyof RateLimit)[];
const minuteMs = 60_000;

/** Buckets of each model, which fill up continuously. */
export function createRateLimiter(limit: RateLimit | undefined, now: () => number) {
  const buckets = new Map<string, { atMs: number; readonly left: Record<keyof RateLimit, number> }>();
  const fill = (model: string, most: RateLimit) => {
    const bucket = buckets.get(model) ?? { atMs: now(), left: { ...most } };
    buckets.set(model, bucket);
    const passed = (now() - bucket.atMs) / minuteMs;
    for (const kind of kinds)
      bucket.left[kind] = Math.min(most[kind], bucket.left[kind] + passed * most[kind]);
    bucket.atMs = now();
    return bucket.left;
  };
  return {
    /** Counts a request and returns the headers of its answer. Throws a 429 if there is no room for it. */
    take: (model: string, inputTokens: number): Readonly<Record<string, string>> => {
      if (limit === undefined) return {};
      const left = fill(model, limit);
      // What is written is known only afterwards.
      const wanted: RateLimit = { requests: 1, inputTokens, outputTokens: 1 };
      const waitMs = Math.max(
        ...kinds.map(kind => ((Math.min(wanted[kind], limit[kind]) - left[kind]) * minuteMs) / limit[kind]),
      );
      if (waitMs <= 0) for (const kind of kinds) left[kind] -= kind === 'outputTokens' ? 0 : wanted[kind];
      const headers = Object.fromEntries(
        kinds.flatMap(kind => [
          [`anthropic-ratelimit-${names[kind]}-limit`, String(limit[kind])],
          [`anthropic-ratelimit-${names[kind]}-remaining`, String(Math.max(0, Math.floor(left[kind])))],
        ]),
      );
      if (waitMs <= 0) return headers;
      const retryAfter = String(Math.ceil(waitMs / 1_000));
      throw new ClaudeError(429, 'This request would exceed a rate limit of your organization.', {
        headers: { ...headers, 'retry-after': retryAfter },
      });
    },
    /** Counts what was written. */
    spend: (model: string, outputTokens: number): void => {
      if (limit !== undefined) fill(model, limit).outputTokens -= outputTokens;
    },
  };
}
