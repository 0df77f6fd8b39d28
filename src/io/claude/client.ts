import Anthropic from '@anthropic-ai/sdk';

export type ClaudeAddress = {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
};

/**
 * The SDK's client with nothing left to the environment: it repeats nothing, for the engine does, and logs nothing, for
 * its logs hold message bodies.
 */
export function createClient({ apiKey, baseUrl }: ClaudeAddress): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
  });
}
