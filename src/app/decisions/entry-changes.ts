import {
  isShownAlike,
  type LogEntry,
  toLinkIds,
  toNextWork,
  toOutdated,
} from '../../core/decisions/entry.ts';
import { createKeyedMutex, type KeyedMutex } from '../../keyed-mutex.ts';
import type { JobQueue } from '../jobs.ts';
import type { Clock } from '../ports.ts';
import type { EntryStore } from './ports.ts';

/** Schedules the next work on an entry, if there is any. There is one job for each; its record says what is to be done. */
export function createEntryScheduler(jobs: JobQueue, clock: Clock, how: 'schedule' | 'ensure' = 'schedule') {
  return async (entry: LogEntry): Promise<void> => {
    const work = toNextWork(entry);
    const dueAt = work === 'compare' || work === 'post' ? clock.now() : work;
    if (dueAt !== null) await jobs[how](`entry_${entry.guildId}_${entry.id}`, dueAt);
  };
}

/** No id has an underscore. Null for a job of version 0.2.0: what it was for is ensured at each start. */
export function parseJobId(jobId: string): { readonly guildId: string; readonly entryId: string } | null {
  const [name, guildId = '', entryId = ''] = jobId.split('_');
  return name === 'entry' ? { guildId, entryId } : null;
}

export type EntryChanges = ReturnType<typeof createEntryChanges>;

export function createEntryChanges(
  entries: EntryStore,
  schedule: (entry: LogEntry) => Promise<void>,
  lock: KeyedMutex = createKeyedMutex(),
) {
  /** Runs changes of the same server one after the other. */
  const exclusively: KeyedMutex = (guildId, work) => lock(`entries-${guildId}`, work);

  /** Stores a changed entry, and schedules the work that follows from it; only within `exclusively`. */
  const put = async (entry: LogEntry, before: LogEntry | null): Promise<LogEntry> => {
    const isOther = before === null || !isShownAlike(before, entry);
    const current = isOther ? toOutdated(entry) : entry;
    await entries.put(current);
    // A job that changes its entry must not make itself due again.
    if (before === null || toNextWork(before) !== toNextWork(current)) await schedule(current);
    if (isOther && before !== null && current.kind !== 'action') await refreshLinked(current);
    return current;
  };

  /** The posts of linked decisions show this one too. */
  const refreshLinked = async (entry: LogEntry) => {
    const { guildId, id } = entry;
    const own = entry.kind === 'decision' ? toLinkIds(entry) : [];
    for (const linkedId of new Set([...own, ...(await entries.citing(guildId, [id]))])) {
      const linked = await entries.get(guildId, linkedId);
      if (linked?.kind === 'decision' && (own.includes(linkedId) || toLinkIds(linked).includes(id)))
        await put(toOutdated(linked), linked);
    }
  };

  /** Replaces an entry by `work` of it; null if there is none. */
  const change = (guildId: string, entryId: string, work: (entry: LogEntry) => LogEntry) =>
    exclusively(guildId, async () => {
      const entry = await entries.get(guildId, entryId);
      if (entry === null) return null;
      const changed = work(entry);
      return changed === entry ? entry : put(changed, entry);
    });

  return {
    exclusively,
    put,
    change,
    async changeCiting(guildId: string, ids: readonly string[], work: (entry: LogEntry) => LogEntry) {
      for (const entryId of await entries.citing(guildId, ids)) await change(guildId, entryId, work);
    },
  };
}
