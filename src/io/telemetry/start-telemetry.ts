import { loadExtra } from '../../extras.ts';
import { createTelemetry } from './telemetry.ts';

type TelemetryOptions = {
  readonly hasMetrics: boolean;
  /** Where spans are sent; without it, there are none. */
  readonly otlpEndpoint?: string;
  /** Of Footnote. */
  readonly version: string;
};

/** Measures runs. The packages of metrics and traces are loaded only if they are on. */
export async function startTelemetry({ hasMetrics, otlpEndpoint: endpoint, version }: TelemetryOptions) {
  const metrics = hasMetrics ? (await import('./metrics.ts')).createMetrics() : null;
  const traces =
    endpoint === undefined
      ? null
      : (await loadExtra('OTEL_EXPORTER_OTLP_ENDPOINT', import('./traces.ts'))).openTraces({
          endpoint,
          version,
        });
  return {
    telemetry: createTelemetry({ ...(metrics && { metrics }), ...(traces && { traces }) }),
    metrics,
    traces,
  };
}
