import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from '@anthropic-ai/sdk/core/middleware';
import type { Payer, SharedBudget, ToldLimits } from '../../app/usage/ports.ts';
import { createServerTurns } from '../../server-turns.ts';
import { parseRetryAfterMs } from './failure.ts';

export type CallLimiter = ReturnType<typeof createCallLimiter>;

export type Tokens = {
  readonly tokens: number;
  readonly outputTokens: number;
};

export type CallOptions = Tokens & {
  /** Nobody waits for it: it goes after all others. */
  readonly isBackground: boolean;
  /** Who takes turns with others: a server, or in a direct message the person. */
  readonly server: string;
  /** Of a window, the place of its first message; of other calls 0. */
  readonly position: number;
  readonly signal: AbortSignal;
};

type CallLimiterOptions = {
  /** Where answers report a rate limit, which bounds them. */
  readonly atOnceLimited: number;
  /** Where they report none. */
  readonly atOnce: number;
  /** Before the first answer. */
  readonly atOnceUnknown: number;
  /** The budget shared with other processes. While it is unavailable, this process uses its own counts. */
  readonly shared?: SharedBudget;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/** Who asks for a call. */
export type Asker = {
  /** Without it, the call counts only for the bot as a whole. */
  readonly payer?: Payer | undefined;
  readonly isBackground?: boolean | undefined;
  readonly position?: number | undefined;
};

export function toTurn({ payer, isBackground = false, position = 0 }: Asker) {
  return { isBackground, server: payer?.guildId ?? payer?.personId ?? '', position };
}

export const defaultCallLimits: CallLimiterOptions = {
  atOnceLimited: 1_000,
  atOnce: 64,
  atOnceUnknown: 8,
};

const minuteMs = 60_000;
const longestPauseMs = 120_000;
/** Limits reported while calls are in progress are a little late; this waits for the next answer. */
const leastWaitMs = 50;

const waitFor = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });

/** A limit per minute. The API refills it continuously, so used capacity returns without a response that says so. */
type Bucket = { limit: number; left: number; atMs: number };

const toDemands = ({ tokens, outputTokens }: Tokens, requests: number) =>
  [
    ['requests', requests],
    ['input-tokens', tokens],
    ['output-tokens', outputTokens],
  ] as const;

type QueuedCall = CallOptions & { readonly begin: (endTurn: () => void) => void };

