import { setImmediate as nextTurn } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { CallTokens } from '../models/prices.ts';
import type { ClaudeRequest } from '../request.ts';
import type { AnswerReader, ReadEnding } from './answer-reader.ts';
import { type Failure, toFailure } from './failure.ts';
import { createIdleTimeout } from './idle-timeout.ts';
import type { Limits } from './limits.ts';
import { isTurnOver } from './turn.ts';

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
    idle.abortReason() ?? thrown ?? toUnfinished(stopReason, isStopped) ?? toUnreadable(reader.end());
  return { failure, tokens, isBilled, model, hasEmitted: reader.hasEmitted() };
}

/** Looks at why the model stopped before anything is made of what it wrote. */
function toUnfinished(stopReason: Anthropic.StopReason | null, isStopped: boolean): Failure | null {
  if (stopReason === 'refusal') return { reason: 'refused', isRetryable: false };
  if (stopReason === 'max_tokens') return { reason: 'truncated', isRetryable: false };
  if (stopReason === 'model_context_window_exceeded') return { reason: 'too_long', isRetryable: false };
  return stopReason === null || !isStopped ? { reason: 'ended_early', isRetryable: true } : null;
}

function toUnreadable(ending: ReadEnding): Failure | null {
  return ending === 'whole' ? null : { reason: 'unreadable', isRetryable: false };
}

type ReportedTokens = {
  readonly input_tokens: number | null;
  readonly cache_creation_input_tokens: number | null;
  readonly cache_read_input_tokens: number | null;
  readonly output_tokens: number | null;
};

/** Numbers are cumulative; missing ones stay unchanged. */
function addTokens(before: CallTokens, reported: ReportedTokens): CallTokens {
  return {
    input: reported.input_tokens ?? before.input,
    cacheWrite: reported.cache_creation_input_tokens ?? before.cacheWrite,
    cacheRead: reported.cache_read_input_tokens ?? before.cacheRead,
    output: reported.output_tokens ?? before.output,
  };
}
