import type { Usage } from '../../../core/claims/summary.ts';
import type { CallEnding } from '../call/call.ts';
import { type Prices, toCostUsd } from './prices.ts';

/** The usage of all calls of a draft; null if the API reported none. */
export function toUsage(
  endings: readonly CallEnding[],
  { model, prices }: { readonly model: string; readonly prices: Prices },
  durationMs: number,
): Usage | null {
  const billed = endings.flatMap(each => (each.tokens === null ? [] : [{ ...each, tokens: each.tokens }]));
  if (billed.length === 0) return null;
  const sum = (count: (tokens: (typeof billed)[number]['tokens']) => number) =>
    billed.reduce((total, { tokens }) => total + count(tokens), 0);
  // An interrupted answer does not report its output tokens, so its cost is unknown.
  const costs = billed.map(each =>
    each.isBilled ? toCostUsd(each.model ?? model, each.tokens, prices) : null,
  );
  return {
    inputTokens: sum(({ input, cacheWrite, cacheRead }) => input + cacheWrite + cacheRead),
    cachedTokens: sum(({ cacheRead }) => cacheRead),
    outputTokens: sum(({ output }) => output),
    costUsd: costs.reduce<number | null>(
      (total, cost) => (total === null || cost === null ? null : total + cost),
      0,
    ),
    durationMs,
  };
}
