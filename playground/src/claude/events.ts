import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { pickBelow, type Random } from '../random.ts';
import type { Answer, AnswerBlock } from './answer.ts';
import { type AnswerHead, toMessage, toOpening, toWireBlock, type WireBlock } from './message.ts';

type KnownEvent = Exclude<RawMessageStreamEvent, { type: 'message_start' | 'content_block_start' }>;

/** The data of one event. */
type WireData =
  | KnownEvent
  | { readonly type: 'message_start'; readonly message: unknown }
  | { readonly type: 'content_block_start'; readonly index: number; readonly content_block: WireBlock }
  | { readonly type: 'ping' }
  /** An event of a type that no client knows. */
  | { readonly type: 'message_note'; readonly note: string };

/** One event of a stream; `text` is its part of the answer's text. */
export type WireEvent = {
  readonly data: WireData;
  readonly text: string;
  /** Whether the model is thinking after this event. */
  readonly isThinking: boolean;
};

/** The events in which the API streams an answer, its text in uneven pieces. */
export function* toEvents(
  head: AnswerHead,
  answer: Answer,
  random: Random,
  hasNotes: boolean,
): Generator<WireEvent> {
  yield toEvent({ type: 'message_start', message: toOpening(head) });
  if (answer.blocks.length === 0) yield toEvent({ type: 'ping' });
  for (const [index, block] of answer.blocks.entries()) {
    yield {
      ...toEvent({ type: 'content_block_start', index, content_block: toEmpty(block) }),
      isThinking: block.type === 'thinking',
    };
    if (index === 0) yield toEvent({ type: 'ping' });
    if (hasNotes) yield toEvent({ type: 'message_note', note: 'something new' });
    yield* toDeltas(block, index, random);
    yield toEvent({ type: 'content_block_stop', index });
  }
  const { usage, stop_reason, stop_sequence, stop_details } = toMessage(head, answer);
  yield toEvent({
    type: 'message_delta',
    delta: { container: null, stop_reason, stop_sequence, stop_details },
    usage: {
      input_tokens: usage.input_tokens,
      cache_creation_input_tokens: usage.cache_creation_input_tokens,
      cache_read_input_tokens: usage.cache_read_input_tokens,
      output_tokens: usage.output_tokens,
      output_tokens_details: usage.output_tokens_details,
      server_tool_use: null,
    },
  });
  yield toEvent({ type: 'message_stop' });
}

function toEvent(data: WireData, text = ''): WireEvent {
  return { data, text, isThinking: false };
}

function toEmpty(block: AnswerBlock): WireBlock {
  if (block.type === 'text') return { type: 'text', text: '', citations: null };
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  if (block.type === 'tool_use') return { type: 'tool_use', id: block.id, name: block.name, input: {} };
  return toWireBlock(block);
}

function* toDeltas(block: AnswerBlock, index: number, random: Random): Generator<WireEvent> {
  const type = 'content_block_delta';
  if (block.type === 'text') {
    for (const text of cutUnevenly(block.text, random))
      yield toEvent({ type, index, delta: { type: 'text_delta', text } }, text);
  }
  if (block.type === 'tool_use') {
    for (const partial_json of cutUnevenly(block.text, random))
      yield toEvent({ type, index, delta: { type: 'input_json_delta', partial_json } }, partial_json);
  }
  if (block.type === 'thinking') {
    for (const thinking of cutUnevenly(block.thinking, random))
      yield toEvent({ type, index, delta: { type: 'thinking_delta', thinking } });
    yield toEvent({ type, index, delta: { type: 'signature_delta', signature: block.signature } });
  }
}

const LONGEST_PIECE = 14;

/** Cuts a text into pieces like a model's tokens: never inside a character, often inside a word or an escape. */
function* cutUnevenly(text: string, random: Random): Generator<string> {
  let piece = '';
  let length = 1 + pickBelow(random, LONGEST_PIECE);
  for (const character of text) {
    piece += character;
    const isEscape = character === '\\' && random() < 0.5;
    if (piece.length < length && !isEscape) continue;
    yield piece;
    piece = '';
    length = 1 + pickBelow(random, LONGEST_PIECE);
  }
  if (piece !== '') yield piece;
}

/** An event in the format of server-sent events. */
export function toSse(data: { readonly type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
