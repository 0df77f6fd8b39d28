import { createExtractiveEngine, createWorkerHighlights, extractiveEngine } from './app/extractive.ts';
import { findFault } from './app/grade/grade.ts';
import type { Engine, Judge, JudgeRequest, StoredGrade } from './app/ports.ts';
import { createLongEngine } from './app/windows/engine.ts';
import type { WorkerTasks } from './app/worker-tasks.ts';
import type { ClaudeConfig } from './config.ts';
import type { UnpricedCaps } from './core/claims/usage.ts';
import type { ClaudeOptions } from './io/claude/connect.ts';
import type { Logger } from './log.ts';

export type Engines = {
  readonly engine: Engine;
  readonly fallback?: Engine | undefined;
  readonly judge?: Judge | undefined;
  readonly notices: readonly string[];
};

/** The last grade of a judge; never rejects. */
type GradeOf = (place: string) => Promise<StoredGrade | null>;

/** What the bot has and the CLI has not, except `gradeOf`. */
type LongOptions = Pick<ClaudeOptions, 'meter' | 'sharedBudgetOf' | 'telemetry' | 'tracerProvider'> & {
  readonly gradeOf?: GradeOf | undefined;
  /** Without it, no cap holds. */
  readonly unpricedCaps?: UnpricedCaps | undefined;
  /** Without them, long conversations hold up the main thread. */
  readonly workers?: WorkerTasks | undefined;
};

/** Claude with Highlights as its fallback if there is a key, otherwise Highlights alone. */
export async function connectEngines(
  config: ClaudeConfig,
  log: Logger,
  signal: AbortSignal,
  { gradeOf, workers, unpricedCaps = { monthlyTokens: 0, isRefused: false }, ...options }: LongOptions = {},
): Promise<Engines> {
  const { apiKey, provider, pricesPath, ...models } = config;
  const highlights = workers
    ? createExtractiveEngine(createWorkerHighlights(workers), workers)
    : extractiveEngine;
  if (apiKey === undefined) return { engine: highlights, notices: [] };
  const { connectClaude, checkPrices, loadProvider, readPrices } = await loadClaude();
  const prices = await readPrices(pricesPath);
  const Provider = await loadProvider(provider);
  const { engine, windowWriter, judge, notices } = await connectClaude(
    { ...models, ...options, apiKey, Provider, prices, log },
    signal,
  );
  const checked = checkPrices([models.model, models.smallModel], prices, unpricedCaps);
  const unpriced = checked.filter(({ level }) => level !== 'ok');
  const long = createLongEngine({ short: engine, writer: windowWriter, log }, workers);
  return {
    judge: await withFault(judge, config, gradeOf),
    engine: long,
    fallback: highlights,
    notices: [...notices, ...unpriced.map(({ text }) => text)],
  };
}

export async function hasPrices({ apiKey, model, smallModel, pricesPath }: ClaudeConfig): Promise<boolean> {
  if (apiKey === undefined) return true;
  const { findUnpriced, readPrices } = await import('./io/claude/prices.ts');
  return findUnpriced([model, smallModel], await readPrices(pricesPath)).length === 0;
}

export async function connectJudgeAlone(
  config: ClaudeConfig,
  log: Logger,
  signal: AbortSignal,
  gradeOf?: GradeOf,
): Promise<Pick<Engines, 'judge' | 'notices'>> {
  const address = config.judges ? await toJudgeAddress(config) : undefined;
  if (address === undefined) return { notices: [] };
  const { connectJudge, readPrices } = await loadClaude();
  const prices = await readPrices(config.pricesPath);
  const { judge, ...rest } = await connectJudge(
    { ...address, model: config.smallModel, prices, log },
    signal,
  );
  return { ...rest, judge: await withFault(judge, config, gradeOf) };
}

/** The judge with the fault that summaries name. */
async function withFault(
  judge: Judge | undefined,
  config: ClaudeConfig,
  gradeOf?: GradeOf,
): Promise<Judge | undefined> {
  const grade = judge && (await gradeOf?.(toJudgePlace(config)));
  return judge && grade ? { ...judge, fault: findFault(grade) } : judge;
}

export async function estimateJudging(
  config: ClaudeConfig,
  requests: readonly JudgeRequest[],
): Promise<number | null> {
  const [claude, { readPrices }] = await Promise.all([
    import('./io/claude/judge.ts'),
    import('./io/claude/prices.ts'),
  ]);
  return claude.estimateJudging(requests, config.smallModel, await readPrices(config.pricesPath));
}

/** Names the judge and its endpoint; a grade holds only for both. */
export function toJudgePlace({ baseUrl, provider, smallAddress, smallModel }: ClaudeConfig): string {
  return [smallAddress ? '' : provider, smallAddress?.baseUrl ?? baseUrl, smallModel].join(' ');
}

/** Where the judge is; undefined if there is no key for it. */
export async function toJudgeAddress({ apiKey, baseUrl, provider, smallAddress }: ClaudeConfig) {
  if (smallAddress !== undefined) return smallAddress;
  if (apiKey === undefined) return undefined;
  const { loadProvider } = await import('./io/claude/client.ts');
  return { apiKey, baseUrl, Provider: await loadProvider(provider) };
}

/** The SDK takes a while to load, and most CLI commands do not need it. */
async function loadClaude() {
  const [connect, client, prices] = await Promise.all([
    import('./io/claude/connect.ts'),
    import('./io/claude/client.ts'),
    import('./io/claude/prices.ts'),
  ]);
  return { ...connect, ...client, ...prices };
}
