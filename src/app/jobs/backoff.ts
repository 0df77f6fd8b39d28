import { addMs } from '../../core/time.ts';
import type { JobWork } from './ports.ts';

/** Retries after pauses that double, up to the longest; gives up after that many attempts. */
export function createBackoff({
  firstMs,
  longestMs = Number.POSITIVE_INFINITY,
  mostAttempts = Number.POSITIVE_INFINITY,
}: {
  readonly firstMs: number;
  readonly longestMs?: number;
  readonly mostAttempts?: number;
}): JobWork['toRetryAt'] {
  return ({ attempt }, at) =>
    attempt >= mostAttempts ? null : addMs(at, Math.min(firstMs * 2 ** (attempt - 1), longestMs));
}
