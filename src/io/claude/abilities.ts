import { isDeepStrictEqual } from 'node:util';
import type Anthropic from '@anthropic-ai/sdk';
import type { AnswerFailure } from './failure.ts';
import type { ModelFacts } from './models.ts';
import { type ClaudeRequest, toAnswerSchema } from './request.ts';

/** How JSON is asked for: by a schema that the answer follows, by a tool that the model calls, or in words alone. */
const manners = ['schema', 'tool', 'words'] as const;

export type Settings = {
  readonly manner: (typeof manners)[number];
  readonly thinks: boolean;
  readonly caches: boolean;
};

export type Abilities = ReturnType<typeof createAbilities>;

/** What a model at an endpoint can do, as its answers have shown. One for each model and endpoint. */
export function createAbilities({ isStructured }: Pick<ModelFacts, 'isStructured'>) {
  const manner = isStructured === false ? 'tool' : 'schema';
  let known: Settings = { manner, thinks: true, caches: true };
  /** For the life of the process. */
  const remember = ({ manner, thinks, caches }: Settings) => {
    // Calls that run at the same time may have learned different things.
    known = {
      manner: manners[Math.max(manners.indexOf(manner), manners.indexOf(known.manner))] ?? manner,
      thinks: thinks && known.thinks,
      caches: caches && known.caches,
    };
  };
  return {
    settings: () => known,
    adapt: (request: ClaudeRequest, settings: Settings) => adapt(request, settings, isStructured === true),
    /** The settings to ask with once more; null if this failure is not due to what was asked for. */
    settle: (request: ClaudeRequest, used: Settings, failure: AnswerFailure): Settings | null => {
      const next = relax(request, used, failure, isStructured === true);
      return isDeepStrictEqual(next, used) ? null : next;
    },
    remember,
  };
}

function relax(
  request: ClaudeRequest,
  used: Settings,
  { reason, refused }: AnswerFailure,
  isStructured: boolean,
): Settings {
  const hasSchema = toAnswerSchema(request) !== undefined;
  const next = manners[manners.indexOf(used.manner) + 1] ?? used.manner;
  const withoutSchema = hasSchema && used.manner === 'schema' ? { manner: next } : {};
  if (refused === 'format') return { ...used, ...withoutSchema };
  if (refused === 'output_config') return { ...used, ...withoutSchema, thinks: false };
  if (refused === 'thinking') return { ...used, thinks: false };
  if (refused === 'caching') return { ...used, caches: false };
  if (refused === 'tools' && used.manner === 'tool') return { ...used, manner: next };
  // Some servers accept a schema or a tool, and ignore it.
  const isIgnored = reason === 'unreadable' && hasSchema && !isStructured;
  return isIgnored ? { ...used, manner: next } : used;
}

const toolName = 'answer';

function adapt(
  request: ClaudeRequest,
  { manner, thinks, caches }: Settings,
  isStructured: boolean,
): ClaudeRequest {
  const { output_config: output, thinking, system, ...rest } = request;
  const schema = toAnswerSchema(request);
  // A model cannot think before a tool that it must call.
  const isTool = schema !== undefined && manner === 'tool';
  const effort = thinks && output?.effort ? { effort: output.effort } : {};
  const format = schema && manner === 'schema' && output?.format ? { format: output.format } : {};
  const config = { ...effort, ...format };
  const adapted: ClaudeRequest = {
    ...rest,
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...(thinking && thinks && !isTool && { thinking }),
    ...(system !== undefined && {
      system: caches || typeof system === 'string' ? system : system.map(({ text }) => text).join('\n'),
    }),
    ...(!caches && { messages: rest.messages.map(toUncached) }),
  };
  if (schema === undefined || (isStructured && manner === 'schema')) return adapted;
  if (isTool)
    return {
      ...withTask(adapted, `Answer by calling the tool “${toolName}” once.`),
      tools: [{ name: toolName, description: 'Takes the answer.', input_schema: schema }],
      tool_choice: { type: 'tool' as const, name: toolName },
    };
  return withTask(adapted, `${schemaWords}\n${JSON.stringify(schema)}`);
}

const schemaWords = 'Answer with one JSON object and nothing else. It must follow this JSON schema:';

function toUncached(message: Anthropic.MessageParam): Anthropic.MessageParam {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const content = message.content.map(block => {
    const { cache_control: _, ...plain } = block as Anthropic.TextBlockParam;
    return plain;
  });
  return { ...message, content };
}

/** Adds words to the task, which is the last block of a request. */
function withTask(request: ClaudeRequest, words: string): ClaudeRequest {
  const messages = request.messages.map((message, index) =>
    index < request.messages.length - 1 || message.role !== 'user' || typeof message.content === 'string'
      ? message
      : { ...message, content: [...message.content, { type: 'text' as const, text: words }] },
  );
  return { ...request, messages };
}
