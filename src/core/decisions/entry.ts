import { z } from 'zod';
import { type Stored, storedObject } from '../stored.ts';

const id = z.string().min(1).max(200);
const words = z.string().max(10_000);
const instant = z.iso.datetime({ offset: true });
const quote = storedObject({ start: z.int().nonnegative(), end: z.int().nonnegative(), text: words });

/** The most people who follow an entry or are to be told of it. With more, its record could not be read. */
export const mostPeople = 1_000;
export const mostContradictions = 100;

const source = storedObject({
  messageId: id,
  /** The thread that it is in, otherwise the channel. */
  placeId: id,
  authorId: id.exactOptional(),
  sender: words,
  time: instant,
  text: words,
  url: words.exactOptional(),
  editedSince: z.literal(true).exactOptional(),
});
export type EntrySource = Stored<typeof source>;

const statement = storedObject({
  summaryId: id,
  claimId: id,
  /** The language of the summary, as a BCP 47 tag. */
  language: words,
  text: words,
  topic: words.nullable(),
  speakers: z.array(words).max(100),
  owner: words.nullable(),
  due: words.nullable(),
  /** The day that `due` names, and the instant if it names an hour. */
  dueDate: storedObject({
    day: z.iso.date(),
    at: instant.exactOptional(),
    isBefore: z.literal(true).exactOptional(),
  }).nullable(),
  outcome: z.enum(['approved', 'decided', 'declined']),
  cited: z.array(storedObject({ messageId: id, quote: quote.nullable() })).max(100),
  /** A message that it cited was deleted. */
  isPartial: z.literal(true).exactOptional(),
  /** A reviewer confirmed it, against the check or a dispute. */
  isConfirmed: z.literal(true).exactOptional(),
  /** Somebody whom it cites disputes it. */
  isDisputed: z.literal(true).exactOptional(),
});
export type Statement = Stored<typeof statement>;

const impact = storedObject({
  text: words,
  /** No message says it; it follows from those cited. */
  isImplied: z.boolean(),
  messageIds: z.array(id).max(100),
});
export type Impact = Stored<typeof impact>;

const link = storedObject({
  entryId: id,
  /** Empty if a message behind them was deleted. */
  impacts: z.array(impact).max(10),
});

/** Whether a decision was posted in the log channel. A waiting one has to be confirmed; nobody can find out about an unsure one. */
const post = storedObject({
  state: z.enum(['waiting', 'ready', 'withheld', 'unsure', 'posted']),
  confirmedBy: id.exactOptional(),
  /** Set before it is sent: after a crash the message is looked for from then on. */
  sending: storedObject({ channelId: id, since: instant }).exactOptional(),
  postedAs: storedObject({ channelId: id, messageId: id }).exactOptional(),
  isOutdated: z.literal(true).exactOptional(),
  /** How many changes it does not show; one that comes while it is sent or edited tells the next edit. */
  changes: z.int().nonnegative().exactOptional(),
});
export type EntryPost = Stored<typeof post>;

const reminder = storedObject({
  personId: id,
  at: instant,
  locale: z.string().max(20),
  /** The entry that contradicts a decision that the person follows. */
  about: id.exactOptional(),
  /** Set before it is sent: after a crash the message is looked for from then on, by its words. */
  sending: storedObject({ since: instant, wordsHash: z.string().max(100) }).exactOptional(),
});
export type Reminder = Stored<typeof reminder>;

const follower = storedObject({
  personId: id,
  locale: z.string().max(20),
  /** Older versions kept the ids of messages, deleted ones too. */
  toldOf: z.undefined().optional().catch(undefined),
});

