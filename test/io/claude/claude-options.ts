import type { Claude } from '../../../demo/claude/claude.ts';
import { builtInPrices } from '../../../src/io/claude/prices.ts';

/** Both models, at the stand-in. */
export function toClaudeOptions({ apiKey, url }: Pick<Claude, 'apiKey' | 'url'>) {
  return {
    apiKey,
    baseUrl: url,
    model: 'claude-sonnet-5-5',
    smallModel: 'claude-haiku-5-5',
    judges: true,
    prices: builtInPrices,
  } as const;
}
