import { isAwaitingReview } from '../../core/claims/review.ts';
import { forgetChoices, forgetMessages, markEdited } from '../../core/decisions/apply-findings.ts';
import { applySummary } from '../../core/decisions/apply-summary.ts';
import type { LogEntry } from '../../core/decisions/entry.ts';
import { type LogInput, toLogInput } from '../../core/decisions/log-input.ts';
import { findCandidates, isEarlier } from '../../core/decisions/search.ts';
import type { DecisionMode } from '../../core/settings.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import { toLoggedError } from '../../log.ts';
import { keepEnsured } from '../jobs.ts';
import { isSettingsUnreadable, type Settings } from '../settings.ts';
import type { StoredSummary } from '../store-ports.ts';
import { createEntryChanges, createEntryScheduler, type EntryChanges } from './entry-changes.ts';
import type { DecisionPorts } from './ports.ts';
import { workEntryJobs } from './work-entry-jobs.ts';

/** Longer than for digests, because a server has many entries. */
const ensureEveryMs = 60 * 60_000;

type DecisionLogOptions = DecisionPorts & {
  readonly exclusively?: KeyedMutex | undefined;
  readonly newId: () => string;
};

export type DecisionLog = ReturnType<typeof startDecisionLog>;

/** Keeps the log, and runs its jobs until it is stopped. */
export function startDecisionLog(options: DecisionLogOptions) {
  const { entries, jobs, clock, exclusively, log } = options;
  const schedule = createEntryScheduler(jobs, clock);
  const changes = createEntryChanges(entries, schedule, exclusively);
  const { change, changeCiting } = changes;
  const worker = workEntryJobs(options, changes);
  const ensure = createEntryScheduler(jobs, clock, 'ensure');
  const ensuring = keepEnsured({
    onReconnect: jobs.onReconnect,
    guildIds: entries.guildIds,
    // Creates the lost jobs of the entries that wait for one.
    ensure: async guildId => {
      for (const entry of await entries.list(guildId)) await ensure(entry);
    },
    everyMs: ensureEveryMs,
    clock,
    log,
  });

  /** The entries that somebody confirmed, finished or wants to be reminded of, in all servers. */
  const chosenBy = async (personId: string) => {
    const found: LogEntry[] = [];
    for (const guildId of await entries.guildIds()) {
      const own = await entries.list(guildId);
      found.push(...own.filter(entry => forgetChoices(entry, personId) !== entry));
    }
    return found;
  };

  return {
    list: entries.list,
    get: entries.get,
    change,
    /** Adds the entries of a summary, which are compared and posted later; none of an answer. A failure is only logged. */
    observe: async (stored: StoredSummary) => {
      const input =
        stored.isDeleted || isAwaitingReview(stored) || stored.summary.question !== undefined
          ? null
          : toLogInput(stored);
      await (input && enter(input, options, changes))?.catch((error: unknown) =>
        log.warn({ summary: stored.summary.id, ...toLoggedError(error) }, 'decisions-unentered'),
      );
    },
    /** After messages, channels or threads were deleted, and messages edited. */
    async forget(
      guildId: string,
      given: { readonly deleted: Iterable<string>; readonly edited: Iterable<string> },
    ): Promise<void> {
      const [deleted, edited] = [new Set(given.deleted), new Set(given.edited)];
      if (deleted.size > 0)
        await changeCiting(guildId, [...deleted], entry => forgetMessages(entry, deleted));
      if (edited.size > 0) await changeCiting(guildId, [...edited], entry => markEdited(entry, edited));
    },
    async forgetPerson(personId: string): Promise<void> {
      const ids = new Set([personId]);
      for (const guildId of await entries.guildIds())
        await changeCiting(guildId, [personId], entry => forgetMessages(entry, ids));
    },
    chosenBy,
    async forgetChoices(personId: string): Promise<void> {
      for (const { guildId, id } of await chosenBy(personId))
        await change(guildId, id, entry => forgetChoices(entry, personId));
    },
    stop: async () => void (await Promise.all([ensuring.stop(), worker.stop()])),
  };
}

/** Enters the claims of a summary, and has new decisions compared with earlier ones. */
async function enter(
  input: LogInput,
  { entries, settings, places, judge, newId }: DecisionLogOptions,
  { exclusively, put }: EntryChanges,
): Promise<void> {
  const { guildId, summaryId } = input;
  // Without a judge, nobody could tell what contradicts a decision.
  const claims = input.claims.filter(({ kind }) => kind !== 'statement' || judge?.compare !== undefined);
  const isUnknown = claims.length === 0 && (await entries.citing(guildId, [summaryId])).length === 0;
  if (isUnknown) return;
  await exclusively(guildId, async () => {
    const known = await entries.list(guildId);
    const { put: changed, removed } = applySummary(known, { ...input, claims }, newId);
    const decisions = await findMode(guildId, settings);
    for (const entryId of removed) await entries.remove(guildId, entryId);
    for (const entry of changed) {
      const before = known.find(({ id }) => id === entry.id) ?? null;
      const isPosted = entry.kind === 'decision' && before === null && decisions !== 'off';
      const current: LogEntry = {
        ...entry,
        ...(before === null && { isUncompared: true }),
        ...(isPosted && { post: { state: decisions === 'confirm' ? 'waiting' : 'ready' } }),
      };
      const ids = current.sources.map(({ messageId }) => messageId);
      const changes = places.changed(ids, input.createdAt);
      await put(markEdited(forgetMessages(current, changes.deleted), changes.edited), before);
    }
    const added = changed.filter(({ id }) => !known.some(each => each.id === id));
    // A summary may be of older messages than those before it: what came after them is compared again.
    for (const entry of await entries.list(guildId)) {
      const earlier = entry.isUncompared ? [] : added.filter(each => isEarlier(each, entry));
      if (earlier.length > 0 && findCandidates(entry, earlier).length > 0)
        await put({ ...entry, isUncompared: true }, entry);
    }
  });
}

/** Without a channel, and with unreadable settings, decisions are entered and not posted. */
async function findMode(guildId: string, settings: Pick<Settings, 'of'>): Promise<DecisionMode> {
  try {
    const { decisions, decisionChannel } = await settings.of(guildId);
    return decisionChannel === undefined ? 'off' : decisions;
  } catch (error) {
    if (isSettingsUnreadable(error)) return 'off';
    throw error;
  }
}