const common = {
  id,
  guildId: id,
  /** The instant of the message that settled or promised it. */
  at: instant,
  /** When the latest summary that contains it was made, as an instant. */
  createdAt: instant,
  /** The channels and threads of all its sources, also of deleted ones. */
  places: z.array(id).max(1_000),
  /** Oldest first. Without any, only the time of the entry is left. */
  sources: z.array(source).max(1_000),
  /** Newest first. */
  statements: z.array(statement).max(100),
  /** It still has to be compared with earlier ones; a decision is posted after that. */
  isUncompared: z.literal(true).exactOptional(),
};

const decision = storedObject({
  ...common,
  kind: z.literal('decision'),
  supersedes: z.array(link).max(100),
  supersededBy: z.array(id).max(100),
  /** Later entries that cannot hold beside it, also if they replace it, and the digests that have said so. */
  contradictedBy: z
    .array(storedObject({ entryId: id, toldIn: z.array(id).max(100) }))
    .max(mostContradictions)
    .default([]),
  /** Who wants a direct message if it is contradicted. */
  followers: z.array(follower).max(mostPeople).default([]),
  reminders: z.array(reminder).max(mostPeople).default([]),
  post: post.exactOptional(),
});
export type Decision = Stored<typeof decision>;

const action = storedObject({
  ...common,
  kind: z.literal('action'),
  /** Null if nobody in the conversation has the owner's name. */
  ownerId: id.nullable(),
  /** A person chose the owner, so no summary changes it. */
  isOwnerChosen: z.boolean(),
  done: storedObject({ at: instant, by: id.nullable() }).nullable(),
  snoozedUntil: instant.nullable(),
  reminders: z.array(reminder).max(mostPeople),
});
export type ActionItem = Stored<typeof action>;

/** What was said and may contradict a decision. It is in no list of its own. */
const told = storedObject({ ...common, kind: z.literal('statement') });
export type ToldStatement = Stored<typeof told>;

/** A decision or an action item of a server, with every claim that states it, or what may contradict a decision. */
export const entrySchema = z.preprocess(
  value => {
    if (typeof value !== 'object' || value === null) return value;
    // Version 0.2.0 stored messages that say a task is done. Their words would outlive them.
    const { proposedBy: _, seenProposals: __, ...entry }: Readonly<Record<string, unknown>> = { ...value };
    return entry;
  },
  z.discriminatedUnion('kind', [decision, action, told]),
);
export type LogEntry = Decision | ActionItem | ToldStatement;
export type ListedEntry = Decision | ActionItem;

