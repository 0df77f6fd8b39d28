import Anthropic, { type Middleware } from '@anthropic-ai/sdk';
import type { TracerProvider } from '@opentelemetry/api';
import type { Diagnosis } from '../../app/ports.ts';
import { type ModelSetting, toAdvice, toFailure } from './failure.ts';
import { toModelFacts } from './models.ts';

export type ClaudeAddress = {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** With it, each call is a span, without its contents. */
  readonly tracerProvider?: TracerProvider;
};

/**
 * The SDK's client. It does not retry, because the engine does; does not log, because its logs contain message bodies;
 * does not follow redirects to other hosts; and ignores keys in the environment.
 */
export function createClaudeClient(
  { apiKey, baseUrl, tracerProvider }: ClaudeAddress,
  middleware: readonly Middleware[] = [],
): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    maxRetries: 0,
    middleware,
    fetchOptions: { redirect: 'error' },
    defaultHeaders: { Authorization: `Bearer ${apiKey}` },
    logLevel: 'off',
    openTelemetry: tracerProvider
      ? { tracerProvider, propagation: false, traces: { contentMode: 'metadata_only' } }
      : false,
  });
}

/** A signal that aborts with another one, or after a time limit; the SDK's own limit ends with the headers. */
type TimeLimit = { readonly signal: AbortSignal; readonly isOver: () => boolean };

export function createTimeLimit(signal: AbortSignal, withinMs: number): TimeLimit {
  const over = AbortSignal.timeout(withinMs);
  return { signal: AbortSignal.any([signal, over]), isOver: () => over.aborted };
}

const topic = 'Claude';
/** How long the API may take to describe a model. */
export const askWithinMs = 5_000;

/** The models, by the variable of each. */
type CheckedModels = Readonly<Partial<Record<ModelSetting, string>>>;

/**
 * Requests each model from the API, which also shows whether it accepts the key. It costs nothing and sends nothing
 * else.
 */
export async function checkModels(
  address: ClaudeAddress,
  models: CheckedModels,
): Promise<readonly Diagnosis[]> {
  const client = createClaudeClient(address);
  const found = await Promise.all(
    Object.entries(models).map(async ([name, model]): Promise<Diagnosis> => {
      const setting: ModelSetting = name === 'FOOTNOTE_MODEL' ? name : 'FOOTNOTE_MODEL_SMALL';
      const limit = createTimeLimit(new AbortController().signal, askWithinMs);
      try {
        const info = await client.models.retrieve(model, {}, { signal: limit.signal });
        const [worst] = findModelProblems(info, setting);
        return worst ?? { level: 'ok', topic, text: `The key is accepted and ${model} is available.` };
      } catch (error) {
        const failure = toFailure(error);
        const advice = toAdvice(failure, model, setting);
        if (advice !== null) return problem(advice);
        const why = limit.isOver()
          ? `did not answer within ${askWithinMs / 1_000} seconds`
          : failure.status === undefined
            ? 'cannot be reached'
            : `answers with an error (status ${failure.status})`;
        return problem(
          `The Claude API ${why}. Check the network and, if it is set, ANTHROPIC_BASE_URL, or see https://status.claude.com.`,
        );
      }
    }),
  );
  // A refused key is one problem, even with several models.
  return [...new Map(found.map(each => [each.text, each])).values()];
}

function problem(text: string): Diagnosis {
  return { level: 'problem', topic, text };
}

/** What the API says against using a model, the worst first. */
export function findModelProblems(info: Anthropic.ModelInfo, setting: ModelSetting): readonly Diagnosis[] {
  const id = toPlainAscii(info.id);
  const end = info.retires_at ? ` and will be retired on ${toPlainAscii(info.retires_at.slice(0, 10))}` : '';
  const isDeprecated = info.lifecycle === 'deprecated';
  return [
    ...(info.lifecycle === 'retired' ? [problem(`${id} is retired. Set ${setting} to another model.`)] : []),
    ...(toModelFacts(info).writesStructured
      ? []
      : [problem(`${id} does not support structured output. Set ${setting} to another model.`)]),
    ...(isDeprecated
      ? [
          {
            level: 'warning',
            topic,
            text: `${id} is deprecated${end}. Plan to set ${setting} to another model.`,
          } as const,
        ]
      : []),
  ];
}

/** Text from the API is printed on a terminal, so only visible ASCII is kept. */
export function toPlainAscii(words: string): string {
  return words.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
