import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../../errors.ts';
import type { Logger } from '../../../log.ts';

type OpenRetryOptions = {
  readonly log: Logger;
  /** After this time the last error is thrown. */
  readonly timeoutMs: number;
};

const firstPauseMs = 250;
const longestPauseMs = 2_000;

/** Opens a store, with retries while it is not yet up or is locked. Throws any other error at once. */
export async function openWithRetry<Opened>(
  open: () => Promise<Opened> | Opened,
  { log, timeoutMs }: OpenRetryOptions,
): Promise<Opened> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await open();
    } catch (error) {
      const isTemporary = error instanceof UserError && error.code === 'store_unavailable';
      if (!isTemporary || performance.now() + pauseMs > endMs) throw error;
      log.warn({ pauseMs }, 'store-open-retry');
      await sleep(pauseMs);
    }
  }
}