export function isSameEntry(one: LogEntry, other: LogEntry | null | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export const decisionStatuses = ['approved', 'decided', 'declined', 'superseded'] as const;
export type DecisionEntryStatus = (typeof decisionStatuses)[number];
export const actionStatuses = ['open', 'done', 'snoozed'] as const;
export type ActionStatus = (typeof actionStatuses)[number];

export function isErased({ sources }: LogEntry): boolean {
  return sources.length === 0;
}

/** Whether somebody disputes a statement of it that cites them. */
export function isDisputedEntry({ statements }: LogEntry): boolean {
  return statements.some(({ isDisputed }) => isDisputed);
}

export function toEntryCitedIds(entry: LogEntry): readonly string[] {
  const others =
    entry.kind !== 'decision'
      ? []
      : entry.supersedes.flatMap(({ impacts }) => impacts.flatMap(({ messageIds }) => messageIds));
  return [...new Set([...entry.sources.map(({ messageId }) => messageId), ...others])];
}

/** The entries that a decision says it is linked with. What contradicts it does not name it in turn. */
export function toLinkIds({ supersedes, supersededBy, contradictedBy }: Decision): readonly string[] {
  const links = [...supersedes, ...contradictedBy].map(({ entryId }) => entryId);
  return [...links, ...supersededBy];
}

/** The statement that is shown: the newest one whose messages all still exist, in the language if there is one. */
export function toShownStatement({ statements }: LogEntry, language?: string): Statement | null {
  const whole = statements.filter(({ isPartial }) => !isPartial);
  return whole.find(each => each.language.split('-')[0] === language) ?? whole[0] ?? statements[0] ?? null;
}

export function toEntryStatus(entry: LogEntry, now: string): DecisionEntryStatus | ActionStatus {
  if (entry.kind !== 'action')
    return entry.kind === 'decision' && entry.supersededBy.length > 0
      ? 'superseded'
      : (toShownStatement(entry)?.outcome ?? 'decided');
  if (entry.done !== null) return 'done';
  return entry.snoozedUntil !== null && entry.snoozedUntil > now ? 'snoozed' : 'open';
}

export function toInvolved(
  entry: LogEntry,
  toName: (source: EntrySource) => string,
): {
  readonly initiator: string;
  readonly involved: readonly string[];
} {
  const [initiator = '', ...involved] = new Set(entry.sources.map(toName));
  return { initiator, involved };
}

/** The same entry if it is not to be posted. */
export function withPost(entry: LogEntry, change: (post: EntryPost) => EntryPost): LogEntry {
  if (entry.kind !== 'decision' || entry.post === undefined) return entry;
  const post = change(entry.post);
  return post === entry.post ? entry : { ...entry, post };
}

/** The same entry if no post shows it. */
export function toOutdated(entry: LogEntry): LogEntry {
  return withPost(entry, post =>
    post.postedAs === undefined && post.sending === undefined
      ? post
      : { ...post, isOutdated: true, changes: (post.changes ?? 0) + 1 },
  );
}

export function isShownAlike(entry: LogEntry, other: LogEntry): boolean {
  return toShown(entry) === toShown(other);
}

function toShown(entry: LogEntry): string {
  const { createdAt: _, ...shown } = entry;
  const contradictedBy = entry.kind === 'decision' && entry.contradictedBy.map(({ entryId }) => entryId);
  const unseen = { post: null, isUncompared: null, followers: null, reminders: null };
  return JSON.stringify({ ...shown, contradictedBy, ...unseen });
}

export function isOpen(entry: LogEntry): entry is ActionItem {
  return entry.kind === 'action' && entry.done === null;
}

/** Whether people are still told of it by direct message. */
export function isTold(entry: LogEntry): entry is ListedEntry {
  return entry.kind === 'decision' || isOpen(entry);
}

/** Whether a task is somebody's, or they wrote a message behind it. */
export function isOwnTask(
  { ownerId, sources }: Pick<ActionItem, 'ownerId' | 'sources'>,
  personId: string,
): boolean {
  return ownerId === personId || sources.some(({ authorId }) => authorId === personId);
}

/** When there is work: at the first reminder of a decision or open task; null if none. Edits go first: they may remove deleted words. */
export function toNextWork(entry: LogEntry): string | null {
  const post = entry.kind === 'decision' ? entry.post : undefined;
  if (post?.isOutdated) return 'post';
  if (isErased(entry)) return null;
  if (entry.isUncompared) return 'compare';
  const reminder = isTold(entry) ? entry.reminders.map(({ at }) => at).sort()[0] : undefined;
  const isUnposted = post !== undefined && post.state !== 'waiting' && post.postedAs === undefined;
  return reminder ?? (isUnposted ? 'post' : null);
}

/** The part of an entry for somebody who can read these places; null if none. A claim is shown only with all of its messages. */
export function toVisibleEntry<Entry extends LogEntry>(
  entry: Entry,
  isReadable: (placeId: string) => boolean,
): Entry | null {
  if (entry.places.every(isReadable)) return entry;
  const sources = entry.sources.filter(({ placeId }) => isReadable(placeId));
  const ids = new Set(sources.map(({ messageId }) => messageId));
  const statements = entry.statements.filter(({ cited }) =>
    cited.every(({ messageId }) => ids.has(messageId)),
  );
  if (statements.length === 0) return null;
  const cited = new Set(statements.flatMap(each => each.cited.map(({ messageId }) => messageId)));
  return { ...entry, sources: sources.filter(({ messageId }) => cited.has(messageId)), statements };
}
