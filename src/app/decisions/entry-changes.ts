import {
  type Decision,
  isConfirmedNow,
  isShownAlike,
  type LogEntry,
  toOutdated,
} from '../../core/decisions/entry.ts';
import { createKeyedMutex, type KeyedMutex } from '../../keyed-mutex.ts';
import type { ScheduleEntryJob } from './entry-jobs.ts';
import type { EntryStore } from './ports.ts';

/** Changes of stored entries, and the jobs that follow from them. */
export type EntryChanges = {
  /** Runs changes of the same server one after the other. */
  readonly exclusively: KeyedMutex;
  /** Stores a changed entry; only within `exclusively`. */
  readonly put: (entry: LogEntry, before: LogEntry | null) => Promise<LogEntry>;
  /** Replaces an entry by `work` of it; null if there is none. */
  readonly change: (
    guildId: string,
    entryId: string,
    work: (entry: LogEntry) => LogEntry,
  ) => Promise<LogEntry | null>;
  /** Changes the entries that rest on any of these ids. */
  readonly changeCiting: (
    guildId: string,
    ids: readonly string[],
    work: (entry: LogEntry) => LogEntry,
  ) => Promise<void>;
};

export function createEntryChanges(
  entries: EntryStore,
  schedule: ScheduleEntryJob,
  lock: KeyedMutex = createKeyedMutex(),
): EntryChanges {
  const exclusively: KeyedMutex = (guildId, work) => lock(`entries-${guildId}`, work);

  /** Posts that show it otherwise are edited, and reminders are scheduled. */
  const put: EntryChanges['put'] = async (entry, before) => {
    const isOther = before === null || !isShownAlike(before, entry);
    const current = isOther ? toOutdated(entry) : entry;
    await entries.put(current);
    if (current.kind === 'decision') {
      if (current !== entry || isConfirmedNow(before, current)) await schedule('post', current);
      if (isOther && before !== null) await refreshLinked(current);
      return current;
    }
    for (const { personId, at } of current.reminders)
      if (!hasReminder(before, personId, at)) await schedule('remind', current, at, personId);
    return current;
  };

  /** The posts of linked decisions show this one too. */
  const refreshLinked = async ({ guildId, supersedes, supersededBy }: Decision) => {
    for (const id of [...supersedes.map(({ entryId }) => entryId), ...supersededBy]) {
      const linked = await entries.get(guildId, id);
      const outdated = linked && toOutdated(linked);
      if (outdated === null || outdated === linked) continue;
      await entries.put(outdated);
      await schedule('post', outdated);
    }
  };

  const change: EntryChanges['change'] = (guildId, entryId, work) =>
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
    async changeCiting(guildId, ids, work) {
      for (const entryId of await entries.citing(guildId, ids)) await change(guildId, entryId, work);
    },
  };
}

function hasReminder(entry: LogEntry | null, personId: string, at: string): boolean {
  return (
    entry?.kind === 'action' && entry.reminders.some(each => each.personId === personId && each.at === at)
  );
}
