import { applyFindings, unfollow } from '../../core/decisions/apply-findings.ts';
import {
  type Decision,
  type EntryPost,
  isErased,
  isSameEntry,
  isTold,
  type ListedEntry,
  type LogEntry,
  type Reminder,
  toNextWork,
  withPost,
} from '../../core/decisions/entry.ts';
import { findCandidates } from '../../core/decisions/search.ts';
import { addMs } from '../../core/time.ts';
import type { JobQueue, JobWork } from '../jobs.ts';
import type { PostedMessage } from '../store-ports.ts';
import { compareEntry } from './compare.ts';
import { type EntryChanges, parseJobId } from './entry-changes.ts';
import type { DecisionPorts } from './ports.ts';

const retries = { firstMs: 60_000, mostAttempts: 6 };
/** The interval of attempts after the last one; entries that are due are never given up. */
const afterOutageMs = 3_600_000;

/** Compares and posts decisions and sends reminders, when they are due, until it is stopped. */
export function workEntryJobs(ports: DecisionPorts, changes: EntryChanges): ReturnType<JobQueue['work']> {
  const { entries, jobs, places, clock } = ports;
  const find = async (jobId: string) => {
    const named = parseJobId(jobId);
    return named && entries.get(named.guildId, named.entryId);
  };
  const run: JobWork['run'] = async ({ id }, signal) => {
    const known = await find(id);
    if (known !== null && toNextWork(known) === 'compare') return compare(known, changes, ports, signal);
    if (known !== null) await places.refresh(known);
    const entry = known && (await find(id));
    if (!entry || entry.kind === 'statement') return null;
    // Deleted words go first.
    const isOutdated = entry.kind === 'decision' && entry.post?.isOutdated === true;
    const nextReminder = isOutdated ? null : await remindAll(entry, changes.change, ports);
    if (entry.kind === 'action') return nextReminder;
    const current = await entries.get(entry.guildId, entry.id);
    const nextPost = current?.kind === 'decision' ? await postDecision(current, changes.change, ports) : null;
    return toEarliest([nextReminder, nextPost]);
  };
  return jobs.work({
    toServer: jobId => parseJobId(jobId)?.guildId ?? '',
    run,
    retries,
    giveUp: async ({ id }) => {
      const entry = await find(id);
      if (entry === null) return null;
      // A decision that nobody could compare is posted all the same.
      if (toNextWork(entry) === 'compare') await changes.change(entry.guildId, entry.id, toCompared);
      return addMs(clock.now(), afterOutageMs);
    },
  });
}

function toCompared(entry: LogEntry): LogEntry {
  if (!entry.isUncompared) return entry;
  const { isUncompared: _, ...compared } = entry;
  return compared;
}

/** Links a decision with those it replaces, or joins an entry with the same one. When to compare again; null if never. */
async function compare(
  entry: LogEntry,
  { exclusively, put, change }: EntryChanges,
  { entries, settings, judge, clock, log }: DecisionPorts,
  signal: AbortSignal,
): Promise<string | null> {
  const { guildId, id, places } = entry;
  if (judge?.compare === undefined) {
    await change(guildId, id, toCompared);
    return null;
  }
  const zone = await settings.zoneOf(guildId);
  const payer = { guildId, personId: null, channelId: places[0] ?? null, feature: 'decisions' } as const;
  const known = await entries.list(guildId);
  const found = await compareEntry(entry, known, { judge, zone, payer, log }, signal);
  return exclusively(guildId, async () => {
    const before = await entries.list(guildId);
    const changed = applyFindings(before, id, found, clock.now());
    for (const each of changed.put) await put(each, before.find(other => other.id === each.id) ?? null);
    for (const removed of changed.removed) await entries.remove(guildId, removed);
    // Entered while the model was asked.
    const missed = before.filter(each => !known.some(other => other.id === each.id));
    const current = await entries.get(guildId, id);
    if (current !== null && findCandidates(entry, missed).length > 0) return clock.now();
    if (current !== null) await put(toCompared(current), current);
    return null;
  });
}

/** Permissions may have changed by then. */
const lookAgainMs = 24 * 3_600_000;

