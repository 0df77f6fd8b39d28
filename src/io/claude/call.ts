import { setImmediate as nextTurn } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { Middleware } from '@anthropic-ai/sdk/core/middleware';
import type { AnswerReader } from './answer-readers.ts';
import { type Failure, ForeignResponseError, toFailure } from './failure.ts';
import type { CallTokens } from './prices.ts';
import type { ClaudeRequest } from './request.ts';

/** How one call ended. */
export type CallEnding = {
  /** Null if the answer is complete. */
  readonly failure: Failure | null;
  /** The tokens that the API reported; null if it reported none. */
  readonly tokens: CallTokens | null;
  /** Whether it reported the output tokens, which come at the end. */
  readonly isBilled: boolean;
  /** The model that answered; null if none did. */
  readonly model: string | null;
  /** Whether a part of the answer was emitted. */
  readonly hasEmitted: boolean;
};

export type CallParts = {
  readonly client: Anthropic;
  readonly limits: Limits;
  /** Aborts when the reader stops or the time limit for all work is reached. */
  readonly signal: AbortSignal;
  /** Reads this answer. */
  readonly reader: AnswerReader;
  /** Called when the model starts to answer: from then on the prompt is in the cache. */
  readonly onBegun: () => void;
};

const nothing: CallTokens = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 };

/**
 * Makes one call, without retries, and reads its answer as it streams. Failures are part of the result; it rejects only
 * with its reader's errors. An abort by `signal` looks like a stream that ended early; the caller knows the reason.
 */
export async function call(
  request: ClaudeRequest,
  { client, limits, signal, reader, onBegun }: CallParts,
): Promise<CallEnding> {
  const idle = createIdleTimeout(limits);
  let tokens: CallTokens | null = null;
  let isBilled = false;
  let model: string | null = null;
  let stopReason: Anthropic.StopReason | null = null;
  let isStopped = false;
  let fault: { readonly error: unknown } | null = null;
  let thrown: Failure | null = null;
  const read = (piece: string) => {
    try {
      reader.write(piece);
    } catch (error) {
      fault = { error };
      throw error;
    }
  };

  try {
    const stream = await client.messages.create(request, {
      signal: AbortSignal.any([signal, idle.signal]),
      timeout: limits.firstByteMs,
      middleware: [idle.middleware],
    });
    for await (const event of stream) {
      if (event.type === 'message_start') {
        model = event.message.model;
        tokens = event.message.usage ? addTokens(nothing, event.message.usage) : null;
        onBegun();
      } else if (event.type === 'content_block_start' && event.content_block.type === 'text') {
        read(event.content_block.text);
      } else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        while (isTurnOver()) await nextTurn();
        read(event.delta.text);
      } else if (event.type === 'message_delta') {
        stopReason = event.delta.stop_reason;
        if (event.usage) tokens = addTokens(tokens ?? nothing, event.usage);
        isBilled = Number.isFinite(event.usage?.output_tokens);
      } else if (event.type === 'message_stop') {
        isStopped = true;
        // The answer is complete, even if the connection stays open.
        break;
      }
    }
  } catch (error) {
    if (fault !== null) throw (fault as { readonly error: unknown }).error;
    thrown = toFailure(error);
  } finally {
    idle.end();
  }
  const failure =
    idle.abortReason() ??
    thrown ??
    findStopFailure(stopReason, isStopped) ??
    (reader.end() === 'whole' ? null : { reason: 'unreadable', isRetryable: false });
  return { failure, tokens, isBilled, model, hasEmitted: reader.hasEmitted() };
}

function findStopFailure(stopReason: Anthropic.StopReason | null, isStopped: boolean): Failure | null {
  if (stopReason === 'refusal') return { reason: 'refused', isRetryable: false };
  if (stopReason === 'max_tokens') return { reason: 'truncated', isRetryable: false };
  if (stopReason === 'model_context_window_exceeded') return { reason: 'too_long', isRetryable: false };
  return stopReason === null || !isStopped ? { reason: 'ended_early', isRetryable: true } : null;
}

type ReportedTokens = Pick<
  Anthropic.MessageDeltaUsage,
  'input_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens' | 'output_tokens'
>;

