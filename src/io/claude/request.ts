import type Anthropic from '@anthropic-ai/sdk';
import type { Detail } from '../../core/claims/summary/summary.ts';
import { draftSchema } from '../../core/prompt/draft-schema.ts';
import { judgeSchema } from '../../core/prompt/judge-schema.ts';
import type { Prompt } from '../../core/prompt/prompt.ts';
import type { ModelFacts } from './models/model-facts.ts';

/** The body of one call. */
export type ClaudeRequest = Anthropic.MessageCreateParamsStreaming;

/** The shape, length and effort of an answer. */
type Order = {
  readonly effort: ModelFacts['efforts'][number];
  /** Thinking counts as output too, so this includes room for it. */
  readonly maxOutputTokens: number;
  readonly schema: typeof draftSchema | typeof judgeSchema;
};

const drafts: Readonly<Record<Detail, Order>> = {
  brief: { effort: 'low', maxOutputTokens: 8_000, schema: draftSchema },
  standard: { effort: 'medium', maxOutputTokens: 16_000, schema: draftSchema },
  comprehensive: { effort: 'high', maxOutputTokens: 24_000, schema: draftSchema },
};

/** Tokens for the verdict on one claim, without thinking. */
const tokensPerVerdict = 300;
const judgement: Order = { effort: 'low', maxOutputTokens: 3_000, schema: judgeSchema };

type Answerer = { readonly model: string; readonly facts: ModelFacts };

/**
 * The bodies of a draft's calls, one per task. They differ only in the last block. With several calls, the part before
 * it is cached: writing costs a quarter more, each further read saves nine tenths or more.
 */
export function toRequests(
  prompt: Prompt,
  { detail, ...answerer }: Answerer & { readonly detail: Detail },
): readonly ClaudeRequest[] {
  const isShared = prompt.tasks.length > 1;
  return prompt.tasks.map(task => toBody({ ...prompt, task, isShared }, drafts[detail], answerer));
}

/** The body of a call for verdicts. All such calls have the same system text, so that they share one cache entry. */
export function toJudgeRequest(
  { tasks, ...prompt }: Prompt,
  { claims, ...answerer }: Answerer & { readonly claims: number },
): ClaudeRequest {
  const order = { ...judgement, maxOutputTokens: judgement.maxOutputTokens + claims * tokensPerVerdict };
  return {
    ...toBody({ ...prompt, task: tasks.join('\n\n'), isShared: false }, order, answerer),
    system: [{ type: 'text', text: prompt.system, cache_control: { type: 'ephemeral' } }],
  };
}

/** All that a model reads of a request. */
export function toPromptText({ system, messages }: ClaudeRequest): string {
  const texts = [system ?? '', ...messages.map(({ content }) => content)].flatMap(each =>
    typeof each === 'string' ? [each] : each.map(block => (block.type === 'text' ? block.text : '')),
  );
  return texts.join('\n');
}

function toBody(
  {
    system,
    conversation,
    task,
    isShared,
  }: Pick<Prompt, 'system' | 'conversation'> & { readonly task: string; readonly isShared: boolean },
  { effort, maxOutputTokens, schema }: Order,
  { model, facts }: Answerer,
): ClaudeRequest {
  return {
    model,
    max_tokens: toMaxTokens(maxOutputTokens, facts),
    stream: true,
    ...(facts.thinksAdaptively && { thinking: { type: 'adaptive', display: 'omitted' } }),
    output_config: {
      ...(facts.efforts.includes(effort) && { effort }),
      format: { type: 'json_schema', schema },
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
  };
}

/** In a small context, the answer gets at most half. */
function toMaxTokens(wanted: number, { maxInputTokens, maxOutputTokens: most }: ModelFacts): number {
  const half = maxInputTokens === null ? Number.POSITIVE_INFINITY : Math.floor(maxInputTokens / 2);
  return Math.max(1, Math.min(wanted, most ?? Number.POSITIVE_INFINITY, half));
}
