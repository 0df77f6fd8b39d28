import type { LogEntry } from '../../core/decisions/entry.ts';
import type { JobQueue } from '../jobs/ports.ts';
import type { Clock } from '../ports.ts';

const jobKinds = ['compare', 'post', 'remind'] as const;
type JobKind = (typeof jobKinds)[number];

/** Schedules work on an entry; the person is the one to remind. The default time is now. */
export type ScheduleEntryJob = (
  kind: JobKind,
  entry: Pick<LogEntry, 'guildId' | 'id'>,
  at?: string,
  personId?: string,
) => Promise<void>;

export function createEntryScheduler(jobs: JobQueue, clock: Clock): ScheduleEntryJob {
  return (kind, { guildId, id }, at = clock.now(), personId = '') =>
    jobs.schedule([kind, guildId, id, personId].join('_'), at);
}

/** No id has an underscore. */
export function parseJobId(jobId: string) {
  const [kind, guildId = '', entryId = '', personId = ''] = jobId.split('_');
  return { kind: jobKinds.find(each => each === kind), guildId, entryId, personId };
}
