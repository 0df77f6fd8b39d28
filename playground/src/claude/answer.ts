import type { RefusalStopDetails, StopReason } from '@anthropic-ai/sdk/resources/messages';
import { createId, type Random } from '../random.ts';
import type { CheckedRequest } from './checks/request.ts';
import { type Fault, findFault } from './conditions/faults.ts';
import type { Effort } from './models.ts';
import { countTokens, cutToTokens } from './tokens.ts';
import { splitText, spoilText, toOffset } from './words.ts';

/** One content block of an answer. */
export type AnswerBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  /** The call of a tool, with its input as JSON. */
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly text: string }
  /** A block of a type that no client knows. */
  | { readonly type: 'working_memory'; readonly entries: readonly string[] };

/** A whole answer, before faults during sending. */
export type Answer = {
  readonly blocks: readonly AnswerBlock[];
  readonly stopReason: StopReason;
  readonly stopSequence: string | null;
  readonly stopDetails: RefusalStopDetails | null;
  readonly outputTokens: number;
  readonly thinkingTokens: number;
};

/** Thinking tokens by effort; at the lowest the model answers at once. */
const thoughts: Readonly<Record<Effort, number>> = { low: 0, medium: 40, high: 120, xhigh: 240, max: 480 };
const THOUGHT = 'Reading the conversation, looking for what was settled, promised and left open. ';

/** Converts a writer's output to an answer: thinking first, cut by the token limit or a fault. */
export function toAnswer(
  written: string,
  request: CheckedRequest,
  faults: readonly Fault[],
  random: Random,
): Answer {
  const thinkingTokens = Math.min(request.thinking.isOn ? thoughts[request.effort] : 0, request.maxTokens);
  const { text, stopReason, stopSequence } = cutText(
    spoilText(written, faults),
    request,
    faults,
    thinkingTokens,
  );
  const split = findFault(faults, 'split');
  const refusal = findFault(faults, 'refusal');
  const think = (): AnswerBlock => ({
    type: 'thinking',
    thinking: request.thinking.display === 'omitted' ? '' : toThought(thinkingTokens || 20),
    signature: toSignature(random),
  });
  const pieces = split ? splitText(text, split.blocks) : [text];
  const isFuture = findFault(faults, 'future') !== undefined;
  const blocks: AnswerBlock[] = [
    ...(thinkingTokens > 0 ? [think()] : []),
    ...(isFuture ? [{ type: 'working_memory' as const, entries: ['tents', 'tape'] }] : []),
    ...pieces.flatMap((piece, index): AnswerBlock[] => [
      ...(split?.thinkingBetween && index > 0 ? [think()] : []),
      request.tool === null
        ? { type: 'text', text: piece }
        : { type: 'tool_use', id: createId(random, 'toolu'), name: request.tool.name, text: piece },
    ]),
  ];
  const hasWords = text !== '' || (stopReason === 'end_turn' && request.maxTokens > 0);
  return {
    blocks: hasWords ? blocks : blocks.filter(({ type }) => type !== 'text'),
    stopReason: request.tool !== null && stopReason === 'end_turn' ? 'tool_use' : stopReason,
    stopSequence,
    stopDetails: refusal ? toStopDetails(refusal.details) : null,
    thinkingTokens,
    outputTokens: request.maxTokens === 0 ? 0 : Math.max(1, thinkingTokens + countTokens(text)),
  };
}

type CutText = {
  readonly text: string;
  readonly stopReason: StopReason;
  readonly stopSequence: string | null;
};

function cutText(
  text: string,
  request: CheckedRequest,
  faults: readonly Fault[],
  thinkingTokens: number,
): CutText {
  const ends: CutText[] = [{ text, stopReason: 'end_turn', stopSequence: null }];
  const end = (stopReason: StopReason, cut: string, stopSequence: string | null = null) =>
    ends.push({ text: cut, stopReason, stopSequence });

  const refusal = findFault(faults, 'refusal');
  if (refusal) end('refusal', refusal.after ? text.slice(0, toOffset(text, refusal.after)) : '');
  const truncation = findFault(faults, 'max-tokens');
  if (truncation) end('max_tokens', text.slice(0, toOffset(text, truncation.after)));
  const overflow = findFault(faults, 'context-exceeded');
  if (overflow) end('model_context_window_exceeded', text.slice(0, toOffset(text, overflow.after)));
  for (const sequence of request.stopSequences) {
    const at = text.indexOf(sequence);
    if (at >= 0) end('stop_sequence', text.slice(0, at), sequence);
  }
  const allowed = cutToTokens(text, request.maxTokens - thinkingTokens);
  if (allowed !== text || request.maxTokens === 0) end('max_tokens', allowed);
  const context = request.model.info.max_input_tokens;
  if (context !== null) {
    const fitting = cutToTokens(text, context - request.inputTokens - thinkingTokens);
    if (fitting !== text) end('model_context_window_exceeded', fitting);
  }
  // The earliest cut wins; at the same place, the later one in this list.
  return ends.reduce((first, each) => (each.text.length <= first.text.length ? each : first));
}

function toStopDetails(
  details:
    | { readonly category: RefusalStopDetails['category']; readonly explanation: string | null }
    | null
    | undefined,
): RefusalStopDetails | null {
  if (details === null) return null;
  return { type: 'refusal', category: 'general_harms', explanation: null, ...details };
}

function toThought(tokens: number): string {
  return THOUGHT.repeat(Math.ceil((tokens * 3.5) / THOUGHT.length))
    .slice(0, Math.floor(tokens * 3.5))
    .trimEnd();
}

function toSignature(random: Random): string {
  return Buffer.from(createId(random, 'signature').repeat(4)).toString('base64');
}
