import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentRun, Telemetry } from '../../app/telemetry-ports.ts';
import { addUsage, type Usage } from '../../core/claims/summary.ts';
import type { Step } from '../../core/claims/usage.ts';
import { UserError } from '../../errors.ts';
import { loadExtra } from '../../extras.ts';
import { withLogFields } from '../../log.ts';
import type { Metrics, RunOutcome } from './metrics.ts';
import type { Traces } from './traces.ts';

type StepTotals = { readonly durationMs: number; readonly usage: Usage | null };

type LiveRun = CurrentRun & {
  readonly add: (step: Step, taken: StepTotals) => void;
  /** The time of steps that run in pieces, since the last span, in milliseconds. */
  readonly pieces: Map<Step, { readonly startMs: number; readonly tookMs: number }>;
};

type TelemetryOptions = {
  readonly hasMetrics: boolean;
  /** Where spans are sent; without it, there are none. */
  readonly otlpEndpoint?: string | undefined;
  /** Of Footnote. */
  readonly version: string;
};

/** Measures runs. The packages of metrics and traces are loaded only if they are on. */
export async function startTelemetry({ hasMetrics, otlpEndpoint: endpoint, version }: TelemetryOptions) {
  const metrics = hasMetrics ? (await import('./metrics.ts')).createMetrics() : undefined;
  const traces =
    endpoint === undefined
      ? undefined
      : (await loadExtra('OTEL_EXPORTER_OTLP_ENDPOINT', import('./traces.ts'))).openTraces(endpoint, version);
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
    current: () => live.getStore() ?? null,
    run: (feature, work) => {
      const trace = async (traceId: string | null) => {
        const run = createRun(traceId);
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
          const report = run.report();
          // A request that was refused before anything was read is no run.
          if (Object.keys(report).length > 0)
            metrics?.countRun(feature, outcome, performance.now() - begunAt, report);
        }
      };
      if (span === undefined) return trace(null);
      return span('footnote.run', { 'footnote.feature': feature }, root => {
        const { traceId } = root.spanContext();
        return withLogFields({ trace_id: traceId }, () => trace(traceId));
      });
    },
    step: async (step, work, toUsage) => {
      const run = live.getStore();
      if (run === undefined) return work();
      const begunAt = performance.now();
      let usage: Usage | null = null;
      const measured = async () => {
        const result = await work();
        usage = toUsage?.(result) ?? null;
        return result;
      };
      try {
        if (span === undefined) return await measured();
        return await span(`footnote.${step}`, {}, async own => {
          const result = await measured();
          addPieces(run);
          const { costUsd = null } = usage ?? ({} as Partial<Usage>);
          if (costUsd !== null) own.setAttribute('footnote.cost_usd', costUsd);
          return result;
        });
      } finally {
        run.add(step, { durationMs: performance.now() - begunAt, usage });
      }
    },
    measure: (step, work) => {
      const run = live.getStore();
      if (run === undefined) return work();
      const begunAt = performance.now();
      const { startMs, tookMs } = run.pieces.get(step) ?? { startMs: Date.now(), tookMs: 0 };
      try {
        return work();
      } finally {
        const durationMs = performance.now() - begunAt;
        run.pieces.set(step, { startMs, tookMs: tookMs + durationMs });
        run.add(step, { durationMs, usage: null });
      }
    },
    count: event => metrics?.count(event),
    gauge: (name, read) => metrics?.gauge(name, read),
  };
}

function createRun(traceId: string | null): LiveRun {
  const taken = new Map<Step, StepTotals>();
  return {
    traceId,
    report: () =>
      Object.fromEntries(
        [...taken].map(([step, { durationMs, usage }]) => [
          step,
          { durationMs: Math.round(durationMs), costUsd: usage?.costUsd ?? null },
        ]),
      ),
    pieces: new Map(),
    add: (step, { durationMs, usage }) => {
      const before = taken.get(step) ?? { durationMs: 0, usage: null };
      taken.set(step, {
        durationMs: before.durationMs + durationMs,
        usage: addUsage(before.usage, usage),
      });
    },
  };
}

function toOutcome(error: unknown): RunOutcome {
  if (error instanceof UserError && error.code === 'cancelled') return 'stopped';
  return error instanceof Error && stopNames.has(error.name) ? 'stopped' : 'failed';
}

/** The errors of stopped runs: by the person who asked, by lost access, or by a signal. */
const stopNames: ReadonlySet<string> = new Set(['RunStopped', 'AccessLost', 'AbortError']);
