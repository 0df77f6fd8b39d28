import { setTimeout as sleep } from 'node:timers/promises';

/** The speed of answers. */
export type Pace = {
  /** Time from the request to the first byte; default 0. */
  readonly firstByteMs: number;
  /** Time for the thinking block; default 0. */
  readonly thinkingMs: number;
  /** Null, the default, means as fast as possible. */
  readonly tokensPerSecond: number | null;
  /** The interval of pings while nothing else is sent; default 15 seconds. */
  readonly pingEveryMs: number;
};

/** The default pace. */
export const fastest: Pace = { firstByteMs: 0, thinkingMs: 0, tokensPerSecond: null, pingEveryMs: 15_000 };

/** Waits; false if the signal ended the wait. */
export async function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (ms <= 0) return true;
  // Only the signal can make the timer fail.
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}

/** Waits until the signal is aborted. */
export function waitForEnd(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}
