const longestMs = 5;

/** When work that asks `isTurnOver` began in this turn of the event loop; null before any did. */
let begunAt: number | null = null;

/**
 * Whether such work has taken 5 ms in this turn of the event loop. What arrives at once, for many calls, would be one
 * piece otherwise.
 */
export function isTurnOver(): boolean {
  if (begunAt !== null) return performance.now() - begunAt >= longestMs;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return false;
}