/** One queue for all calls of a process to one model, fed by the rate-limit headers of its answers. */
export function createCallLimiter(options: CallLimiterOptions = defaultCallLimits) {
  const { atOnceLimited, atOnce, atOnceUnknown, shared } = options;
  const { now = () => performance.now(), wait = waitFor } = options;
  const waiting = new Set<QueuedCall>();
  const turns = createServerTurns();
  // In a server, nobody waits until a long conversation is read to its end.
  const compareCalls = (a: CallOptions, b: CallOptions) =>
    Number(a.isBackground) - Number(b.isBackground) ||
    turns.compare(a.server, b.server) ||
    a.position - b.position;
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
  /** How long a call has to wait for room; 0 if there is room. */
  const toWaitMs = (call: CallOptions) => {
    const waitMs = Math.max(
      pausedUntilMs - now(),
      ...toDemands(call, 1).map(([name, wanted]) => toMissingMs(name, wanted)),
    );
    return waitMs <= 0 ? 0 : Math.max(leastWaitMs, Math.min(waitMs, longestPauseMs));
  };
  const spend = (demands: ReturnType<typeof toDemands>) => {
    for (const [name, amount] of demands) {
      const bucket = buckets.get(name);
      if (bucket) buckets.set(name, { limit: bucket.limit, left: toLeft(bucket) - amount, atMs: now() });
    }
  };

  /** Takes room for a call, or returns how long to wait for it. */
  const take = async (call: CallOptions) => {
    const own = () => {
      const waitMs = toWaitMs(call);
      if (waitMs === 0) spend(toDemands(call, 1));
      return waitMs;
    };
    if (shared === undefined) return own();
    const { tokens, outputTokens, isBackground } = call;
    return shared.take({ tokens, outputTokens, isBackground }).catch(own);
  };

  const giveBack = ({ tokens, outputTokens }: Tokens) => {
    spend(toDemands({ tokens: -tokens, outputTokens: -outputTokens }, 0));
    shared?.giveBack({ tokens, outputTokens }).catch(() => undefined);
  };

  const pump = async () => {
    while (running < mostRunning) {
      if (waiting.size === 0) break;
      const next = [...waiting].reduce((first, call) => (compareCalls(call, first) < 0 ? call : first));
      const { signal } = changed;
      const waitMs = await take(next);
      if (waitMs > 0) {
        // A call that comes meanwhile may go first.
        await wait(waitMs, signal).catch(() => undefined);
        continue;
      }
      // It may have been aborted meanwhile.
      if (!waiting.delete(next)) {
        giveBack(next);
        continue;
      }
      running += 1;
      next.begin(turns.begin(next.server));
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
    new Promise<() => void>((resolve, reject) => {
      const stop = () => {
        if (waiting.delete(entry)) reject(call.signal.reason);
      };
      const begin = (endTurn: () => void) => {
        call.signal.removeEventListener('abort', stop);
        resolve(endTurn);
      };
      const entry = { ...call, begin };
      call.signal.addEventListener('abort', stop, { once: true });
      waiting.add(entry);
      wake();
    });

  const note = ({ status, headers }: Response) => {
    const told: ToldLimits['buckets'][number][] = [];
    for (const name of ['requests', 'input-tokens', 'output-tokens']) {
      const limit = Number(headers.get(`anthropic-ratelimit-${name}-limit`) ?? Number.NaN);
      const left = Number(headers.get(`anthropic-ratelimit-${name}-remaining`) ?? Number.NaN);
      if (!Number.isFinite(limit) || !Number.isFinite(left)) continue;
      told.push({ name, limit, left });
      const known = buckets.get(name);
      // The reported rest does not include calls in progress; the lower of the two figures counts.
      const ours = known?.limit === limit ? toLeft(known) : left;
      buckets.set(name, { limit, left: Math.min(left, ours), atMs: now() });
    }
    const waitMs = status === 429 ? parseRetryAfterMs(headers) : null;
    if (waitMs !== null) pausedUntilMs = Math.max(pausedUntilMs, now() + Math.min(waitMs, longestPauseMs));
    const pauseMs = Math.min(waitMs ?? 0, longestPauseMs);
    if (told.length > 0 || pauseMs > 0) shared?.note({ buckets: told, pauseMs }).catch(() => undefined);
    if (status < 400) mostRunning = buckets.size > 0 ? atOnceLimited : atOnce;
    wake();
  };

  const middleware: Middleware = async (request, next) => {
    const response = await next(request);
    note(response);
    return response;
  };
  return {
    /** Does the work in its turn, when the rate limit has room. Servers take turns, and in each conversations; background work goes last. */
    run: async <Result>(work: () => Promise<Result>, call: CallOptions): Promise<Result> => {
      call.signal.throwIfAborted();
      const endTurn = await waitForTurn(call);
      try {
        return await work();
      } finally {
        endTurn();
        running -= 1;
        wake();
      }
    },
    /** Gives back what calls were expected to take and did not. */
    giveBack: (unused: Tokens) => {
      giveBack(unused);
      wake();
    },
    /** Waits until work that runs already may call once more. Rejects with the signal's reason. */
    waitForRoom: async (call: CallOptions): Promise<void> => {
      for (let waitMs = await take(call); waitMs > 0; waitMs = await take(call))
        await wait(waitMs, call.signal);
    },
    /** For how long the API said to wait, as of now. */
    pausedMs: () => Math.max(0, pausedUntilMs - now()),
    waiting: () => waiting.size,
    middleware,
  };
}

/** A limiter for each model, since the API has a rate limit for each. */
export function createCallLimiters(sharedOf?: (model: string) => SharedBudget) {
  const limiters = new Map<string, CallLimiter>();
  return {
    of: (model: string): CallLimiter => {
      const shared = sharedOf && { shared: sharedOf(model) };
      const limiter = limiters.get(model) ?? createCallLimiter({ ...defaultCallLimits, ...shared });
      limiters.set(model, limiter);
      return limiter;
    },
    waiting: (): number => [...limiters.values()].reduce((sum, limiter) => sum + limiter.waiting(), 0),
  };
}
