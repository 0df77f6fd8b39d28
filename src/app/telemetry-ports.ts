import type { EngineReason } from '../core/claims/summary.ts';
import type { Feature, Quality, Spending, Step } from '../core/claims/usage.ts';

/** What is counted. Nothing in it is text that somebody wrote, or the name or id of a person. */
export type TelemetryEvent =
  | { readonly kind: 'call'; readonly call: ModelCall }
  | { readonly kind: 'summary'; readonly quality: Quality }
  | { readonly kind: 'repaired'; readonly claims: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'feedback'; readonly isHelpful: boolean }
  | { readonly kind: 'discord-response'; readonly status: number }
  | { readonly kind: 'discord-rate-limited' };

export type ModelCall = {
  readonly model: string;
  /** Null if the API billed nothing. */
  readonly spent: Spending | null;
  readonly failure: EngineReason | null;
  readonly durationMs: number;
};

/** Values that are read whenever somebody looks. */
export const gaugeNames = ['runs', 'waiting-calls', 'guilds'] as const;
export type GaugeName = (typeof gaugeNames)[number];

/** Measures runs for metrics and traces, where they are switched on. Never changes what a run does. */
export type Telemetry = {
  readonly run: <Result>(feature: Feature, work: () => Promise<Result>) => Promise<Result>;
  /** Measures a step of the current run; without one, nothing is measured. */
  readonly step: <Result>(step: Step, work: () => Promise<Result>) => Promise<Result>;
  /** Null outside of runs, and if they are not traced. */
  readonly traceId: () => string | null;
  readonly count: (event: TelemetryEvent) => void;
  readonly gauge: (name: GaugeName, read: () => number) => void;
};

/** The trace of the current run, to be stored with its summary. */
export function toTrace(telemetry: Telemetry): { readonly traceId?: string } {
  const traceId = telemetry.traceId();
  return traceId === null ? {} : { traceId };
}

export const noTelemetry: Telemetry = {
  run: (_, work) => work(),
  step: (_, work) => work(),
  traceId: () => null,
  count: () => undefined,
  gauge: () => undefined,
};
