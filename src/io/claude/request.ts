import type Anthropic from '@anthropic-ai/sdk';
import type { Detail } from '../../core/claims/summary.ts';
import { draftSchema } from '../../core/prompt/draft-schema.ts';
import type { Prompt } from '../../core/prompt/prompt.ts';
import type { ModelFacts } from './model-facts.ts';

/** The body of one call. */
export type ClaudeRequest = Anthropic.MessageCreateParamsStreaming;

const efforts = { brief: 'low', standard: 'medium', comprehensive: 'high' } as const satisfies Record<
  Detail,
  string
>;

/** Thinking counts as output too, so there is room for it beside the claims. */
const maxOutputTokens: Readonly<Record<Detail, number>> = {
  brief: 8_000,
  standard: 16_000,
  comprehensive: 24_000,
};

/**
 * The bodies of the calls that a draft takes, one a task. They differ in their last block only; where there are
 * several, the cache keeps what is before it: a write costs a quarter more, each further read saves nine tenths or more.
 */
export function toRequests(
  { system, conversation, tasks }: Prompt,
  { model, detail, facts }: { readonly model: string; readonly detail: Detail; readonly facts: ModelFacts },
): readonly ClaudeRequest[] {
  const isShared = tasks.length > 1;
  const effort = efforts[detail];
  return tasks.map(task => ({
    model,
    max_tokens: toMaxTokens(detail, facts),
    stream: true,
    ...(facts.thinksAdaptively && { thinking: { type: 'adaptive', display: 'omitted' } }),
    output_config: {
      ...(facts.efforts.includes(effort) && { effort }),
      format: { type: 'json_schema', schema: draftSchema },
    },
    system,
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: conversation,
            ...(isShared && { cache_control: { type: 'ephemeral' } }),
          },
          { type: 'text', text: task },
        ],
      },
    ],
  }));
}

/** Of a small context at most half is kept free for the answer. */
function toMaxTokens(detail: Detail, { maxInputTokens, maxOutputTokens: most }: ModelFacts): number {
  const half = maxInputTokens === null ? Number.POSITIVE_INFINITY : Math.floor(maxInputTokens / 2);
  return Math.max(1, Math.min(maxOutputTokens[detail], most ?? Number.POSITIVE_INFINITY, half));
}
