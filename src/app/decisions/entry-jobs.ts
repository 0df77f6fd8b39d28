import { awaitsPost, isErased, type LogEntry } from '../../core/decisions/entry.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import type { Clock } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { EntryStore } from './ports.ts';

const jobKinds = ['compare', 'post', 'remind'] as const;
type JobKind = (typeof jobKinds)[number];

/** Schedules work on an entry; the person is the one to remind. The default time is now. */
export type ScheduleEntryJob = (
  kind: JobKind,
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

/** Creates the lost jobs of all entries that wait for one. */
export async function ensureEntryJobs(
  entries: EntryStore,
  settings: Settings,
  ensure: ScheduleEntryJob,
): Promise<void> {
  for (const guildId of await entries.guildIds()) {
    const waiting = (await entries.list(guildId)).filter(isWaiting);
    if (waiting.length === 0) continue;
    const { decisions, decisionChannel } = await settings.of(guildId);
    const isPosting = decisions !== 'off' && decisionChannel !== undefined;
    for (const entry of waiting) {
      if (entry.kind === 'action')
        for (const { personId, at } of entry.reminders) await ensure('remind', entry, at, personId);
      else if (entry.isUncompared) await ensure('compare', entry);
      else if (isPosting || entry.post?.isOutdated) await ensure('post', entry);
    }
  }
}

/** Of an entry whose messages are all gone, only a post is left to be edited. */
function isWaiting(entry: LogEntry): boolean {
  if (entry.kind === 'action') return entry.reminders.length > 0;
  if (isErased(entry)) return entry.post?.isOutdated === true;
  return entry.isUncompared === true || awaitsPost(entry);
}

/** No id has an underscore. */
export function parseJobId(jobId: string) {
  const [kind, guildId = '', entryId = '', personId = ''] = jobId.split('_');
  return { kind: jobKinds.find(each => each === kind), guildId, entryId, personId };
}
