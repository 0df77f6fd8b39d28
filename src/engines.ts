import { createHash } from 'node:crypto';
import type { VerdictStore } from './app/again/ports.ts';
import { extractiveEngine } from './app/extractive.ts';
import type { Engine, Judge } from './app/ports.ts';
import { createLongEngine } from './app/windows/engine.ts';
import type { WindowDraftStore } from './app/windows/ports.ts';
import type { ClaudeConfig } from './config.ts';
import type { Logger } from './log.ts';

/** The engine, its fallback, the judge, and sentences about them for the bot's owner. */
export type Engines = {
  readonly engine: Engine;
  readonly fallback?: Engine;
  readonly judge?: Judge;
  readonly notices: readonly string[];
};

/** Where drafts and verdicts are kept for the next summary. */
export type MemoryOptions = {
  readonly drafts?: WindowDraftStore;
  readonly verdicts?: VerdictStore;
  /** The time as an instant. */
  readonly now?: () => string;
};

/** Claude with Highlights as its fallback if there is a key, otherwise Highlights alone. */
export async function connectEngines(
  config: ClaudeConfig,
  log: Logger,
  signal: AbortSignal,
  { drafts, verdicts, now = () => new Date().toISOString() }: MemoryOptions = {},
): Promise<Engines> {
  const { apiKey, baseUrl, model, smallModel, judges } = config;
  if (apiKey === undefined) return { engine: extractiveEngine, notices: [] };
  const { connectClaude, readPrices } = await loadClaude();
  const prices = await readPrices(config.pricesPath);
  const judge = judges ? { judge: toJudgeModel(config) } : {};
  const {
    engine,
    windowWriter,
    judge: connectedJudge,
    ...connected
  } = await connectClaude({ apiKey, baseUrl, model, smallModel, ...judge, prices, log }, signal);
  const long = createLongEngine({
    short: engine,
    writer: windowWriter,
    ...(drafts && { drafts }),
    hash,
    now,
    log,
  });
  const memory = verdicts && { store: verdicts, hash, now };
  return {
    ...connected,
    ...(connectedJudge && { judge: { ...connectedJudge, ...(memory && { memory }) } }),
    engine: long,
    fallback: extractiveEngine,
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The judge alone, where claims are to be judged and there is a key; null otherwise. */
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
  'Quotes, numbers and dates are checked; the wording is not. To have the wording checked too, set ANTHROPIC_API_KEY.';

/** The SDK takes a while to load, and most CLI commands do not need it. */
async function loadClaude() {
  const [{ connectClaude, connectJudge }, { readPrices }] = await Promise.all([
    import('./io/claude/connect.ts'),
    import('./io/claude/models/prices-file.ts'),
  ]);
  return { connectClaude, connectJudge, readPrices };
}
