import type Anthropic from '@anthropic-ai/sdk';
import type { Detail } from '../../core/claims/summary/summary.ts';
import { compareSchema } from '../../core/prompt/compare-schema.ts';
import { draftSchema } from '../../core/prompt/draft-schema.ts';
import { judgeSchema } from '../../core/prompt/judge-schema.ts';
import type { Prompt } from '../../core/prompt/prompt.ts';
import type { ModelFacts } from './models.ts';

/** The body of one call. */
export type ClaudeRequest = Anthropic.MessageCreateParamsStreaming;

/** The shape, length and effort of an answer. */
type AnswerFormat = {
  readonly effort: ModelFacts['efforts'][number];
  /** Thinking counts as output too, so this includes room for it. */
  readonly maxOutputTokens: number;
  readonly schema: typeof draftSchema | typeof judgeSchema | typeof compareSchema;
};

const drafts: Readonly<Record<Detail, AnswerFormat>> = {
  brief: { effort: 'low', maxOutputTokens: 8_000, schema: draftSchema },
  standard: { effort: 'medium', maxOutputTokens: 16_000, schema: draftSchema },
  comprehensive: { effort: 'high', maxOutputTokens: 24_000, schema: draftSchema },
};

/** Tokens for the verdict on one claim, without thinking. */
const tokensPerVerdict = 300;
const judgement: AnswerFormat = { effort: 'low', maxOutputTokens: 3_000, schema: judgeSchema };
const comparison: AnswerFormat = { effort: 'low', maxOutputTokens: 6_000, schema: compareSchema };

type AnsweringModel = { readonly model: string; readonly facts: ModelFacts };

/**
 * The bodies of a draft's calls, one per task. They differ only in the last block. With several calls, the part before
 * it is cached: writing costs a quarter more, each further read saves nine tenths or more.
 */
export function toRequests(
  prompt: Prompt,
  { detail, ...answerer }: AnsweringModel & { readonly detail: Detail },
): readonly ClaudeRequest[] {
  const isShared = prompt.tasks.length > 1;
  return prompt.tasks.map(task => toBody({ ...prompt, task, isShared }, drafts[detail], answerer));
}

/** How the answer to each of these calls is bounded. */
export function toDraftShape({ detail, ...answerer }: AnsweringModel & { readonly detail: Detail }) {
  return toShape(drafts[detail], answerer);
}

/** The body of a call for verdicts. */
export function toJudgeRequest(
  prompt: Prompt,
  { claims, ...answerer }: AnsweringModel & { readonly claims: number },
): ClaudeRequest {
  const order = { ...judgement, maxOutputTokens: judgement.maxOutputTokens + claims * tokensPerVerdict };
  return toSmallBody(prompt, order, answerer);
}

/** The body of a call that compares a decision with earlier ones. */
export function toCompareRequest(prompt: Prompt, answerer: AnsweringModel): ClaudeRequest {
  return toSmallBody(prompt, comparison, answerer);
}

/** All such calls of a kind have the same system text, so that they share one cache entry. */
function toSmallBody(
  { tasks, ...prompt }: Prompt,
  order: AnswerFormat,
  answerer: AnsweringModel,
): ClaudeRequest {
  return {
    ...toBody({ ...prompt, task: tasks.join('\n\n'), isShared: false }, order, answerer),
    system: [{ type: 'text', text: prompt.system, cache_control: { type: 'ephemeral' } }],
  };
}

/** Drafts fill about a sixth of the room for their answer; more is assumed, so that caps hold. */
const expectedShare = 1 / 4;

/** About how many tokens an answer will take. */
export function expectOutputTokens({ max_tokens: most }: Pick<ClaudeRequest, 'max_tokens'>): number {
  return Math.ceil(most * expectedShare);
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
  order: AnswerFormat,
  answerer: AnsweringModel,
): ClaudeRequest {
  return {
    ...toShape(order, answerer),
    stream: true,
    ...(answerer.facts.thinksAdaptively && { thinking: { type: 'adaptive', display: 'omitted' } }),
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

function toShape({ effort, maxOutputTokens, schema }: AnswerFormat, { model, facts }: AnsweringModel) {
  return {
    model,
    max_tokens: toMaxTokens(maxOutputTokens, facts),
    output_config: {
      ...(facts.efforts.includes(effort) && { effort }),
      format: { type: 'json_schema' as const, schema },
    },
  };
}

/** In a small context, the answer gets at most half. */
function toMaxTokens(wanted: number, { maxInputTokens, maxOutputTokens: most }: ModelFacts): number {
  const half = maxInputTokens === null ? Number.POSITIVE_INFINITY : Math.floor(maxInputTokens / 2);
  return Math.max(1, Math.min(wanted, most ?? Number.POSITIVE_INFINITY, half));
}
