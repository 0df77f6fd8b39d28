import { extractiveEngine } from './app/extractive.ts';
import type { Engine } from './app/ports.ts';
import type { ClaudeConfig } from './config.ts';
import type { Logger } from './log.ts';

/** Who writes, who writes where that fails, and what whoever runs this should know about it. */
export type Engines = {
  readonly engine: Engine;
  readonly fallback?: Engine;
  readonly notices: readonly string[];
};

/** Claude with the quotes of code behind it where there is a key, else the quotes of code alone. */
export async function connectEngines(
  { apiKey, baseUrl, model, pricesPath }: ClaudeConfig,
  log: Logger,
  signal: AbortSignal,
): Promise<Engines> {
  if (apiKey === undefined) return { engine: extractiveEngine, notices: [] };
  // The SDK takes a while to load, and most commands of the shell need it not.
  const [{ connectClaude }, { readPrices }] = await Promise.all([
    import('./io/claude/connect.ts'),
    import('./io/claude/prices-file.ts'),
  ]);
  const prices = await readPrices(pricesPath);
  const { engine, notices } = await connectClaude({ apiKey, baseUrl, model, prices, log }, signal);
  return { engine, fallback: extractiveEngine, notices };
}
