import type Anthropic from '@anthropic-ai/sdk';
import type { CallTokens } from '../models/prices.ts';
import type { ClaudeRequest } from '../request.ts';
import type { AnswerReader, ReadEnding } from './answer-reader.ts';
import { type Failure, toFailure } from './failure.ts';
import { createIdleTimeout } from './idle-timeout.ts';
import type { Limits } from './limits.ts';

/** How one call ended. */
export type CallEnding = {
  /** Null where the answer is complete. */
  readonly failure: Failure | null;
  /** What the API said that it took; null where it said nothing. */
  readonly tokens: CallTokens | null;
  /** Whether it said how much was written, which it does at the end. */
  readonly isBilled: boolean;
  /** The model that answered, where one did. */
  readonly model: string | null;
  /** Whether something of the answer was handed over. */
  readonly hasEmitted: boolean;
};

export type CallParts = {
  readonly client: Anthropic;
  readonly limits: Limits;
  /** Aborts when the reader, or the time for the whole work, ends it. */
  readonly signal: AbortSignal;
  /** Takes what this one answer says. */
  readonly reader: AnswerReader;
  /** The model has begun to answer: from now on the cache has the prompt. */
  readonly onBegun: () => void;
};

const nothing: CallTokens = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 };

/**
 * Makes one call, once, and reads its answer as it streams. What goes wrong is told in its ending; it rejects only for
 * what its reader throws. An abort by `signal` ends it like a stream that ended early: who aborted knows why.
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
        read(event.delta.text);
      } else if (event.type === 'message_delta') {
        stopReason = event.delta.stop_reason;
        if (event.usage) tokens = addTokens(tokens ?? nothing, event.usage);
        isBilled = Number.isFinite(event.usage?.output_tokens);
      } else if (event.type === 'message_stop') {
        isStopped = true;
        // Whatever keeps the connection open, the answer is whole.
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

/** The same of an answer that came in one piece; `reader` has read it. */
export function toMessageEnding(message: Anthropic.Message, reader?: AnswerReader): CallEnding {
  const unreadable = reader ? toUnreadable(reader.end()) : null;
  return {
    failure: toUnfinished(message.stop_reason, true) ?? unreadable,
    tokens: addTokens(nothing, message.usage),
    isBilled: true,
    model: message.model,
    hasEmitted: reader?.hasEmitted() ?? false,
  };
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

/** Numbers are cumulative; what is not given stays as it was. */
function addTokens(before: CallTokens, reported: ReportedTokens): CallTokens {
  return {
    input: reported.input_tokens ?? before.input,
    cacheWrite: reported.cache_creation_input_tokens ?? before.cacheWrite,
    cacheRead: reported.cache_read_input_tokens ?? before.cacheRead,
    output: reported.output_tokens ?? before.output,
  };
}