/** Numbers are cumulative; missing ones stay unchanged. */
function addTokens(before: CallTokens, reported: ReportedTokens): CallTokens {
  return {
    input: reported.input_tokens ?? before.input,
    cacheWrite: reported.cache_creation_input_tokens ?? before.cacheWrite,
    cacheRead: reported.cache_read_input_tokens ?? before.cacheRead,
    output: reported.output_tokens ?? before.output,
  };
}

const longestMs = 5;

/** When work that asks `isTurnOver` began in this turn of the event loop; null before any did. */
let begunAt: number | null = null;

/**
 * Whether such work has taken 5 ms in this turn of the event loop. Otherwise, the data of many calls that arrives at once
 * would block it.
 */
export function isTurnOver(): boolean {
  if (begunAt !== null) return performance.now() - begunAt >= longestMs;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return false;
}

/** The engine's timeouts, in milliseconds, and other limits of a call. */
export type Limits = {
  /** Until the first byte of an answer. */
  readonly firstByteMs: number;
  /** Between two bytes of an answer; the API sends pings while the model thinks. */
  readonly idleMs: number;
  /** For a whole draft with all calls and retries. */
  readonly totalMs: number;
  /** For the repair, which is never retried: the draft is used without it. */
  readonly repairMs: number;
  /** The most bytes of one answer. */
  readonly mostBytes: number;
  /** The longest `Retry-After` that is honored; with a longer one, the call fails. */
  readonly longestWaitMs: number;
  /** The wait before the first retry if the API names none; doubled for each further one. */
  readonly firstWaitMs: number;
  /** How often a call is made, including the first time. */
  readonly attempts: number;
};

/** A reader waits at most four minutes for draft and repair, which leaves enough of Discord's fifteen for the rest. */
export const defaultLimits: Limits = {
  firstByteMs: 60_000,
  idleMs: 45_000,
  totalMs: 180_000,
  repairMs: 45_000,
  mostBytes: 16 * 1024 * 1024,
  longestWaitMs: 15_000,
  firstWaitMs: 500,
  attempts: 3,
};

/** Aborts an answer that stalls or is endless: the SDK waits forever for the next byte and accepts any number of bytes. */
type IdleTimeout = {
  /** Aborts when the timeout gives up; `abortReason` says why. */
  readonly signal: AbortSignal;
  readonly abortReason: () => Failure | null;
  /** Sees all bytes of the answer, including the API's pings, which the SDK hides. */
  readonly middleware: Middleware;
  readonly end: () => void;
};

/** The body of an error is cut at these limits. */
const errorBody = { withinMs: 5_000, mostBytes: 64 * 1024 };

function createIdleTimeout({ idleMs, mostBytes }: Pick<Limits, 'idleMs' | 'mostBytes'>): IdleTimeout {
  const gone = new AbortController();
  let reason: Failure | null = null;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (why: Failure) => {
    reason ??= why;
    gone.abort();
  };
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp({ reason: 'stalled', isRetryable: true }), idleMs);
  };
  return {
    signal: gone.signal,
    abortReason: () => reason,
    middleware: async (request, next) => {
      const response = await next(request);
      if (!response.ok) return cutBody(response);
      const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
      if (!isStream || response.body === null) {
        await response.body?.cancel();
        throw new ForeignResponseError();
      }
      touch();
      let bytes = 0;
      const seen = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          touch();
          bytes += chunk.byteLength;
          if (bytes > mostBytes) giveUp({ reason: 'unreadable', isRetryable: false });
          else controller.enqueue(chunk);
        },
      });
      return createResponse(response.body.pipeThrough(seen), response);
    },
    end: () => clearTimeout(timer),
  };
}

/** Without the status text, which may contain characters that a new response rejects. */
function createResponse(
  body: ConstructorParameters<typeof Response>[0],
  { status, headers }: Response,
): Response {
  return new Response(body, { status, headers });
}

/** The part of an error's body that arrives in time, so that its status is always reported. */
async function cutBody(response: Response): Promise<Response> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const isLate = new Promise<null>(resolve => setTimeout(() => resolve(null), errorBody.withinMs).unref());
  while (bytes < errorBody.mostBytes) {
    const next = await Promise.race([reader.read(), isLate]);
    if (next === null || next.done) break;
    chunks.push(next.value);
    bytes += next.value.byteLength;
  }
  await reader.cancel();
  return createResponse(Buffer.concat(chunks), response);
}
