import Anthropic, { type Middleware } from '@anthropic-ai/sdk';

export type ClaudeAddress = {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
};

/**
 * The SDK's client: it repeats nothing, for the engine does, logs nothing, for its logs hold message bodies, follows
 * nobody to another host, and uses no other key, also if the environment has one.
 */
export function createClient(
  { apiKey, baseUrl }: ClaudeAddress,
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
    openTelemetry: false,
  });
}
