import { setTimeout as sleep } from 'node:timers/promises';

/** How fast answers come. */
export type Pace = {
  /** From the request to the first byte; default 0. */
  readonly firstByteMs: number;
  /** How long the thinking block stays open; default 0. */
  readonly thinkingMs: number;
  /** Null, the default, is as fast as possible. */
  readonly tokensPerSecond: number | null;
  /** How often a ping is sent while nothing else is; default 15 seconds. */
  readonly pingEveryMs: number;
};

/** The pace where nothing else is said. */
export const fastest: Pace = { firstByteMs: 0, thinkingMs: 0, tokensPerSecond: null, pingEveryMs: 15_000 };

/** Waits, and says whether the whole time passed; false when the signal ended it. */
export async function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (ms <= 0) return true;
  // The only way for a timer to fail is its signal.
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}

/** Waits until the signal says that nobody listens any more. */
export function waitForEnd(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}
