import type Anthropic from '@anthropic-ai/sdk';
import type { Detail } from '../../core/claims/summary.ts';
import type { Prompt } from '../../core/prompt/prompt.ts';
import { compareSchema, judgeSchema, rewordSchema } from '../../core/prompt/schemas.ts';
import { estimateTokens } from '../../core/windows/cut.ts';
import type { ModelFacts } from './models.ts';

export type ClaudeRequest = Anthropic.MessageCreateParamsStreaming;

type AnswerFormat = {
  readonly effort: ModelFacts['efforts'][number];
  /** Thinking counts as output too, so this includes room for it. */
  readonly maxOutputTokens: number;
  /** Without it, the answer is text. */
  readonly schema?: { readonly properties: object };
};

const drafts: Readonly<Record<Detail, AnswerFormat>> = {
  brief: { effort: 'low', maxOutputTokens: 8_000 },
  standard: { effort: 'medium', maxOutputTokens: 16_000 },
  comprehensive: { effort: 'high', maxOutputTokens: 24_000 },
};

/** Tokens for the verdict on one claim, without thinking. */
const tokensPerVerdict = 300;
const judgement: AnswerFormat = { effort: 'low', maxOutputTokens: 3_000, schema: judgeSchema };
const rewording: AnswerFormat = { effort: 'low', maxOutputTokens: 2_000, schema: rewordSchema };
const comparison: AnswerFormat = { effort: 'low', maxOutputTokens: 6_000, schema: compareSchema };

type AnsweringModel = { readonly model: string; readonly facts: ModelFacts };

type DraftOptions = AnsweringModel &
  Pick<AnswerFormat, 'schema'> & {
    readonly detail: Detail;
    /** Another call has the same conversation, soon. */
    readonly isReadTwice?: boolean;
  };

/** The body of a call for an answer, for claims, or for what an answer rests on. */
export function toDraftRequest(
  prompt: Prompt,
  { detail, schema, isReadTwice = false, ...answerer }: DraftOptions,
): ClaudeRequest {
  const body = toBody(prompt, { ...drafts[detail], ...(schema && { schema }) }, answerer);
  return isReadTwice ? withCachedConversation(body) : body;
}

export function toJudgeRequest(
  prompt: Prompt,
  { claims, ...answerer }: AnsweringModel & { readonly claims: number },
): ClaudeRequest {
  const maxOutputTokens = judgement.maxOutputTokens + claims * tokensPerVerdict;
  return withCachedSystem(prompt, toBody(prompt, { ...judgement, maxOutputTokens }, answerer));
}

export function toCompareRequest(prompt: Prompt, answerer: AnsweringModel): ClaudeRequest {
  return withCachedSystem(prompt, toBody(prompt, comparison, answerer));
}

/** The body of a call for other wordings of a question. */
export function toRewordRequest(prompt: Prompt, answerer: AnsweringModel): ClaudeRequest {
  return toBody(prompt, rewording, answerer);
}

/** All calls of a kind have the same system text, so that they share one cache entry. */
function withCachedSystem({ system }: Prompt, body: ClaudeRequest): ClaudeRequest {
  return { ...body, system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] };
}

function withCachedConversation({ messages: [message], ...body }: ClaudeRequest): ClaudeRequest {
  const blocks = typeof message?.content === 'object' ? message.content : [];
  const content = blocks.map(
    (block, index): Anthropic.ContentBlockParam =>
      index === blocks.length - 2 && block.type === 'text'
        ? { ...block, cache_control: { type: 'ephemeral' } }
        : block,
  );
  return { ...body, messages: [{ role: 'user', content }] };
}

export function toAnswerSchema({ output_config }: ClaudeRequest) {
  return output_config?.format?.schema as Anthropic.Tool.InputSchema | undefined;
}

/** Drafts fill about a sixth of the room for their answer; more is assumed, so that caps hold. */
const expectedShare = 1 / 4;

export function expectOutputTokens({ max_tokens: most }: Pick<ClaudeRequest, 'max_tokens'>): number {
  return Math.ceil(most * expectedShare);
}

/** The same of a draft that is not asked for yet. */
export function expectDraftTokens(detail: Detail, facts: ModelFacts): number {
  return expectOutputTokens({ max_tokens: toMaxTokens(drafts[detail], facts) });
}

/** The API makes larger pictures smaller, to about this many tokens. */
const mostTokensOfPicture = 1_600;

/** About how many tokens a prompt takes, at most. */
export function estimatePrompt(request: ClaudeRequest): number {
  return estimateTokens(toPromptText(request)) + countPictures(request) * mostTokensOfPicture;
}

function countPictures({ messages }: ClaudeRequest): number {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.filter(({ type }) => type === 'image').length;
}

export function toPromptText({ system, messages }: ClaudeRequest): string {
  const texts = [system ?? '', ...messages.map(({ content }) => content)].flatMap(each =>
    typeof each === 'string' ? [each] : each.map(block => (block.type === 'text' ? block.text : '')),
  );
  return texts.join('\n');
}

function toBody(
  { system, conversation, task, pictures = [] }: Prompt,
  format: AnswerFormat,
  { model, facts }: AnsweringModel,
): ClaudeRequest {
  const output: Anthropic.OutputConfig = {
    ...(facts.efforts.includes(format.effort) && { effort: format.effort }),
    ...(format.schema && { format: { type: 'json_schema', schema: { ...format.schema } } }),
  };
  return {
    model,
    max_tokens: toMaxTokens(format, facts),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    stream: true,
    ...(facts.thinksAdaptively && { thinking: { type: 'adaptive', display: 'omitted' } }),
    system,
    messages: [
      {
        role: 'user',
        content: [
          ...toBlocks(conversation, facts.seesPictures ? pictures : []),
          { type: 'text', text: task },
        ],
      },
    ],
  };
}

function toBlocks(
  conversation: string,
  pictures: NonNullable<Prompt['pictures']>,
): readonly Anthropic.ContentBlockParam[] {
  let from = 0;
  const blocks = pictures.flatMap(({ at, picture }): Anthropic.ContentBlockParam[] => {
    const before = conversation.slice(from, at);
    from = at;
    const source = { type: 'base64', media_type: picture.type, data: picture.data } as const;
    return [...(before === '' ? [] : [{ type: 'text' as const, text: before }]), { type: 'image', source }];
  });
  return [...blocks, { type: 'text', text: conversation.slice(from) }];
}

/** In a small context, the answer gets at most half. */
function toMaxTokens({ maxOutputTokens: wanted }: AnswerFormat, facts: ModelFacts): number {
  const { maxInputTokens, maxOutputTokens } = facts;
  const half = Math.floor((maxInputTokens ?? Number.POSITIVE_INFINITY) / 2);
  return Math.max(1, Math.min(wanted, maxOutputTokens ?? Number.POSITIVE_INFINITY, half));
}
