import { AsyncLocalStorage } from 'node:async_hooks';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import { UserError } from '../../errors.ts';
import { loadExtra } from '../../extras.ts';
import { withLogFields } from '../../log.ts';
import type { Metrics, RunOutcome } from './metrics.ts';
import type { Traces } from './traces.ts';

type LiveRun = {
  readonly traceId: string | null;
  hasSteps: boolean;
};

type TelemetryOptions = {
  readonly hasMetrics: boolean;
  readonly otlpEndpoint?: string | undefined;
  readonly version: string;
};

/** Measures runs. The packages of metrics and traces are loaded only if they are on. */
export async function startTelemetry({ hasMetrics, otlpEndpoint: endpoint, version }: TelemetryOptions) {
  const metrics = hasMetrics ? (await import('./metrics.ts')).createMetrics() : undefined;
  const traces =
    endpoint === undefined
      ? undefined
      : (await loadExtra('OTEL_EXPORTER_OTLP_ENDPOINT', import('./traces.ts'))).openTraces(
          endpoint,
          version,
          error => toOutcome(error) !== 'refused',
        );
  return { telemetry: createTelemetry(metrics, traces), metrics, traces };
}

export function createTelemetry(metrics?: Metrics, traces?: Traces): Telemetry {
  const live = new AsyncLocalStorage<LiveRun>();
  const span: Traces['span'] | undefined = traces?.span;

  return {
    traceId: () => live.getStore()?.traceId ?? null,
    run: (feature, work) => {
      const trace = async (traceId: string | null) => {
        const run: LiveRun = { traceId, hasSteps: false };
        const begunAt = performance.now();
        let outcome: RunOutcome = 'failed';
        try {
          const result = await live.run(run, work);
          outcome = 'done';
          return result;
        } catch (error) {
          outcome = toOutcome(error);
          throw error;
        } finally {
          // A request that was refused before anything was read is no run.
          if (run.hasSteps) metrics?.countRun(feature, outcome, performance.now() - begunAt);
        }
      };
      if (span === undefined) return trace(null);
      return span('footnote.run', { 'footnote.feature': feature }, root => {
        const { traceId } = root.spanContext();
        return withLogFields({ trace_id: traceId }, () => trace(traceId));
      });
    },
    step: async (step, work) => {
      const run = live.getStore();
      if (run === undefined) return work();
      run.hasSteps = true;
      return span === undefined ? work() : span(`footnote.${step}`, {}, work);
    },
    count: event => metrics?.count(event),
    gauge: (name, read) => metrics?.gauge(name, read),
  };
}

function toOutcome(error: unknown): RunOutcome {
  if (error instanceof UserError && error.code === 'cancelled') return 'stopped';
  return (error instanceof Error && outcomes.get(error.name)) || 'failed';
}

/** By the names of errors: a refusal, such as after lost access, or a stop by the person who asked or by a signal. */
const outcomes: ReadonlyMap<string, RunOutcome> = new Map([
  ['Refusal', 'refused'],
  ['RunStopped', 'stopped'],
  ['AbortError', 'stopped'],
]);
