import { hash } from 'node:crypto';
import type { DerivedStore } from './app/again/ports.ts';
import { createExtractiveEngine, createWorkerHighlights, extractiveEngine } from './app/extractive.ts';
import type { SharedBudget } from './app/limits-ports.ts';
import type { Engine, Judge, WorkerTasks } from './app/ports.ts';
import type { Meter } from './app/usage/ports.ts';
import { createLongEngine } from './app/windows/engine.ts';
import type { ClaudeConfig } from './config.ts';
import type { UnpricedCaps } from './core/usage/usage.ts';
import type { ClaudeOptions } from './io/claude/connect.ts';
import type { Logger } from './log.ts';

/** The engine, its fallback, the judge, and sentences about them for the bot's owner. */
export type Engines = {
  readonly engine: Engine;
  readonly fallback?: Engine;
  readonly judge?: Judge;
  readonly notices: readonly string[];
};

/** What the bot has and the CLI has not. */
type LongOptions = {
  /** Without it, no drafts of windows and no verdicts are kept for the next summary. */
  readonly derived?: DerivedStore;
  /** The time as an instant. */
  readonly now?: () => string;
  readonly meter?: Meter;
  readonly sharedBudgetOf?: (model: string) => SharedBudget;
  /** Without it, no cap holds. */
  readonly unpricedCaps?: UnpricedCaps;
  /** Without them, long conversations hold up the main thread. */
  readonly threads?: WorkerTasks;
  readonly telemetry?: ClaudeOptions['telemetry'];
  readonly tracerProvider?: ClaudeOptions['tracerProvider'];
};

/** Claude with Highlights as its fallback if there is a key, otherwise Highlights alone. */
export async function connectEngines(
  config: ClaudeConfig,
  log: Logger,
  signal: AbortSignal,
  {
    derived,
    meter,
    sharedBudgetOf,
    threads,
    unpricedCaps = { monthlyTokens: 0, isRefused: false },
    telemetry,
    tracerProvider,
    now = () => new Date().toISOString(),
  }: LongOptions = {},
): Promise<Engines> {
  const { apiKey, baseUrl, model, smallModel, judges } = config;
  const highlights = threads
    ? createExtractiveEngine(createWorkerHighlights(threads), threads)
    : extractiveEngine;
  if (apiKey === undefined) return { engine: highlights, notices: [] };
  const { connectClaude, checkPrices, readPrices } = await loadClaude();
  const prices = await readPrices(config.pricesPath);
  const judge = judges ? { judge: toJudgeModel(config) } : {};
  const {
    engine,
    windowWriter,
    judge: connectedJudge,
    ...connected
  } = await connectClaude(
    {
      apiKey,
      baseUrl,
      model,
      smallModel,
      ...judge,
      prices,
      log,
      ...(meter && { meter }),
      ...(telemetry && { telemetry }),
      ...(tracerProvider && { tracerProvider }),
      ...(sharedBudgetOf && { sharedBudgetOf }),
    },
    signal,
  );
  const unpriced = checkPrices([model, smallModel], prices, unpricedCaps).filter(
    ({ level }) => level !== 'ok',
  );
  const long = createLongEngine(
    { short: engine, writer: windowWriter, ...(derived && { drafts: derived }), hash: toHash, now, log },
    threads,
  );
  const notices = [...connected.notices, ...unpriced.map(({ text }) => text)];
  const memory = derived && { store: derived, hash: toHash, now };
  return {
    ...connected,
    ...(connectedJudge && { judge: { ...connectedJudge, ...(memory && { memory }) } }),
    engine: long,
    fallback: highlights,
    notices,
  };
}

/** Whether the price of each model that is called is known. */
export async function hasPrices({ apiKey, model, smallModel, pricesPath }: ClaudeConfig): Promise<boolean> {
  if (apiKey === undefined) return true;
  const { findUnpriced, readPrices } = await import('./io/claude/prices.ts');
  return findUnpriced([model, smallModel], await readPrices(pricesPath)).length === 0;
}

/** Only the judge, if it is on and there is a key; otherwise null. */
export async function connectJudgeAlone(
  config: ClaudeConfig,
  log: Logger,
  signal: AbortSignal,
): Promise<{ readonly judge: Judge | null; readonly notices: readonly string[] }> {
  const { apiKey, baseUrl, judges } = config;
  if (!judges) return { judge: null, notices: [] };
  if (apiKey === undefined) return { judge: null, notices: [judgeWithoutKey] };
  const { connectJudge, readPrices } = await loadClaude();
  const prices = await readPrices(config.pricesPath);
  return connectJudge({ apiKey, baseUrl, judge: toJudgeModel(config), prices, log }, signal);
}

/** The model that judges. */
export function toJudgeModel({ smallModel }: ClaudeConfig) {
  return { model: smallModel, setting: 'FOOTNOTE_MODEL_SMALL' } as const;
}

const judgeWithoutKey =
  'Quotes are checked. The wording is not: numbers, units and dates may belong to something else. To have it checked too, set ANTHROPIC_API_KEY.';

/** The SDK takes a while to load, and most CLI commands do not need it. */
async function loadClaude() {
  const [connect, prices] = await Promise.all([
    import('./io/claude/connect.ts'),
    import('./io/claude/prices.ts'),
  ]);
  return { ...connect, ...prices };
}

function toHash(text: string): string {
  return hash('sha256', text);
}
