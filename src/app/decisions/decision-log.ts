import { applySummary, link, toEntryContents, toLatest, unlink } from '../../core/decisions/apply-summary.ts';
import {
  type ActionItem,
  type Decision,
  type EntryPost,
  type Impact,
  isErased,
  type LogEntry,
} from '../../core/decisions/entry.ts';
import { forgetChoices, forgetMessages, markEdited } from '../../core/decisions/forget.ts';
import { type LogInput, toLogInput } from '../../core/decisions/log-input.ts';
import { findCandidates, isEarlier } from '../../core/decisions/similarity.ts';
import { createKeyedMutex, type KeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import type { Job, JobQueue } from '../jobs/ports.ts';
import type { SummaryObserver } from '../observe-summaries.ts';
import type { Clock, Judge, PostedMessage } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { compareDecision, type Findings } from './compare.ts';
import type { EntryPlaces, EntryStore } from './ports.ts';

export type DecisionLogOptions = {
  readonly entries: EntryStore;
  readonly jobs: JobQueue;
  /** For all processes that use the store. */
  readonly exclusively?: KeyedMutex;
  readonly places: EntryPlaces;
  readonly settings: Settings;
  readonly judge?: Judge;
  readonly clock: Clock;
  readonly log: Logger;
  readonly newId: () => string;
};

/** The decisions and tasks of all servers. */
export type DecisionLog = {
  /** Enters what a summary tells; comparing and posting follow later. */
  readonly observe: SummaryObserver;
  readonly list: EntryStore['list'];
  readonly get: EntryStore['get'];
  /** Replaces an entry by `change` of it, one change after the other; null if there is none. */
  readonly change: (
    guildId: string,
    entryId: string,
    change: (entry: LogEntry) => LogEntry,
  ) => Promise<LogEntry | null>;
  /** After messages, channels or threads were deleted, and messages edited. */
  readonly forget: (
    guildId: string,
    changes: { readonly deleted: Iterable<string>; readonly edited: Iterable<string> },
  ) => Promise<void>;
  /** Forgets somebody's messages in all servers. */
  readonly forgetPerson: (personId: string) => Promise<void>;
  /** The entries that somebody confirmed, finished or wants to be reminded of, in all servers. */
  readonly chosenBy: (personId: string) => Promise<readonly LogEntry[]>;
  readonly forgetChoices: (personId: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const retryMs = 60_000;
const mostAttempts = 6;
/** Permissions may have changed by then. */
const withheldMs = 24 * 3_600_000;

/** Keeps the log, and runs its jobs until it is stopped. */
export function startDecisionLog(options: DecisionLogOptions): DecisionLog {
  const { entries, jobs, places, settings, judge, clock, log, newId } = options;
  const lock = options.exclusively ?? createKeyedMutex();
  const exclusively: KeyedMutex = (guildId, change) => lock(`entries-${guildId}`, change);

  const schedule = async (kind: JobKind, { guildId, id }: LogEntry, at = clock.now(), personId = '') => {
    await jobs.schedule([kind, guildId, id, personId].join('_'), at);
  };

  /** Stores a changed entry. Posts that show it otherwise are edited, and reminders are scheduled. */
  const put = async (entry: LogEntry, before: LogEntry | null): Promise<LogEntry> => {
    const isOther = before === null || toShown(before) !== toShown(entry);
    const current = isOther ? toOutdated(entry) : entry;
    await entries.put(current);
    if (current.kind === 'decision') {
      const isConfirmed = toPostState(before) === 'waiting' && toPostState(current) === 'ready';
      if (current !== entry || isConfirmed) await schedule('post', current);
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

  const change: DecisionLog['change'] = (guildId, entryId, work) =>
    exclusively(guildId, async () => {
      const entry = await entries.get(guildId, entryId);
      if (entry === null) return null;
      const changed = work(entry);
      return changed === entry ? entry : put(changed, entry);
    });

  const changeCiting = async (
    guildId: string,
    ids: readonly string[],
    work: (entry: LogEntry) => LogEntry,
  ) => {
    for (const entryId of await entries.citing(guildId, ids)) await change(guildId, entryId, work);
  };

  const enter = async (input: LogInput) => {
    const { guildId, summaryId, claims } = input;
    const isUnknown = claims.length === 0 && (await entries.citing(guildId, [summaryId])).length === 0;
    if (isUnknown) return;
    await exclusively(guildId, async () => {
      const known = await entries.list(guildId);
      const { put: changed, removed, added } = applySummary(known, input, newId);
      const { decisions } = await settings.of(guildId);
      for (const entryId of removed) await entries.remove(guildId, entryId);
      for (const entry of changed) {
        const before = known.find(({ id }) => id === entry.id) ?? null;
        const isRouted = before === null && entry.kind === 'decision' && decisions !== 'off';
        const state = decisions === 'confirm' ? 'waiting' : 'ready';
        const current = isRouted ? { ...entry, post: { state } as const } : entry;
        const ids = current.sources.map(({ messageId }) => messageId);
        const changes = places.changed(ids, input.createdAt);
        await put(markEdited(forgetMessages(current, changes.deleted), changes.edited), before);
      }
      const now = await entries.list(guildId);
      const fresh = now.filter(({ id }) => added.includes(id));
      for (const entry of now) {
        if (entry.kind !== 'decision') continue;
        // A summary of older messages may add what a later decision superseded.
        const earlier = fresh.filter(each => isEarlier(each, entry));
        const isConcerned = earlier.length > 0 && findCandidates(entry, earlier).length > 0;
        if (fresh.includes(entry) || isConcerned) await schedule('compare', entry);
      }
    });
  };

  const compare = async (entry: Decision, signal: AbortSignal) => {
    const { guildId, id, places: placeIds } = entry;
    if (judge?.compare !== undefined) {
      const zone = (await settings.of(guildId)).zone ?? 'UTC';
      const payer = {
        guildId,
        personId: null,
        channelId: placeIds[0] ?? null,
        feature: 'decisions',
      } as const;
      const found = await compareDecision(
        entry,
        await entries.list(guildId),
        { judge, zone, payer, log },
        signal,
      );
      await exclusively(guildId, () => apply(guildId, id, found));
    }
    await schedule('post', entry);
  };

  /** Links what a comparison found, or joins two entries. */
  const apply = async (guildId: string, id: string, { replaced, sameAs }: Findings) => {
    const before = new Map((await entries.list(guildId)).map(each => [each.id, each]));
    const after = new Map(before);
    const [entry, same] = [after.get(id), after.get(sameAs ?? '')];
    if (entry?.kind !== 'decision') return;
    const linkAll = (ownId: string, formerId: string, impacts: readonly Impact[]) => {
      const [own, former] = [after.get(ownId), after.get(formerId)];
      if (own?.kind !== 'decision' || former?.kind !== 'decision' || isErased(former)) return;
      // Some of the messages may have been deleted meanwhile.
      const left = new Set([...own.sources, ...former.sources].map(({ messageId }) => messageId));
      const held = impacts.filter(({ messageIds }) => messageIds.every(each => left.has(each)));
      for (const each of link(own, former, held)) after.set(each.id, each);
    };
    for (const { entryId, impacts } of replaced) linkAll(id, entryId, impacts);
    // What has a post of its own stays, because only its entry can change that.
    if (same?.kind === 'decision' && entry.post?.sending === undefined) {
      after.set(same.id, join(same, entry));
      after.delete(id);
      unlink(id, after);
      for (const { entryId, impacts } of entry.supersedes) linkAll(same.id, entryId, impacts);
      for (const laterId of entry.supersededBy) linkAll(laterId, same.id, []);
    }
    for (const each of after.values())
      if (before.get(each.id) !== each) await put(each, before.get(each.id) ?? null);
    if (!after.has(id)) await entries.remove(guildId, id);
  };

  /** Posts a decision that may be posted, or shows in its post what changed. */
  const post = async (entry: Decision): Promise<string | null> => {
    const { guildId, id } = entry;
    const note = (changes: Partial<EntryPost>) => change(guildId, id, each => withPost(each, changes));
    /** What changed while it was sent is edited at once. */
    const noteShown = async (postedAs: PostedMessage, shown: LogEntry | null) => {
      let isSame = false;
      await change(guildId, id, each => {
        isSame = JSON.stringify(each) === JSON.stringify(shown);
        return withShown(each, postedAs, isSame);
      });
      return isSame ? null : clock.now();
    };
    const own = entry.post;
    if (own === undefined || own.state === 'waiting') return null;
    if (own.postedAs !== undefined) {
      if (!own.isOutdated) return null;
      await places.editPost(entry, own.postedAs);
      return noteShown(own.postedAs, entry);
    }
    const found = own.sending && (await places.findPost(entry, own.sending));
    if (found) return noteShown(found, null);
    const { decisions, decisionChannel: channelId } = await settings.of(guildId);
    if (decisions === 'off' || channelId === undefined || isErased(entry)) return null;
    if (!(await places.mayPost(entry, channelId))) {
      await note({ state: 'withheld' });
      return new Date(Date.parse(clock.now()) + withheldMs).toISOString();
    }
    await note({ sending: { channelId, since: clock.now() } });
    const sent = await entries.get(guildId, id);
    if (sent?.kind !== 'decision') return null;
    return noteShown(await places.post(sent, channelId), sent);
  };

  const remind = async (entry: ActionItem, personId: string) => {
    const reminder = entry.reminders.find(each => each.personId === personId);
    if (reminder === undefined || reminder.at > clock.now()) return;
    if (entry.done === null) await places.remind(entry, reminder);
    await change(entry.guildId, entry.id, each =>
      each.kind === 'action'
        ? { ...each, reminders: each.reminders.filter(other => other.personId !== personId) }
        : each,
    );
  };

  const run = async ({ id: jobId }: Job, signal: AbortSignal) => {
    const { kind, guildId, entryId, personId } = parseJobId(jobId);
    const entry = await entries.get(guildId, entryId);
    if (entry === null) return { next: null };
    if (entry.kind === 'action') {
      if (kind === 'remind') await remind(entry, personId);
      return { next: null };
    }
    if (kind === 'post') return { next: await post(entry) };
    if (kind === 'compare') await compare(entry, signal);
    return { next: null };
  };

  const worker = jobs.work({
    toServer: jobId => parseJobId(jobId).guildId,
    run,
    toRetryAt: ({ attempt }, at) =>
      attempt >= mostAttempts ? null : new Date(Date.parse(at) + retryMs * 2 ** (attempt - 1)).toISOString(),
    // A decision that nobody could compare is posted all the same.
    giveUp: async ({ id }) => {
      const { kind, guildId, entryId } = parseJobId(id);
      const entry = await entries.get(guildId, entryId);
      if (kind === 'compare' && entry !== null) await schedule('post', entry);
      return { next: null };
    },
  });

  const findAll = async (isMeant: (entry: LogEntry) => boolean) => {
    const found: LogEntry[] = [];
    for (const guildId of await entries.guildIds())
      found.push(...(await entries.list(guildId)).filter(isMeant));
    return found;
  };
  const chosenBy = (personId: string) => findAll(entry => forgetChoices(entry, personId) !== entry);

  return {
    list: entries.list,
    get: entries.get,
    change,
    observe: async stored => {
      const isAwaitingReview = stored.needsReview === true && stored.summary.reviewed === undefined;
      const input = stored.isDeleted || isAwaitingReview ? null : toLogInput(stored);
      if (input !== null) await enter(input);
    },
    async forget(guildId, changes) {
      const [deleted, edited] = [new Set(changes.deleted), new Set(changes.edited)];
      if (deleted.size > 0)
        await changeCiting(guildId, [...deleted], entry => forgetMessages(entry, deleted));
      if (edited.size > 0) await changeCiting(guildId, [...edited], entry => markEdited(entry, edited));
    },
    async forgetPerson(personId) {
      const ids = new Set([personId]);
      for (const guildId of await entries.guildIds())
        await changeCiting(guildId, [personId], entry => forgetMessages(entry, ids));
    },
    chosenBy,
    async forgetChoices(personId) {
      for (const { guildId, id } of await chosenBy(personId))
        await change(guildId, id, entry => forgetChoices(entry, personId));
    },
    stop: worker.stop,
  };
}

const jobKinds = ['compare', 'post', 'remind'] as const;
type JobKind = (typeof jobKinds)[number];

/** No id has an underscore. */
function parseJobId(jobId: string) {
  const [kind, guildId = '', entryId = '', personId = ''] = jobId.split('_');
  return { kind: jobKinds.find(each => each === kind), guildId, entryId, personId };
}

function toPostState(entry: LogEntry | null): EntryPost['state'] | undefined {
  return entry?.kind === 'decision' ? entry.post?.state : undefined;
}

function withPost(entry: LogEntry, changes: Partial<EntryPost>): LogEntry {
  if (entry.kind !== 'decision' || entry.post === undefined) return entry;
  return { ...entry, post: { ...entry.post, ...changes } };
}

/** There is a post; it is outdated unless it shows the entry as it is. */
function withShown(entry: LogEntry, postedAs: PostedMessage, isSame: boolean): LogEntry {
  if (entry.kind !== 'decision' || entry.post === undefined) return entry;
  const { isOutdated: _, ...post } = entry.post;
  return { ...entry, post: { ...post, state: 'posted', postedAs, ...(!isSame && { isOutdated: true }) } };
}

/** The same entry if it has no post. */
function toOutdated(entry: LogEntry): LogEntry {
  const isPosted = entry.kind === 'decision' && entry.post?.postedAs !== undefined;
  return isPosted ? withPost(entry, { isOutdated: true }) : entry;
}

/** What a post shows of an entry. */
function toShown(entry: LogEntry): string {
  const { createdAt: _, ...shown } = entry;
  return JSON.stringify({ ...shown, post: null });
}

function hasReminder(entry: LogEntry | null, personId: string, at: string): boolean {
  return (
    entry?.kind === 'action' && entry.reminders.some(each => each.personId === personId && each.at === at)
  );
}

/** One entry with the evidence of both; it was settled when the first was. */
function join(entry: Decision, other: Decision): Decision {
  const statements = [...other.statements, ...entry.statements];
  return {
    ...entry,
    ...toEntryContents(statements, [...entry.sources, ...other.sources], [...entry.places, ...other.places]),
    createdAt: toLatest(entry.createdAt, other.createdAt),
  };
}
