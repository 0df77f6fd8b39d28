import Anthropic, { type Middleware } from '@anthropic-ai/sdk';
import type { TracerProvider } from '@opentelemetry/api';

export type ClaudeAddress = {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** With it, each call is a span, without its contents. */
  readonly tracerProvider?: TracerProvider | undefined;
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
export function createTimeLimit(signal: AbortSignal, withinMs: number) {
  const over = AbortSignal.timeout(withinMs);
  return { signal: AbortSignal.any([signal, over]), isOver: () => over.aborted };
}
