import { type Attributes, context, type Span, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider as SdkTracerProvider } from '@opentelemetry/sdk-trace';

export type Traces = ReturnType<typeof openTraces>;

/**
 * Spans, sent to the OTLP/HTTP collector at `endpoint` every few seconds; one that does not answer stops nothing.
 * @param isFailure Whether an error is one for those who run the bot.
 */
export function openTraces(endpoint: string, version: string, isFailure: (error: unknown) => boolean) {
  // Reads OTEL_EXPORTER_OTLP_HEADERS by itself.
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new SdkTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'footnote', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('footnote', version);
  return {
    /** For the SDK of Claude, which makes a span of each call. */
    provider,
    /** A span around `work`, within the current one. Only the name of an error is recorded: its message may contain text. */
    span: <Result>(name: string, attributes: Attributes, work: (span: Span) => Promise<Result>) =>
      tracer.startActiveSpan(name, { attributes }, async span => {
        try {
          return await work(span);
        } catch (error) {
          if (isFailure(error)) {
            span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          throw error;
        } finally {
          span.end();
        }
      }),
    stop: async () => {
      await provider.shutdown();
      context.disable();
    },
  };
}
