import type { Message, Usage } from '@anthropic-ai/sdk/resources/messages';
import type { Answer, AnswerBlock } from './answer.ts';
import type { CachedInput } from './cache.ts';

/** The properties of an answer that are known before its first word. */
export type AnswerHead = {
  readonly id: string;
  readonly model: string;
  readonly input: CachedInput;
};

/** A block of an answer; the SDK's types do not include future ones. */
export type WireBlock = Readonly<Record<string, unknown>>;
type WireMessage = Omit<Message, 'content'> & { readonly content: readonly WireBlock[] };

/** An answer without its content, for `message_start`. */
export function toOpening({ id, model, input }: AnswerHead): WireMessage {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: toUsage(input, 1, 0),
  };
}

/** An answer in one piece, for requests without streaming. */
export function toMessage(head: AnswerHead, answer: Answer): WireMessage {
  return {
    ...toOpening(head),
    content: answer.blocks.map(toWireBlock),
    stop_reason: answer.stopReason,
    stop_sequence: answer.stopSequence,
    stop_details: answer.stopDetails,
    usage: toUsage(head.input, answer.outputTokens, answer.thinkingTokens),
  };
}

export function toWireBlock(block: AnswerBlock): WireBlock {
  if (block.type === 'tool_use') {
    const { text, ...call } = block;
    return { ...call, input: parseInput(text) };
  }
  return block.type === 'text' ? { type: 'text', text: block.text, citations: null } : { ...block };
}

/** What was written so far of an input that was cut. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function toUsage(input: CachedInput, output: number, thinking: number): Usage {
  const written = input.writtenTokens;
  return {
    input_tokens: input.freshTokens,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: input.readTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: input.writtenLife === '5m' ? written : 0,
      ephemeral_1h_input_tokens: input.writtenLife === '1h' ? written : 0,
    },
    output_tokens: output,
    output_tokens_details: { thinking_tokens: thinking },
    server_tool_use: null,
    service_tier: 'standard',
    inference_geo: 'not_available',
    speed: 'standard',
  };
}
