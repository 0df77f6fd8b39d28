import {
  type Decision,
  isErased,
  isShownAlike,
  type LogEntry,
  toOutdated,
} from '../../core/decisions/entry.ts';
import { createKeyedMutex, type KeyedMutex } from '../../keyed-mutex.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import type { Clock } from '../ports.ts';
import { isSettingsUnreadable, type Settings } from '../settings.ts';
import type { EntryStore } from './ports.ts';

const jobKinds = ['compare', 'post', 'remind'] as const;

/** Schedules work on an entry; the person is the one to remind. The default time is now. */
export type ScheduleEntryJob = (
  kind: (typeof jobKinds)[number],
  entry: Pick<LogEntry, 'guildId' | 'id'>,
  at?: string,
  personId?: string,
) => Promise<void>;

export function createEntryScheduler(
  jobs: JobQueue,
  clock: Clock,
  how: 'schedule' | 'ensure' = 'schedule',
): ScheduleEntryJob {
  return (kind, { guildId, id }, at = clock.now(), personId = '') =>
    jobs[how]([kind, guildId, id, personId].join('_'), at);
}

/** No id has an underscore. */
export function parseJobId(jobId: string) {
  const [kind, guildId = '', entryId = '', personId = ''] = jobId.split('_');
  return { kind: jobKinds.find(each => each === kind), guildId, entryId, personId };
}

/** Creates the lost jobs of the entries of a server that wait for one. */
export function createEnsureEntryJobs(
  entries: Pick<EntryStore, 'list'>,
  settings: Pick<Settings, 'of'>,
  ensure: ScheduleEntryJob,
): (guildId: string) => Promise<void> {
  return async guildId => {
    const waiting = (await entries.list(guildId)).filter(isWaiting);
    if (waiting.length === 0) return;
    const isPosting = await postsDecisions(guildId, settings);
    for (const entry of waiting) {
      if (entry.kind === 'action')
        for (const { personId, at } of entry.reminders) await ensure('remind', entry, at, personId);
      else if (entry.isUncompared) await ensure('compare', entry);
      else if (isPosting || entry.post?.isOutdated) await ensure('post', entry);
    }
  };
}

/** Not with unreadable settings, which must not keep the jobs of others from being created. */
async function postsDecisions(guildId: string, settings: Pick<Settings, 'of'>): Promise<boolean> {
  try {
    const { decisions, decisionChannel } = await settings.of(guildId);
    return decisions !== 'off' && decisionChannel !== undefined;
  } catch (error) {
    if (isSettingsUnreadable(error)) return false;
    throw error;
  }
}

/** Of an entry whose messages are all gone, only a post is left to be edited. */
function isWaiting(entry: LogEntry): boolean {
  if (entry.kind === 'action') return entry.reminders.length > 0;
  const { post, isUncompared } = entry;
  if (isErased(entry)) return post?.isOutdated === true;
  const awaitsPost = post !== undefined && post.state !== 'waiting' && (!post.postedAs || post.isOutdated);
  return isUncompared === true || awaitsPost === true;
}

/** Changes of stored entries, and the jobs that follow from them. */
export type EntryChanges = ReturnType<typeof createEntryChanges>;

export function createEntryChanges(
  entries: EntryStore,
  schedule: ScheduleEntryJob,
  lock: KeyedMutex = createKeyedMutex(),
) {
  /** Runs changes of the same server one after the other. */
  const exclusively: KeyedMutex = (guildId, work) => lock(`entries-${guildId}`, work);

  /** Stores a changed entry; only within `exclusively`. Posts that show it otherwise are edited, and reminders are scheduled. */
  const put = async (entry: LogEntry, before: LogEntry | null): Promise<LogEntry> => {
    const isOther = before === null || !isShownAlike(before, entry);
    const current = isOther ? toOutdated(entry) : entry;
    await entries.put(current);
    if (current.kind === 'action') {
      const known = before?.kind === 'action' ? before.reminders : [];
      for (const { personId, at } of current.reminders)
        if (!known.some(each => each.personId === personId && each.at === at))
          await schedule('remind', current, at, personId);
      return current;
    }
    const wasWaiting = before?.kind === 'decision' && before.post?.state === 'waiting';
    const isConfirmed = wasWaiting && current.post?.state === 'ready';
    if (current !== entry || isConfirmed) await schedule('post', current);
    if (isOther && before !== null) await refreshLinked(current);
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
    /** Changes the entries that rest on any of these ids. */
    async changeCiting(guildId: string, ids: readonly string[], work: (entry: LogEntry) => LogEntry) {
      for (const entryId of await entries.citing(guildId, ids)) await change(guildId, entryId, work);
    },
  };
}
