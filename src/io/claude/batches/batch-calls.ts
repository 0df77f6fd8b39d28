import type { Logger } from '../../../log.ts';
import { toFailure } from '../call/failure.ts';
import { createTimeLimit } from '../call/time-limit.ts';

export const answerWithinMs = 60_000;

/** The options of one call about a batch. */
export function toCallOptions(signal: AbortSignal): { readonly signal: AbortSignal } {
  return { signal: createTimeLimit(signal, answerWithinMs).signal };
}

export function logBatchFailure(log: Logger, name: string, batchId: string | null, error: unknown): void {
  const { reason, status, requestId } = toFailure(error);
  log.warn({ batch: batchId, reason, status, requestId }, name);
}
