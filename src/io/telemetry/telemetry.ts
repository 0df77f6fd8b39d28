import { AsyncLocalStorage } from 'node:async_hooks';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Step } from '../../core/claims/usage.ts';
import { UserError } from '../../errors.ts';
import { loadExtra } from '../../extras.ts';
import { withLogFields } from '../../log.ts';
import type { Metrics, RunOutcome } from './metrics.ts';
import type { Traces } from './traces.ts';

type LiveRun = {
  readonly traceId: string | null;
  hasSteps: boolean;
  /** The time of steps that run in pieces, since the last span, in milliseconds. */
  readonly pieces: Map<Step, { readonly startMs: number; readonly tookMs: number }>;
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

  const addPieces = ({ pieces }: LiveRun) => {
    for (const [step, { startMs, tookMs }] of pieces)
      traces?.add(`footnote.${step}`, { 'footnote.duration_ms': tookMs }, startMs, Date.now());
    pieces.clear();
  };

  return {
    traceId: () => live.getStore()?.traceId ?? null,
    run: (feature, work) => {
      const trace = async (traceId: string | null) => {
        const run: LiveRun = { traceId, hasSteps: false, pieces: new Map() };
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
      if (span === undefined) return work();
      return span(`footnote.${step}`, {}, async () => {
        const result = await work();
        addPieces(run);
        return result;
      });
    },
    measure: (step, work) => {
      const run = live.getStore();
      if (run === undefined) return work();
      const begunAt = performance.now();
      const { startMs, tookMs } = run.pieces.get(step) ?? { startMs: Date.now(), tookMs: 0 };
      try {
        return work();
      } finally {
        run.pieces.set(step, { startMs, tookMs: tookMs + performance.now() - begunAt });
      }
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
