import { DateTime } from 'luxon';
import { toOptOutIds } from '../conversation/message.ts';
import { toLatest } from '../order.ts';
import { addMs } from '../time.ts';
import { type LogChanges, toEntryContents } from './apply-summary.ts';
import {
  type Decision,
  type EntrySource,
  type Impact,
  isErased,
  isSameEntry,
  type LogEntry,
  mostContradictions,
  mostPeople,
  type Reminder,
  type Statement,
  withPost,
} from './entry.ts';
import { link, unlink } from './log-input.ts';

export type Findings = {
  readonly replaced: readonly { readonly entryId: string; readonly impacts: readonly Impact[] }[];
  /** The decisions that cannot hold beside it, and that nobody replaced. */
  readonly contradicted: readonly string[];
  readonly sameAs: string | null;
};

/** Links what a comparison of an entry found, or joins two entries. */
export function applyFindings(
  log: readonly LogEntry[],
  id: string,
  { replaced, contradicted, sameAs }: Findings,
  now: string,
): LogChanges {
  const before = new Map(log.map(each => [each.id, each]));
  const after = new Map(before);
  const [entry, same] = [after.get(id), after.get(sameAs ?? '')];
  if (entry?.kind === 'action' && same?.kind === 'action') {
    const { done, reminders, snoozedUntil } = same;
    const joined = {
      ...join(same, entry),
      done: done ?? entry.done,
      // What somebody chose of either stays.
      ...(entry.isOwnerChosen && !same.isOwnerChosen && { ownerId: entry.ownerId, isOwnerChosen: true }),
      snoozedUntil: snoozedUntil ?? entry.snoozedUntil,
      reminders: merge(reminders, entry.reminders, isSameReminder),
    };
    return { put: [joined], removed: [id] };
  }
  if (entry === undefined || entry.kind === 'action') return { put: [], removed: [] };
  for (const { entryId, impacts } of replaced) linkBoth(id, entryId, impacts, after);
  for (const entryId of [...replaced.map(each => each.entryId), ...contradicted]) {
    const other = after.get(entryId);
    if (other?.kind === 'decision') after.set(entryId, withContradiction(other, entry, after, now));
  }
  // What has a post of its own stays, because only its entry can change that.
  const isPosted = entry.kind === 'decision' && entry.post?.sending !== undefined;
  if (
    entry.kind === 'decision' &&
    same?.kind === 'decision' &&
    !(isPosted && same.post?.sending !== undefined)
  ) {
    const [kept, gone] = isPosted ? [entry, same] : [same, entry];
    const isConfirmed = kept.post?.state === 'waiting' && gone.post?.confirmedBy !== undefined;
    after.set(kept.id, {
      ...join(kept, gone),
      followers: merge(kept.followers, gone.followers, (a, b) => a.personId === b.personId),
      contradictedBy: merge(
        kept.contradictedBy,
        gone.contradictedBy,
        (a, b) => a.entryId === b.entryId,
        mostContradictions,
      ),
      // Who follows both is told once.
      reminders: merge(kept.reminders, gone.reminders, isSameReminder),
      ...(isConfirmed && { post: gone.post }),
    });
    after.delete(gone.id);
    unlink(gone.id, after);
    for (const { entryId, impacts } of gone.supersedes) linkBoth(kept.id, entryId, impacts, after);
    for (const laterId of gone.supersededBy) linkBoth(laterId, kept.id, [], after);
  }
  return {
    put: [...after.values()].filter(each => before.get(each.id) !== each),
    removed: [...before.keys()].filter(each => !after.has(each)),
  };
}

function merge<Each>(
  own: readonly Each[],
  others: readonly Each[],
  isSame: (one: Each, other: Each) => boolean,
  most = mostPeople,
): readonly Each[] {
  return [...own, ...others.filter(each => !own.some(one => isSame(one, each)))].slice(0, most);
}

/** Of a person and, for followers, of the same contradiction. */
function isSameReminder(one: Reminder, other: Reminder): boolean {
  return one.personId === other.personId && one.about === other.about;
}

/** The decision with what contradicts it, and a message for each follower if none was about the same messages. */
function withContradiction(
  decision: Decision,
  by: LogEntry,
  entries: ReadonlyMap<string, LogEntry>,
  at: string,
): Decision {
  const { contradictedBy } = decision;
  const isKnown = contradictedBy.some(({ entryId }) => entryId === by.id);
  if (
    isKnown ||
    contradictedBy.length >= mostContradictions ||
    isErased(decision) ||
    decision.post?.state === 'waiting'
  )
    return decision;
  const ids = new Set(by.sources.map(({ messageId }) => messageId));
  const isTold = contradictedBy.some(({ entryId }) =>
    entries.get(entryId)?.sources.some(({ messageId }) => ids.has(messageId)),
  );
  const told = isTold
    ? []
    : decision.followers.map(({ personId, locale }) => ({ personId, locale, at, about: by.id }));
  return {
    ...decision,
    contradictedBy: [...contradictedBy, { entryId: by.id, toldIn: [] }],
    reminders: [...decision.reminders, ...told].slice(0, mostPeople),
  };
}

