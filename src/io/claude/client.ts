import Anthropic, { type ClientOptions, type Middleware } from '@anthropic-ai/sdk';
import type { TracerProvider } from '@opentelemetry/api';
import { UserError } from '../../errors.ts';
import { loadExtra } from '../../extras.ts';
import type { EndpointVariables } from './failure.ts';

export type ClaudeAddress = {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** With it, each call is a span, without its contents. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** The variables that name the key and the URL; default those of Anthropic. */
  readonly variables?: EndpointVariables | undefined;
  readonly Provider?: ProviderClient | undefined;
};

type ProviderClient = new (options: ClientOptions) => Anthropic;

const packages = {
  bedrock: { name: '@anthropic-ai/bedrock-sdk', client: 'AnthropicBedrock' },
  vertex: { name: '@anthropic-ai/vertex-sdk', client: 'AnthropicVertex' },
  foundry: { name: '@anthropic-ai/foundry-sdk', client: 'AnthropicFoundry' },
} as const;

/** Loads the client of another provider. @throws UserError `bad_environment` if its package is not installed or lacks the client. */
export async function loadProvider(
  provider: 'anthropic' | keyof typeof packages,
): Promise<ProviderClient | undefined> {
  if (provider === 'anthropic') return undefined;
  const { name, client } = packages[provider];
  const loading: Promise<Record<string, ProviderClient>> = import(name);
  const variable = `FOOTNOTE_PROVIDER=${provider}`;
  const install = `npm install --no-save ${name}`;
  const { [client]: Provider } = await loadExtra(variable, loading, install);
  if (Provider !== undefined) return Provider;
  throw new UserError(
    'bad_environment',
    `${variable}: the installed ${name} has no ${client}. Run: ${install}@latest`,
  );
}

const anthropicUrl = 'https://api.anthropic.com';

/** The SDK's client, without retries (the engine's), logs (they contain messages), redirects to other hosts and keys of the environment. */
export function createClaudeClient(
  { apiKey, baseUrl, tracerProvider, Provider }: ClaudeAddress,
  middleware: readonly Middleware[] = [],
): Anthropic {
  const own = { apiKey, baseURL: baseUrl, defaultHeaders: { Authorization: `Bearer ${apiKey}` } };
  // A provider knows its own address, and reads its credentials from its own variables.
  const address = Provider ? (baseUrl === anthropicUrl ? {} : { baseURL: baseUrl }) : own;
  const options: ClientOptions = {
    ...address,
    maxRetries: 0,
    middleware,
    fetchOptions: { redirect: 'error' },
    logLevel: 'off',
    openTelemetry: tracerProvider
      ? { tracerProvider, propagation: false, traces: { contentMode: 'metadata_only' } }
      : false,
  };
  try {
    return new (Provider ?? Anthropic)(options);
  } catch (cause) {
    // A client of another provider names the variable that it misses.
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError('bad_environment', `FOOTNOTE_PROVIDER: ${why}`, { cause });
  }
}

/** A signal that aborts with another one, or after a time limit; the SDK's own limit ends with the headers. */
export function createTimeLimit(signal: AbortSignal, withinMs: number) {
  const over = AbortSignal.timeout(withinMs);
  return { signal: AbortSignal.any([signal, over]), isOver: () => over.aborted };
}
