import { toRangeDays, type UsageEntry, withEntry } from '../../core/usage/usage.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import type { UsageDay, UsageStore } from './ports.ts';

/** What other processes add is seen after at most this long. */
const reloadMs = 10_000;

/**
 * What was used this month: as stored, and what this process added since it was read. While the store is away, only what
 * this process has seen counts.
 */
export function createMonthUsage(store: UsageStore, now: () => string, log: Logger) {
  const exclusively = createKeyedMutex();
  const months = new Map<string, { loadedMs: number; readonly days: Map<string, UsageDay> }>();
  let unsaved: readonly (readonly [ownerId: string, day: string, entry: UsageEntry])[] = [];

  const addTo = (days: Map<string, UsageDay>, day: string, entry: UsageEntry) => {
    const before = days.get(day) ?? [];
    if (before !== 'unreadable') days.set(day, withEntry(before, entry));
  };

  return {
    /** Reads the days of an owner, unless it did so lately. */
    load: (ownerId: string, zone: string): Promise<void> =>
      exclusively(ownerId, async () => {
        const loadedMs = performance.now();
        if (loadedMs - (months.get(ownerId)?.loadedMs ?? Number.NEGATIVE_INFINITY) < reloadMs) return;
        try {
          const days = new Map(await store.get(ownerId, toRangeDays('month', now(), zone)));
          for (const [owner, day, entry] of unsaved) if (owner === ownerId) addTo(days, day, entry);
          months.set(ownerId, { loadedMs, days });
        } catch (error) {
          log.warn(toLoggedError(error), 'usage-read-failed');
        }
      }),
    /** As they were loaded. */
    days: (ownerId: string): ReadonlyMap<string, UsageDay> => months.get(ownerId)?.days ?? new Map(),
    /** What could not be saved is saved with the next call. */
    add: (ownerId: string, day: string, entry: UsageEntry): Promise<void> =>
      exclusively(ownerId, async () => {
        const days = months.get(ownerId)?.days;
        if (days) addTo(days, day, entry);
        const late = unsaved.filter(([owner]) => owner === ownerId);
        unsaved = unsaved.filter(([owner]) => owner !== ownerId);
        for (const each of [...late, [ownerId, day, entry] as const])
          await store.add(...each).catch(() => {
            unsaved = [...unsaved, each];
          });
      }),
    /** Has everything read again when it is needed. */
    expire: () => {
      for (const month of months.values()) month.loadedMs = Number.NEGATIVE_INFINITY;
    },
  };
}
