import type { Usage } from './summary.ts';

/** Adds two usages; the cost is unknown if either is. */
export function addUsage(first: Usage | null, second: Usage | null): Usage | null {
  if (first === null || second === null) return first ?? second;
  const reusedVerdicts = (first.reusedVerdicts ?? 0) + (second.reusedVerdicts ?? 0);
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    cachedTokens: first.cachedTokens + second.cachedTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    costUsd: first.costUsd === null || second.costUsd === null ? null : first.costUsd + second.costUsd,
    durationMs: first.durationMs + second.durationMs,
    ...(reusedVerdicts > 0 && { reusedVerdicts }),
    ...((first.isShared || second.isShared) && { isShared: true }),
  };
}
