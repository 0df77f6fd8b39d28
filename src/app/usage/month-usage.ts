import { toRangeDays, type UsageEntry, withEntry } from '../../core/usage/usage.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import type { UsageDay, UsageStore } from './ports.ts';

type Days = ReadonlyMap<string, UsageDay>;

/** What was used this month: as stored, and what this process added since it was read. */
export type MonthUsage = {
  /** Reads the days of an owner, which can then be asked for without waiting. */
  readonly load: (ownerId: string, zone: string) => Promise<() => Days>;
  /** What could not be saved is saved with the next call. */
  readonly add: (ownerId: string, day: string, entry: UsageEntry) => Promise<void>;
  /** Reads everything again when it is needed. */
  readonly clear: () => void;
};

type Month = { readonly loadedMs: number; readonly days: Map<string, UsageDay> };

function addTo(days: Map<string, UsageDay>, day: string, entry: UsageEntry): void {
  const before = days.get(day) ?? [];
  if (before !== 'unreadable') days.set(day, withEntry(before, entry));
}

/** What other processes add is seen after at most this long. */
const reloadMs = 10_000;

/** While the store is away, only what this process has seen counts. */
export function createMonthUsage(store: UsageStore, now: () => string, log: Logger): MonthUsage {
  const exclusively = createKeyedMutex();
  const months = new Map<string, Month>();
  let unsaved: { readonly ownerId: string; readonly day: string; readonly entry: UsageEntry }[] = [];

  const read = (ownerId: string, zone: string): Promise<Days> =>
    exclusively(ownerId, async () => {
      const known = months.get(ownerId);
      const nowMs = performance.now();
      if (known && nowMs - known.loadedMs < reloadMs) return known.days;
      try {
        const days = new Map(await store.get(ownerId, toRangeDays('month', now(), zone)));
        for (const each of unsaved) if (each.ownerId === ownerId) addTo(days, each.day, each.entry);
        months.set(ownerId, { loadedMs: nowMs, days });
        return days;
      } catch (error) {
        log.warn({ name: error instanceof Error ? error.name : '' }, 'usage-read-failed');
        return known?.days ?? new Map<string, UsageDay>();
      }
    });

  const save = async (ownerId: string, day: string, entry: UsageEntry) => {
    try {
      await store.add(ownerId, day, entry);
      return true;
    } catch {
      return false;
    }
  };

  return {
    async load(ownerId, zone) {
      const loaded = await read(ownerId, zone);
      return () => months.get(ownerId)?.days ?? loaded;
    },
    add: (ownerId, day, entry) =>
      exclusively(ownerId, async () => {
        const days = months.get(ownerId)?.days;
        if (days) addTo(days, day, entry);
        const late = unsaved.filter(each => each.ownerId === ownerId);
        unsaved = unsaved.filter(each => each.ownerId !== ownerId);
        for (const each of [...late, { ownerId, day, entry }])
          if (!(await save(each.ownerId, each.day, each.entry))) unsaved.push(each);
      }),
    clear: () => months.clear(),
  };
}
