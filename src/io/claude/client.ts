import Anthropic, { type Middleware } from '@anthropic-ai/sdk';

export type ClaudeAddress = {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
};

/**
 * The SDK's client. It does not retry, because the engine does; does not log, because its logs contain message bodies;
 * does not follow redirects to other hosts; and ignores keys in the environment.
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
