import { ClaudeError, refuse } from '../errors.ts';
import { type ClaudeModel, type Effort, findCallableModel } from '../models.ts';
import { countTokens } from '../tokens.ts';
import { checkBreakpoints, type PromptPart, readCacheControl, readMessages, readSystem } from './blocks.ts';
import { readBoolean, readFields, readInteger, readList, readText, refuseOthers } from './fields.ts';
import {
  type ForcedTool,
  readForcedTool,
  readOutputConfig,
  readThinking,
  refuseCitations,
  type Thinking,
} from './settings.ts';

/** A request that the API accepts, in the stand-in's terms. */
export type CheckedRequest = {
  readonly model: ClaudeModel;
  /** The model as the request named it. */
  readonly modelName: string;
  readonly parts: readonly PromptPart[];
  readonly inputTokens: number;
  readonly maxTokens: number;
  readonly isStreamed: boolean;
  readonly effort: Effort;
  readonly schema: unknown;
  readonly tool: ForcedTool | null;
  readonly thinking: Thinking;
  readonly stopSequences: readonly string[];
};

const counted = [
  'cache_control',
  'messages',
  'model',
  'output_config',
  'speed',
  'system',
  'thinking',
  'tool_choice',
  'tools',
];
const created = [
  ...counted,
  'container',
  'diagnostics',
  'inference_geo',
  'max_tokens',
  'metadata',
  'service_tier',
  'stop_sequences',
  'stream',
];
const sampling = ['temperature', 'top_p', 'top_k'];

/** The tokens of every request beside its texts. */
const BASE_TOKENS = 8;

/** Checks a body of `POST /v1/messages` or `count_tokens`, in the API's order. */
export function checkRequest(
  value: unknown,
  models: readonly ClaudeModel[],
  purpose: 'create' | 'count',
): CheckedRequest {
  const body = readFields(value, 'body');
  const modelName = readText(body['model'], 'model');
  const given = sampling.find(name => body[name] !== undefined);
  if (given !== undefined) throw refuse(given, 'sampling parameters are not supported for this model');
  refuseOthers(body, purpose === 'create' ? created : counted, '');
  const maxTokens = purpose === 'create' ? readInteger(body['max_tokens'], 'max_tokens', 0) : 0;
  const isStreamed = body['stream'] === undefined ? false : readBoolean(body['stream'], 'stream');
  const stopSequences = readStopSequences(body['stop_sequences']);
  const messages = readMessages(body['messages']);
  const automatic = readCacheControl(body['cache_control'], 'cache_control');
  const parts = [...readTools(body['tools']), ...readSystem(body['system']), ...messages];
  checkBreakpoints(parts, automatic);

  const model = findCallableModel(models, modelName);
  const most = model.info.max_tokens;
  if (most !== null && maxTokens > most) {
    throw refuse(
      'max_tokens',
      `${maxTokens} > ${most}, which is the maximum allowed number of output tokens for ${modelName}`,
    );
  }
  const { effort, schema } = readOutputConfig(body['output_config'], model);
  const thinking = readThinking(body['thinking'], model, effort);
  const tool = readForcedTool(body['tools'], body['tool_choice'], model);
  if (schema !== null) refuseCitations(body['messages']);

  const request = {
    model,
    modelName,
    parts: markLast(parts, automatic),
    maxTokens,
    isStreamed,
    effort,
    schema,
    tool,
    thinking,
    stopSequences,
  };
  const inputTokens = countInput(request);
  const context = model.info.max_input_tokens;
  if (context !== null && inputTokens > context) {
    throw new ClaudeError(400, `prompt is too long: ${inputTokens} tokens > ${context} maximum`);
  }
  return { ...request, inputTokens };
}

function readTools(value: unknown): readonly PromptPart[] {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  return readList(value, 'tools').map((each, index) => {
    const { cache_control: control, ...tool } = readFields(each, `tools.${index}`);
    return {
      role: 'tools',
      type: 'tool',
      text: JSON.stringify(tool),
      cache: readCacheControl(control, `tools.${index}.cache_control`),
    };
  });
}

function readStopSequences(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return readList(value, 'stop_sequences').map((each, index) => {
    const text = readText(each, `stop_sequences.${index}`);
    if (text.trim() === '') throw refuse('stop_sequences', 'each stop sequence must contain non-whitespace');
    return text;
  });
}

/** A `cache_control` of the whole request marks its last block. */
function markLast(parts: readonly PromptPart[], automatic: PromptPart['cache']): readonly PromptPart[] {
  if (automatic === null) return parts;
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, cache: automatic } : part));
}

/** Tokens of the request before its parts: a fixed number, and the schema, which the API adds to the prompt. */
export function countPreamble(schema: unknown): number {
  return BASE_TOKENS + (schema === null ? 0 : countTokens(JSON.stringify(schema)));
}

function countInput({ parts, schema }: Pick<CheckedRequest, 'parts' | 'schema'>): number {
  return parts.reduce((sum, { text }) => sum + countTokens(text), countPreamble(schema));
}
