import { type Logger, toLoggedError } from '../log.ts';
import type { StoredSummary, SummaryStore } from './ports.ts';

/** Called with each summary that was stored, and after each later change of it. */
export type SummaryObserver = (stored: StoredSummary) => Promise<void>;

/** A store whose `put` also calls the observers, one after the other. Their failures are logged, never thrown. */
export function observeSummaries(
  store: SummaryStore,
  observers: readonly SummaryObserver[],
  log: Logger,
): SummaryStore {
  return {
    ...store,
    async put(stored) {
      await store.put(stored);
      for (const observe of observers)
        await observe(stored).catch((error: unknown) =>
          log.warn({ summary: stored.summary.id, ...toLoggedError(error) }, 'summary-observer-failed'),
        );
    },
  };
}