/** Posts a decision that may be posted, or edits its post. When to look again; null if never. */
async function postDecision(
  entry: Decision,
  change: EntryChanges['change'],
  { entries, places, settings, clock, log }: DecisionPorts,
): Promise<string | null> {
  const { guildId, id, post } = entry;
  const note = (changes: Partial<EntryPost>) =>
    change(guildId, id, each =>
      withPost(each, ({ isOutdated: _, changes: __, ...before }) => ({ ...before, ...changes })),
    );
  /** What changed while it was sent is edited at once. */
  const noteShown = async (postedAs: PostedMessage, shown: LogEntry | null) => {
    let isSame = false;
    await change(guildId, id, each => {
      isSame = isSameEntry(each, shown);
      return withPost(each, ({ isOutdated: _, changes = 0, ...before }) => ({
        ...before,
        state: 'posted',
        postedAs,
        ...(!isSame && { isOutdated: true, changes }),
      }));
    });
    return isSame ? null : clock.now();
  };
  if (post === undefined || post.state === 'waiting') return null;
  if (post.postedAs !== undefined) {
    if (!post.isOutdated) return null;
    await places.editPost(entry, post.postedAs);
    return noteShown(post.postedAs, entry);
  }
  const found = post.sending && (await places.findPost(entry, post.sending));
  if (found === 'unreadable') {
    // It may be there: a second post would be worse than none.
    log.warn({ guild: guildId, entry: id, channel: post.sending?.channelId }, 'decision-post-unsure');
    await note({ state: 'unsure' });
    return addMs(clock.now(), lookAgainMs);
  }
  if (found) return noteShown(found, null);
  const { decisions, decisionChannel: channelId } = await settings.of(guildId);
  // Nothing was posted, so nothing is outdated.
  if (isErased(entry)) await note({});
  if (decisions === 'off' || channelId === undefined || isErased(entry)) return null;
  if (!(await places.mayPost(entry, channelId))) {
    await note({ state: 'withheld' });
    return addMs(clock.now(), lookAgainMs);
  }
  await note({ state: 'ready', sending: { channelId, since: clock.now() } });
  const sent = await entries.get(guildId, id);
  if (sent?.kind !== 'decision') return null;
  return noteShown(await places.post(sent, channelId), sent);
}

function toEarliest(times: readonly (string | null)[]): string | null {
  return times.filter(each => each !== null).sort()[0] ?? null;
}

/** Sends what is due. Returns when to look again, because machines have clocks of their own; null if nothing is left. */
async function remindAll(
  entry: ListedEntry,
  change: EntryChanges['change'],
  ports: DecisionPorts,
): Promise<string | null> {
  const { settings, clock } = ports;
  const due = isTold(entry) ? entry.reminders.filter(({ at }) => at <= clock.now()) : [];
  if (due.length === 0) {
    if (toNextWork(entry) === 'compare') return clock.now();
    return isTold(entry) ? toEarliest(entry.reminders.map(({ at }) => at)) : null;
  }
  // Rejects while they are unreadable: they may forbid what is read or shown.
  await settings.of(entry.guildId);
  const sent = await Promise.allSettled(
    due.map(async reminder => {
      const isSettled = await sendOnce(entry, reminder, change, ports);
      const left = isSettled ? null : { ...reminder, at: addMs(clock.now(), lookAgainMs) };
      // What was done meanwhile may be opened again.
      await change(entry.guildId, entry.id, each =>
        isTold(each) ? withReminder(each, reminder, left) : each,
      );
    }),
  );
  const failed = sent.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return null;
}

/** Notes that the reminder is being sent, then sends it; looks for it first if that was noted before. False if it cannot. */
async function sendOnce(
  entry: ListedEntry,
  reminder: Reminder,
  change: EntryChanges['change'],
  { places, clock, log }: Pick<DecisionPorts, 'places' | 'clock' | 'log'>,
): Promise<boolean> {
  const found = reminder.sending && (await places.findReminder(reminder, reminder.sending));
  if (found === 'unreadable') {
    // It may be there: a second reminder would be worse than none.
    log.warn({ guild: entry.guildId, entry: entry.id }, 'reminder-unsure');
    return false;
  }
  if (found) return true;
  const text = await places.writeReminder(entry, reminder);
  if (text === null) return true;
  const sending = { since: clock.now(), wordsHash: text.wordsHash };
  const noted = await change(entry.guildId, entry.id, each =>
    withReminder(each, reminder, { ...reminder, sending }),
  );
  // Otherwise it was done, or the person changed their mind, meanwhile.
  if (!noted || !isTold(noted) || !noted.reminders.some(each => isSameReminder(each, reminder))) return true;
  // Somebody who takes no direct messages no longer follows the decision.
  if (!(await places.sendReminder(entry, reminder, text)) && entry.kind === 'decision')
    await change(entry.guildId, entry.id, each => unfollow(each, reminder.personId));
  return true;
}

function withReminder(entry: LogEntry, reminder: Reminder, changed: Reminder | null): LogEntry {
  if (entry.kind === 'statement') return entry;
  const reminders = entry.reminders.flatMap(each =>
    isSameReminder(each, reminder) ? (changed ?? []) : [each],
  );
  return { ...entry, reminders };
}

function isSameReminder(one: Reminder, { personId, at, about }: Reminder): boolean {
  return one.personId === personId && one.at === at && one.about === about;
}
