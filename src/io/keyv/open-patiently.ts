import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';

export type Patience = {
  readonly log: Logger;
  /** After this long the last failure stands. */
  readonly timeoutMs: number;
};

const firstPauseMs = 250;
const longestPauseMs = 2_000;

/** Opens a store that may not be up yet, or is locked for a moment; any other failure stands at once. */
export async function openPatiently<Opened>(
  open: () => Promise<Opened> | Opened,
  { log, timeoutMs }: Patience,
): Promise<Opened> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await open();
    } catch (error) {
      const isPassing = error instanceof UserError && error.code === 'store_unavailable';
      if (!isPassing || performance.now() + pauseMs > endMs) throw error;
      log.warn({ pauseMs }, 'store-awaited');
      await sleep(pauseMs);
    }
  }
}
