import { applyFindings } from '../../core/decisions/apply-findings.ts';
import type { ActionItem, Decision } from '../../core/decisions/entry.ts';
import { addMs } from '../../core/time.ts';
import { createBackoff } from '../jobs/backoff.ts';
import type { Job, JobOutcome, JobQueue } from '../jobs/ports.ts';
import { compareDecision } from './compare.ts';
import type { EntryChanges } from './entry-changes.ts';
import { parseJobId, type ScheduleEntryJob } from './entry-jobs.ts';
import type { DecisionPorts } from './ports.ts';
import { postDecision } from './post-decision.ts';

const toRetryAt = createBackoff({ firstMs: 60_000, mostAttempts: 6 });
/** After so many attempts an outage is a long one; what is due is not given up. */
const afterOutageMs = 3_600_000;

/** Compares and posts decisions and sends reminders, when they are due, until it is stopped. */
export function workEntryJobs(
  ports: DecisionPorts,
  changes: EntryChanges,
  schedule: ScheduleEntryJob,
): ReturnType<JobQueue['work']> {
  const { entries, jobs, places, clock } = ports;
  const run = async ({ id: jobId }: Job, signal: AbortSignal): Promise<JobOutcome> => {
    const { kind, guildId, entryId, personId } = parseJobId(jobId);
    const known = await entries.get(guildId, entryId);
    if (known !== null && kind !== 'compare') await places.refresh(known);
    const entry = await entries.get(guildId, entryId);
    if (entry === null) return { next: null };
    if (entry.kind === 'action') {
      return { next: kind === 'remind' ? await remind(entry, personId, changes.change, ports) : null };
    }
    if (kind === 'post') return { next: await postDecision(entry, changes.change, ports) };
    if (kind === 'compare') {
      await compare(entry, changes, ports, signal);
      await schedule('post', entry);
    }
    return { next: null };
  };
  return jobs.work({
    toServer: jobId => parseJobId(jobId).guildId,
    run,
    toRetryAt,
    // A decision that nobody could compare is posted all the same.
    giveUp: async ({ id }) => {
      const { kind, guildId, entryId } = parseJobId(id);
      const entry = await entries.get(guildId, entryId);
      if (entry === null) return { next: null };
      if (kind !== 'compare') return { next: addMs(clock.now(), afterOutageMs) };
      await schedule('post', entry);
      return { next: null };
    },
  });
}

/** Links a decision with the earlier ones that it replaces, or joins it with one that is the same. */
async function compare(
  entry: Decision,
  { exclusively, put }: EntryChanges,
  { entries, settings, judge, log }: DecisionPorts,
  signal: AbortSignal,
): Promise<void> {
  if (judge?.compare === undefined) return;
  const { guildId, id, places } = entry;
  const zone = await settings.zoneOf(guildId);
  const payer = { guildId, personId: null, channelId: places[0] ?? null, feature: 'decisions' } as const;
  const known = await entries.list(guildId);
  const found = await compareDecision(entry, known, { judge, zone, payer, log }, signal);
  await exclusively(guildId, async () => {
    const before = await entries.list(guildId);
    const changed = applyFindings(before, id, found);
    for (const each of changed.put) await put(each, before.find(other => other.id === each.id) ?? null);
    for (const removed of changed.removed) await entries.remove(guildId, removed);
  });
}

/** Returns when to look again, where it is too early: machines have clocks of their own. */
async function remind(
  entry: ActionItem,
  personId: string,
  change: EntryChanges['change'],
  { places, clock }: Pick<DecisionPorts, 'places' | 'clock'>,
): Promise<string | null> {
  const reminder = entry.reminders.find(each => each.personId === personId);
  if (reminder === undefined) return null;
  if (reminder.at > clock.now()) return reminder.at;
  if (entry.done === null) await places.remind(entry, reminder);
  await change(entry.guildId, entry.id, each =>
    each.kind === 'action'
      ? { ...each, reminders: each.reminders.filter(other => other.personId !== personId) }
      : each,
  );
  return null;
}
