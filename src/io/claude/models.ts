import Anthropic from '@anthropic-ai/sdk';
import type { Diagnosis } from '../../errors.ts';
import { type ClaudeAddress, createClaudeClient, createTimeLimit } from './client.ts';
import { type Failure, ForeignResponseError, type ModelSetting, toAdvice, toFailure } from './failure.ts';
import { addTokens, isReported } from './prices.ts';

const topic = 'Claude';
const schema = {
  type: 'object',
  properties: { greeting: { type: 'string' } },
  required: ['greeting'],
  additionalProperties: false,
} as const;
const greet = { role: 'user', content: 'Greet me in one word.' } as const;
const name = 'greet';

/** A model may be loaded into memory first, and may think. */
const withinMs = 120_000;
const maxTokens = 2_000;

/** Finds out with two short calls what a model can do that nobody describes. */
async function probeModel(
  address: ClaudeAddress,
  model: string,
  setting: ModelSetting,
): Promise<readonly Diagnosis[]> {
  const client = createClaudeClient(address);
  const ask = async (more: Partial<Anthropic.MessageCreateParams>) => {
    const body = { model, max_tokens: maxTokens, messages: [greet], ...more };
    try {
      return await client.messages
        .stream(body as Anthropic.MessageStreamParams, { signal: AbortSignal.timeout(withinMs) })
        .finalMessage();
    } catch (error) {
      return toFailure(error);
    }
  };
  const schemed = await ask({ output_config: { format: { type: 'json_schema', schema } } });
  const called = await ask({
    tools: [{ name, description: 'Greets.', input_schema: { ...schema, required: [...schema.required] } }],
    tool_choice: { type: 'tool', name },
  });
  const failed = [schemed, called].find(each => 'reason' in each && each.reason !== 'request_refused');
  if (failed && 'reason' in failed) {
    const advice = toAdvice(failed, model, setting, address.variables);
    const text = advice ?? `${model} did not answer (${failed.reason}, status ${failed.status ?? 'none'}).`;
    return [{ level: 'problem', topic, text }];
  }
  const tell = (is: boolean, yes: string, no: string): Diagnosis => ({
    level: is ? 'ok' : 'warning',
    topic,
    text: `${model} ${is ? yes : no}`,
  });
  const reports = [schemed, called].some(
    each => 'usage' in each && each.usage && isReported(addTokens(null, each.usage), true),
  );
  return [
    tell(
      isGreeting(toText(schemed)),
      'follows a schema (structured output).',
      'does not follow a schema (structured output), so it is asked to call a tool, or for JSON in words.',
    ),
    tell(
      'content' in called && called.content.some(each => each.type === 'tool_use' && isGreeting(each.input)),
      'calls a tool that it has to call.',
      'does not call a tool that it has to call. Without structured output, it is asked for JSON in words.',
    ),
    tell(reports, 'reports its tokens.', 'reports no tokens, so costs and caps rest on estimates.'),
  ];
}

function toText(answer: object): unknown {
  if (!('content' in answer)) return null;
  const { content } = answer as Anthropic.Message;
  try {
    return JSON.parse(content.map(each => (each.type === 'text' ? each.text : '')).join(''));
  } catch {
    return null;
  }
}

function isGreeting(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'greeting' in value;
}

const efforts = ['low', 'medium', 'high'] as const;

/** The settings that a model accepts, and its limits in tokens; null if unknown. */
export type ModelFacts = {
  readonly efforts: readonly (typeof efforts)[number][];
  readonly thinksAdaptively: boolean;
  /** False where nobody knows. */
  readonly seesPictures: boolean;
  /** Whether its answers follow a schema; null where nobody knows. */
  readonly isStructured: boolean | null;
  /** Another server, which may be silent while it reads a prompt: Claude sends pings. */
  readonly isOther: boolean;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
};

/** The facts of all current models; used until the API reports this model's. */
export const defaultFacts: ModelFacts = {
  efforts,
  thinksAdaptively: true,
  seesPictures: false,
  isStructured: null,
  isOther: false,
  maxInputTokens: null,
  maxOutputTokens: null,
};

function toModelFacts({ capabilities, max_input_tokens, max_tokens }: Anthropic.ModelInfo): ModelFacts {
  // A limit of zero means unknown.
  const limits = { maxInputTokens: max_input_tokens || null, maxOutputTokens: max_tokens || null };
  if (!capabilities) return { ...defaultFacts, ...limits };
  const { effort, thinking, structured_outputs: structured } = capabilities;
  return {
    efforts: effort?.supported ? efforts.filter(level => effort[level]?.supported) : [],
    seesPictures: capabilities.image_input?.supported === true,
    isStructured: structured?.supported ?? null,
    isOther: false,
    thinksAdaptively: Boolean(thinking?.supported && thinking.types?.adaptive?.supported),
    ...limits,
  };
}

/** How long the API may take to describe a model. */
const defaultAskMs = 5_000;

/** A model as the API describes it, and what is wrong with it, the worst first. */
type ModelCheck = {
  readonly facts: ModelFacts;
  readonly diagnoses: readonly Diagnosis[];
  /** Undescribed: another server, which may have the model. Silent: nobody knows yet whether calls fail. */
  readonly state: 'described' | 'undescribed' | 'refused' | 'silent';
};