function linkBoth(
  ownId: string,
  formerId: string,
  impacts: readonly Impact[],
  entries: Map<string, LogEntry>,
): void {
  const [own, former] = [entries.get(ownId), entries.get(formerId)];
  if (own?.kind !== 'decision' || former?.kind !== 'decision' || isErased(former)) return;
  // Some of the messages may have been deleted meanwhile.
  const left = new Set([...own.sources, ...former.sources].map(({ messageId }) => messageId));
  const held = impacts.filter(({ messageIds }) => messageIds.every(each => left.has(each)));
  for (const each of link(own, former, held)) entries.set(each.id, each);
}

/** One entry with the evidence of both; it was settled when the first was. */
function join<Entry extends LogEntry>(entry: Entry, other: Entry): Entry {
  const statements = [...other.statements, ...entry.statements];
  return {
    ...entry,
    ...toEntryContents(statements, [...entry.sources, ...other.sources], [...entry.places, ...other.places]),
    createdAt: toLatest([entry.createdAt, other.createdAt]),
  };
}

/** An entry without the messages of `ids`, which may also be those of channels, threads or people. */
export function forgetMessages(entry: LogEntry, ids: ReadonlySet<string>): LogEntry {
  const isGone = ({ messageId, placeId, authorId = '' }: EntrySource) =>
    [messageId, placeId, ...toOptOutIds(authorId)].some(id => ids.has(id));
  const gone = new Set([...ids, ...entry.sources.filter(isGone).map(({ messageId }) => messageId)]);
  const sources = entry.sources.filter(each => !isGone(each));
  const kept = forgetLinks(entry, ids, gone);
  if (sources.length === entry.sources.length) return isSameEntry(kept, entry) ? entry : kept;
  const statements = entry.statements.flatMap(statement => {
    const cited = statement.cited.filter(({ messageId }) => !gone.has(messageId));
    if (cited.length === 0) return [];
    return cited.length === statement.cited.length
      ? [statement]
      : [{ ...statement, cited, isPartial: true as const }];
  });
  if (sources.length > 0) return { ...kept, sources, statements };
  const bare = { ...kept, sources, statements };
  if (bare.kind === 'action') return { ...bare, ownerId: null, reminders: [] };
  return bare.kind === 'decision' ? { ...bare, followers: [], reminders: [] } : bare;
}

/** An entry without people of `ids` whom it names or who follow it, and without impacts of messages that are gone. */
function forgetLinks(entry: LogEntry, ids: ReadonlySet<string>, gone: ReadonlySet<string>): LogEntry {
  if (entry.kind === 'action')
    return { ...entry, ownerId: ids.has(entry.ownerId ?? '') ? null : entry.ownerId };
  if (entry.kind === 'statement') return entry;
  const isLeft = ({ personId }: { readonly personId: string }) => !ids.has(personId);
  return {
    ...entry,
    supersedes: entry.supersedes.map(({ impacts, ...link }) => ({
      ...link,
      impacts: impacts.filter(({ messageIds }) => !messageIds.some(each => gone.has(each))),
    })),
    followers: entry.followers.filter(isLeft),
    reminders: entry.reminders.filter(isLeft),
  };
}

/** An entry with these messages marked as edited; the same object if it rests on none of them. */
export function markEdited(entry: LogEntry, ids: ReadonlySet<string>): LogEntry {
  if (!entry.sources.some(({ messageId, editedSince }) => ids.has(messageId) && !editedSince)) return entry;
  return {
    ...entry,
    sources: entry.sources.map(each => (ids.has(each.messageId) ? { ...each, editedSince: true } : each)),
  };
}

/** An entry without what a person asked of it or did with it; the same object if there is nothing. */
export function forgetChoices(entry: LogEntry, personId: string): LogEntry {
  const left = unfollow(entry, personId);
  if (left.kind === 'action' && left.done?.by === personId)
    return { ...left, done: { ...left.done, by: null } };
  return withPost(left, post => {
    const { confirmedBy, ...others } = post;
    return confirmedBy === personId ? others : post;
  });
}

/** An entry of which a person is not told any more; the same object if they were not to be told. */
export function unfollow(entry: LogEntry, personId: string): LogEntry {
  if (entry.kind === 'statement') return entry;
  const isOther = (each: { readonly personId: string }) => each.personId !== personId;
  const told = [...entry.reminders, ...(entry.kind === 'decision' ? entry.followers : [])];
  if (told.every(isOther)) return entry;
  const reminders = entry.reminders.filter(isOther);
  return entry.kind === 'action'
    ? { ...entry, reminders }
    : { ...entry, reminders, followers: entry.followers.filter(isOther) };
}

const days = { day: 1, three: 3, week: 7 } as const;
export type Later = keyof typeof days | 'due';

/** People are reminded of a day in the morning. */
const morningHour = 9;

/** The instant that is meant; null if it is over, or if there is no due date. */
export function toLater(later: Later, due: Statement['dueDate'], now: string, zone: string): string | null {
  if (later !== 'due') return addMs(now, days[later] * 24 * 3_600_000);
  if (due === null) return null;
  const day = DateTime.fromISO(due.day, { zone }).minus({ days: due.isBefore ? 1 : 0 });
  const morning = day.set({ hour: morningHour });
  const at = due.at ?? morning.toUTC().toISO() ?? '';
  return at > now ? new Date(at).toISOString() : null;
}
