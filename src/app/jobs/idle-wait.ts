export type IdleWait = {
  /** How many people are waiting for a summary. */
  readonly countRuns: () => number;
  readonly nowMs: () => number;
  /** Resolves after this time, or when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const checkMs = 500;
const longestWaitMs = 120_000;

/**
 * Waits while people wait for summaries, until the job is two minutes late. On a busy bot, somebody always waits: two
 * minutes for each job would let only thirty an hour run.
 */
export async function waitForIdle(
  { countRuns, nowMs, sleep }: IdleWait,
  dueAt: string,
  signal: AbortSignal,
): Promise<void> {
  const untilMs = Date.parse(dueAt) + longestWaitMs;
  while (!signal.aborted && countRuns() > 0 && nowMs() < untilMs) await sleep(checkMs, signal);
}