/**
 * Asks the API about a model, which shows whether it accepts the key and costs nothing. `tries`: whether to ask a server for a message that
 * answers like any web server, to see whether it has the API.
 */
export async function checkModel(
  address: ClaudeAddress,
  model: string,
  setting: ModelSetting,
  signal: AbortSignal,
  withinMs = defaultAskMs,
  tries = true,
): Promise<ModelCheck> {
  const client = createClaudeClient(address);
  const limit = createTimeLimit(signal, withinMs);
  const fail = (text: string, state: ModelCheck['state']): ModelCheck => ({
    facts: defaultFacts,
    diagnoses: [{ level: 'problem', topic, text }],
    state,
  });
  const undescribed: ModelCheck = {
    facts: { ...defaultFacts, isOther: true },
    diagnoses: [],
    state: 'undescribed',
  };
  // Not every provider has a list of models.
  if ((client as Partial<Anthropic>).models === undefined) return undescribed;
  try {
    const info = await client.models.retrieve(model, {}, { signal: limit.signal });
    if (info.capabilities === undefined && info.lifecycle === undefined) return undescribed;
    return { facts: toModelFacts(info), diagnoses: findProblems(info, setting), state: 'described' };
  } catch (error) {
    signal.throwIfAborted();
    // Another server does not know how to describe a model: it says so in JSON, or as any web server does.
    if (
      error instanceof Anthropic.APIError &&
      (error.status === 404 || error.status === 405) &&
      !error.requestID
    ) {
      const isSure = typeof error.error === 'object' || !tries;
      const tried = isSure ? null : await tryModel(address, model, signal, setting, withinMs);
      return tried?.level === 'problem' ? fail(tried.text, 'refused') : undescribed;
    }
    const failure = toFailure(error);
    const advice = limit.isOver() ? null : toAdvice(failure, model, setting, address.variables);
    if (advice !== null) return fail(advice, 'refused');
    return fail(toSilence(failure, limit.isOver() ? withinMs : null), 'silent');
  }
}

function toSilence({ status }: Failure, lateMs: number | null): string {
  const why =
    lateMs !== null
      ? `did not answer within ${lateMs / 1_000} seconds`
      : status === undefined
        ? 'cannot be reached'
        : `answers with an error (status ${status})`;
  return `The Claude API ${why}. Check the network and, if it is set, ANTHROPIC_BASE_URL, or see https://status.claude.com.`;
}

const tryMs = 30_000;

/** Lets the model write one token, which also shows whether the account may spend; a warning if nobody can tell. */
export async function tryModel(
  address: ClaudeAddress,
  model: string,
  signal: AbortSignal,
  setting: ModelSetting = 'FOOTNOTE_MODEL',
  withinMs = tryMs,
): Promise<Diagnosis> {
  const limit = createTimeLimit(signal, withinMs);
  try {
    const { content }: Partial<Anthropic.Message> = await createClaudeClient(address).messages.create(
      { model, max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] },
      { signal: limit.signal },
    );
    if (content === undefined) throw new ForeignResponseError();
    return { level: 'ok', topic, text: `The key is accepted and ${model} answers.` };
  } catch (error) {
    signal.throwIfAborted();
    const failure = toFailure(error);
    const advice = limit.isOver() ? null : toAdvice(failure, model, setting, address.variables);
    if (advice !== null) return { level: 'problem', topic, text: advice };
    const silence = toSilence(failure, limit.isOver() ? withinMs : null);
    return { level: 'warning', topic, text: `ANTHROPIC_API_KEY could not be checked. ${silence}` };
  }
}

/** Somebody waits for it, and the image's health check waits 30 seconds. */
const diagnoseMs = 20_000;

/** What is to be said of a model and of what its endpoint can do. `tries`: whether to call a model that nobody describes. */
export async function diagnoseModel(
  address: ClaudeAddress,
  model: string,
  setting: ModelSetting,
  tries: boolean,
): Promise<readonly Diagnosis[]> {
  const { diagnoses, state } = await checkModel(
    address,
    model,
    setting,
    new AbortController().signal,
    diagnoseMs,
    false,
  );
  if (state === 'undescribed' && tries) return probeModel(address, model, setting);
  if (state === 'undescribed')
    return [{ level: 'ok', topic, text: `${model} was not tried: its server does not describe its models.` }];
  const text = `The key is accepted and ${model} is available.`;
  return [diagnoses[0] ?? { level: 'ok', topic, text }];
}

function findProblems(
  { id, lifecycle, retires_at }: Anthropic.ModelInfo,
  setting: ModelSetting,
): readonly Diagnosis[] {
  const name = toPlainAscii(id);
  if (lifecycle === 'retired')
    return [{ level: 'problem', topic, text: `${name} is retired. Set ${setting} to another model.` }];
  if (lifecycle !== 'deprecated') return [];
  const end = retires_at ? ` and will be retired on ${toPlainAscii(retires_at.slice(0, 10))}` : '';
  const text = `${name} is deprecated${end}. Plan to set ${setting} to another model.`;
  return [{ level: 'warning', topic, text }];
}

/** Text from the API is printed on a terminal, so only visible ASCII is kept. */
function toPlainAscii(words: string): string {
  return words.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
