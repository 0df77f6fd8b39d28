import type { Logger } from '../../log.ts';
import type { Backend } from './backends/backend.ts';
import { toReason } from './records.ts';

/** Overwritten and erased text is removed from the disk within a second. */
const flushDelayMs = 400;
const retryDelayMs = 1_000;

/** Flushes a backend shortly after a write, once for all writes in between. */
export function createDelayedFlush(backend: Pick<Backend, 'flush'>, log: Logger) {
  let waiting: NodeJS.Timeout | undefined;
  let isClosed = false;
  const flushIn = (ms: number) => {
    if (isClosed) return;
    waiting ??= setTimeout(() => void flush(), ms).unref();
  };
  const flush = async () => {
    waiting = undefined;
    const isDone = await backend.flush().catch((error: unknown) => {
      log.warn({ reason: toReason(error) }, 'store-flush-failed');
      return false;
    });
    if (!isDone) flushIn(retryDelayMs);
  };
  return {
    flushSoon: () => flushIn(flushDelayMs),
    close: () => {
      isClosed = true;
      clearTimeout(waiting);
    },
  };
}
