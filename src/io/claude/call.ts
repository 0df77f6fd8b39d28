import { setImmediate as nextTurn } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { Middleware } from '@anthropic-ai/sdk/core/middleware';
import { recordedModel } from '../../core/claims/summary.ts';
import type { AnswerReader } from './answer-readers.ts';
import { type Failure, ForeignResponseError, toFailure } from './failure.ts';
import { addTokens, type CallTokens, isReported } from './prices.ts';
import type { ClaudeRequest } from './request.ts';

export type CallEnding = {
  readonly failure: Failure | null;
  /** The tokens that the API reported; null if it reported none. */
  readonly tokens: CallTokens | null;
  /** Whether it reported the output tokens, which come at the end. */
  readonly isBilled: boolean;
  readonly model: string | null;
  readonly hasEmitted: boolean;
};

export type CallParts = {
  readonly client: Anthropic;
  readonly limits: Limits;
  /** Aborts when the reader stops or the time limit for all work is reached. */
  readonly signal: AbortSignal;
  readonly reader: AnswerReader;
};

/**
 * Makes one call and reads its answer as it streams. Failures are part of the result; rejects only with its reader's errors.
 * An abort by `signal` looks like a stream that ended early.
 */
export async function call(
  request: ClaudeRequest,
  { client, limits, signal, reader }: CallParts,
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
        tokens = event.message.usage ? addTokens(null, event.message.usage) : null;
      } else if (event.type === 'content_block_start' && event.content_block.type === 'text') {
        read(event.content_block.text);
      } else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        while (isTurnOver()) await nextTurn();
        read(event.delta.text);
      } else if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
        read(event.delta.partial_json);
      } else if (event.type === 'message_delta') {
        stopReason = event.delta.stop_reason;
        if (event.usage) tokens = addTokens(tokens, event.usage);
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
    findStopFailure(stopReason, isStopped, request.model) ??
    (reader.isWhole() ? null : { reason: 'unreadable', isRetryable: false });
  const ending = { failure, model, hasEmitted: reader.hasEmitted() };
  return tokens !== null && isReported(tokens, isBilled)
    ? { ...ending, tokens, isBilled }
    : { ...ending, tokens: null, isBilled: false };
}

function findStopFailure(
  stopReason: Anthropic.StopReason | null,
  isStopped: boolean,
  model: string,
): Failure | null {
  if (stopReason === 'refusal')
    return { reason: model === recordedModel ? 'unrecorded' : 'refused', isRetryable: false };
  if (stopReason === 'max_tokens') return { reason: 'truncated', isRetryable: false };
  if (stopReason === 'model_context_window_exceeded') return { reason: 'too_long', isRetryable: false };
  return stopReason === null || !isStopped ? { reason: 'ended_early', isRetryable: true } : null;
}

const longestMs = 5;

/** When work that asks `isTurnOver` began in this turn of the event loop; null before any did. */
let begunAt: number | null = null;

/** Whether such work has taken 5 ms in this turn of the event loop: much data may arrive at once. */
export function isTurnOver(): boolean {
  if (begunAt !== null) return performance.now() - begunAt >= longestMs;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return false;
}

/** Limits of a call, times in ms. Draft, citations, edit and repair take at most 7.5 minutes (another server: 12) of Discord's 15. */
export const defaultLimits = {
  firstByteMs: 60_000,
  /** Between two bytes of an answer; the API sends pings while the model thinks. */
  idleMs: 45_000,
  /** For a whole draft with all attempts. */
  totalMs: 180_000,
  /** For a repair or an edit, which is never retried: the draft is used without it. */
  repairMs: 45_000,
  mostBytes: 16 * 1024 * 1024,
  /** The longest `Retry-After` that is honored; with a longer one, the call fails. */
  longestWaitMs: 15_000,
  /** The wait before the first retry if the API names none; doubled for each further one. */
  firstWaitMs: 500,
  /** How often a call is made, including the first time. */
  attempts: 3,
};
export type Limits = Readonly<typeof defaultLimits>;

/** Aborts an answer that stalls or is endless: the SDK waits forever for the next byte and accepts any number of bytes. */
function createIdleTimeout({ idleMs, mostBytes }: Limits) {
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
    /** Sees all bytes of the answer, including the API's pings, which the SDK hides. */
    middleware: (async (request, next) => {
      const response = await next(request);
      const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
      if (response.ok && (!isStream || response.body === null)) {
        await response.body?.cancel();
        throw new ForeignResponseError();
      }
      if (response.body === null) return response;
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
      // Without the status text, which may contain characters that a new response rejects.
      const { status, headers } = response;
      return new Response(response.body.pipeThrough(seen), { status, headers });
    }) satisfies Middleware,
    end: () => clearTimeout(timer),
  };
}
