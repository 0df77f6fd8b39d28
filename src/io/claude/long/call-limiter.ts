import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from '@anthropic-ai/sdk/core/middleware';
import { toRetryAfterMs } from '../call/failure.ts';

export type CallLimiter = {
  /** Does the work when it is its turn and the rate limit has room for its tokens; lower ranks go first. */
  readonly run: <Result>(work: () => Promise<Result>, options: CallOptions) => Promise<Result>;
  /** Waits until work that runs already may call once more. Rejects with the signal's reason. */
  readonly waitForRoom: (options: CallOptions) => Promise<void>;
  /** For how long the API said to wait, as of now. */
  readonly pausedMs: () => number;
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

/** Where nobody waits for the answer, everybody else goes first. */
const backgroundRank = 1e9;

/** A window is ranked by its place, so that of several conversations none waits until another one is read to its end. */
export function toRank({
  isBackground = false,
  position = 0,
}: {
  isBackground?: boolean;
  position?: number;
}): number {
  return position + (isBackground ? backgroundRank : 0);
}

export const defaultCallLimits: CallLimiterOptions = { atOnce: 64, atOnceUnknown: 8 };

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

type Waiting = CallOptions & { readonly begin: () => void };

/** One queue for all calls of a process to one model, fed by the rate-limit headers of its answers. */
export function createCallLimiter(options: CallLimiterOptions = defaultCallLimits): CallLimiter {
  const { atOnce, atOnceUnknown, now = () => performance.now(), wait = waitFor } = options;
  const waiting = new Set<Waiting>();
  const buckets = new Map<string, Bucket>();
  let mostRunning = atOnceUnknown;
  let running = 0;
  let pausedUntilMs = 0;
  let isPumping = false;
  /** Ends the wait for room: something changed. */
  let changed = new AbortController();

  const toLeft = ({ limit, left, atMs }: Bucket) =>
    Math.min(limit, left + ((now() - atMs) * limit) / minuteMs);
  const toMissingMs = (name: string, wanted: number) => {
    const bucket = buckets.get(name);
    if (bucket === undefined || bucket.limit <= 0) return 0;
    // A call that is larger than the limit would never fit.
    const missing = Math.min(wanted, bucket.limit) - toLeft(bucket);
    return (missing * minuteMs) / bucket.limit;
  };
  /** How long a call has to wait for room; 0 where there is room. */
  const toWaitMs = ({ tokens }: CallOptions) => {
    const waitMs = Math.max(
      pausedUntilMs - now(),
      toMissingMs('requests', 1),
      toMissingMs('input-tokens', tokens),
    );
    return waitMs <= 0 ? 0 : Math.max(leastWaitMs, Math.min(waitMs, longestPauseMs));
  };
  const spend = ({ tokens }: CallOptions) => {
    for (const [name, amount] of [['requests', 1] as const, ['input-tokens', tokens] as const]) {
      const bucket = buckets.get(name);
      if (bucket) buckets.set(name, { limit: bucket.limit, left: toLeft(bucket) - amount, atMs: now() });
    }
  };

  const pump = async () => {
    while (running < mostRunning) {
      const [next] = [...waiting].sort((a, b) => a.rank - b.rank);
      if (next === undefined) break;
      const waitMs = toWaitMs(next);
      if (waitMs > 0) {
        // A call of a lower rank that comes meanwhile goes first.
        await wait(waitMs, changed.signal).catch(() => undefined);
        continue;
      }
      waiting.delete(next);
      running += 1;
      spend(next);
      next.begin();
      // Prompts are written as calls begin: many at once would be one long stall.
      await nextTurn();
    }
    isPumping = false;
  };
  const wake = () => {
    changed.abort();
    changed = new AbortController();
    if (isPumping) return;
    isPumping = true;
    void pump();
  };

  const waitForTurn = (call: CallOptions) =>
    new Promise<void>((resolve, reject) => {
      const stop = () => {
        if (waiting.delete(entry)) reject(call.signal.reason);
      };
      const begin = () => {
        call.signal.removeEventListener('abort', stop);
        resolve();
      };
      const entry = { ...call, begin };
      call.signal.addEventListener('abort', stop, { once: true });
      waiting.add(entry);
      wake();
    });

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
    const waitMs = status === 429 ? toRetryAfterMs(headers) : null;
    if (waitMs !== null) pausedUntilMs = Math.max(pausedUntilMs, now() + Math.min(waitMs, longestPauseMs));
    if (status < 400) mostRunning = atOnce;
    wake();
  };

  return {
    run: async (work, call) => {
      call.signal.throwIfAborted();
      await waitForTurn(call);
      try {
        return await work();
      } finally {
        running -= 1;
        wake();
      }
    },
    waitForRoom: async call => {
      for (let waitMs = toWaitMs(call); waitMs > 0; waitMs = toWaitMs(call)) await wait(waitMs, call.signal);
      spend(call);
    },
    pausedMs: () => Math.max(0, pausedUntilMs - now()),
    middleware: async (request, next) => {
      const response = await next(request);
      note(response);
      return response;
    },
  };
}

/** A limiter for each model, since the API has a rate limit for each. */
export function createCallLimiters(options?: CallLimiterOptions): (model: string) => CallLimiter {
  const limiters = new Map<string, CallLimiter>();
  return model => {
    const limiter = limiters.get(model) ?? createCallLimiter(options);
    limiters.set(model, limiter);
    return limiter;
  };
}
