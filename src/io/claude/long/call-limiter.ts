import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from '@anthropic-ai/sdk/core/middleware';
import PQueue from 'p-queue';

export type CallLimiter = {
  /** Does the work when it is its turn and the rate limit has room for its tokens; lower ranks go first. */
  readonly run: <Result>(work: () => Promise<Result>, options: CallOptions) => Promise<Result>;
  /** Reads the rate limit from every answer. */
  readonly middleware: Middleware;
};

export type CallOptions = {
  /** The prompt, as estimated. */
  readonly tokens: number;
  readonly rank: number;
  readonly signal: AbortSignal;
};

export type CallLimiterOptions = {
  readonly atOnce: number;
  /** Until the rate limit is known. */
  readonly atOnceUnknown: number;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

export const usualCallLimits: CallLimiterOptions = { atOnce: 64, atOnceUnknown: 8 };

const minuteMs = 60_000;
const longestPauseMs = 120_000;
/** What was said of the limit while calls are under way is a little late; this waits for the next answer. */
const leastWaitMs = 50;

const waitFor = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });

/**
 * What may be spent in a minute. The API fills it up continuously, so what is spent is free again after a while, without
 * an answer that says so.
 */
type Bucket = { limit: number; left: number; atMs: number };

/** One queue for all calls of a process to one model, fed by the rate-limit headers of its answers. */
export function createCallLimiter(options: CallLimiterOptions = usualCallLimits): CallLimiter {
  const { atOnce, atOnceUnknown, now = () => performance.now(), wait = waitFor } = options;
  const queue = new PQueue({ concurrency: atOnceUnknown });
  const buckets = new Map<string, Bucket>();
  let pausedUntilMs = 0;

  const toLeft = ({ limit, left, atMs }: Bucket) =>
    Math.min(limit, left + ((now() - atMs) * limit) / minuteMs);
  const toWaitMs = (name: string, wanted: number) => {
    const bucket = buckets.get(name);
    if (bucket === undefined || bucket.limit <= 0) return 0;
    // A call that is larger than the limit would never fit.
    const missing = Math.min(wanted, bucket.limit) - toLeft(bucket);
    return (missing * minuteMs) / bucket.limit;
  };
  const spend = (name: string, amount: number) => {
    const bucket = buckets.get(name);
    if (bucket) buckets.set(name, { limit: bucket.limit, left: toLeft(bucket) - amount, atMs: now() });
  };

  const waitForRoom = async ({ tokens, signal }: CallOptions) => {
    for (;;) {
      const waitMs = Math.max(
        pausedUntilMs - now(),
        toWaitMs('requests', 1),
        toWaitMs('input-tokens', tokens),
      );
      if (waitMs <= 0) break;
      await wait(Math.max(leastWaitMs, Math.min(waitMs, longestPauseMs)), signal);
    }
    spend('requests', 1);
    spend('input-tokens', tokens);
  };

  const note = ({ status, headers }: Response) => {
    for (const name of ['requests', 'input-tokens']) {
      const limit = Number(headers.get(`anthropic-ratelimit-${name}-limit`) ?? Number.NaN);
      const left = Number(headers.get(`anthropic-ratelimit-${name}-remaining`) ?? Number.NaN);
      if (!Number.isFinite(limit) || !Number.isFinite(left)) continue;
      const known = buckets.get(name);
      // Calls under way are not in what is said to be left; what we know of is the lower of the two.
      const ours = known?.limit === limit ? toLeft(known) : left;
      buckets.set(name, { limit, left: Math.min(left, ours), atMs: now() });
    }
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    if (status === 429 && Number.isFinite(seconds))
      pausedUntilMs = Math.max(pausedUntilMs, now() + Math.min(seconds * 1000, longestPauseMs));
    if (status < 400) queue.concurrency = atOnce;
  };

  return {
    run: (work, call) =>
      queue.add(
        async () => {
          await waitForRoom(call);
          return work();
        },
        { priority: -call.rank, signal: call.signal },
      ),
    middleware: async (request, next) => {
      const response = await next(request);
      note(response);
      return response;
    },
  };
}
