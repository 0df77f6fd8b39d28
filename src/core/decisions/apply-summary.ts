import { compare } from '../order.ts';
import {
  type ActionItem,
  type Decision,
  type EntrySource,
  isErased,
  isSameEntry,
  type LogEntry,
  type Statement,
} from './entry.ts';
import { type LogClaim, type LogInput, link, unlink } from './log-input.ts';
import { isEarlier, isSaidBefore, statesEntry } from './search.ts';

/** What a summary changes in the log. */
export type LogChanges = {
  readonly put: readonly LogEntry[];
  readonly removed: readonly string[];
  /** The ids of new entries. */
  readonly added: readonly string[];
};

const mostStatements = 10;

/**
 * Adds the claims of a summary to the log. Idempotent: the same summary again changes nothing, a changed one changes only
 * its own statements. A claim that says the same as an entry about the same messages is added to that entry.
 */
export function applySummary(log: readonly LogEntry[], input: LogInput, newId: () => string): LogChanges {
  const before = new Map(log.map(entry => [entry.id, entry]));
  const entries = new Map(before);
  const added: string[] = [];
  // A change is added after what it changed, and links need both ends.
  const linked: (readonly [string, LogClaim])[] = [];
  for (const claim of input.claims.toSorted(compareClaims)) {
    const kind = toEntryKind(claim, entries);
    if (kind === null) continue;
    const known = findEntry(entries, kind, claim, input);
    const entry = known ? withStatement(known, claim, input) : toEntry(kind, claim, input, newId());
    entries.set(entry.id, entry);
    if (!known) added.push(entry.id);
    linked.push([entry.id, claim]);
  }
  for (const [id, claim] of linked) linkBefore(id, claim, entries);
  const removed = withdraw(entries, input);
  for (const claim of input.claims) if (claim.kind === 'resolved') settleActions(claim, entries, input);
  return {
    put: [...entries.values()].filter(entry => !isSameEntry(entry, before.get(entry.id))),
    removed,
    added: added.filter(id => entries.has(id)),
  };
}

/** Decisions and tasks first, then changes in the order in which they were settled. */
function compareClaims(one: LogClaim, other: LogClaim): number {
  const toKey = (claim: LogClaim) => `${claim.kind === 'change'} ${toSettledAt(claim)}`;
  return compare(toKey(one), toKey(other));
}

/** A change is a decision if what it changed was one. */
function toEntryKind(claim: LogClaim, entries: ReadonlyMap<string, LogEntry>): LogEntry['kind'] | null {
  if (claim.kind === 'decision' || claim.kind === 'action') return claim.kind;
  return claim.kind === 'change' && findBefore(claim, entries).length > 0 ? 'decision' : null;
}

function findEntry(
  entries: ReadonlyMap<string, LogEntry>,
  kind: LogEntry['kind'],
  claim: LogClaim,
  { summaryId }: LogInput,
): LogEntry | undefined {
  const { statement } = claim;
  const own = [...entries.values()].filter(entry => entry.kind === kind);
  const isOwn = (each: Statement) => each.summaryId === summaryId && each.claimId === statement.claimId;
  const known = own.find(({ statements }) => statements.some(isOwn));
  if (known) return known;
  const former: readonly LogEntry[] = findBefore(claim, entries);
  return own.find(entry => !former.includes(entry) && statesEntry(entry, statement));
}

function toEntry(kind: LogEntry['kind'], claim: LogClaim, input: LogInput, id: string): LogEntry {
  const { guildId, createdAt } = input;
  const { statement, sources, ownerId } = claim;
  const common = { id, guildId, createdAt, ...toEntryContents([statement], sources) };
  if (kind === 'decision') return { ...common, kind, supersedes: [], supersededBy: [] };
  const open = { done: null, proposedBy: [], seenProposals: [], snoozedUntil: null, reminders: [] };
  return { ...common, kind, ownerId, isOwnerChosen: false, ...open };
}

function withStatement(entry: LogEntry, claim: LogClaim, { createdAt }: LogInput): LogEntry {
  const { statement, ownerId } = claim;
  const isOwn = (each: Statement) =>
    each.summaryId === statement.summaryId && each.claimId === statement.claimId;
  const isKnown = entry.statements.some(isOwn);
  const sources = [...entry.sources, ...claim.sources];
  const times = new Map(sources.map(({ messageId, time }) => [messageId, time]));
  const toSaidAt = ({ cited }: Statement) => toLatest(...cited.map(each => times.get(each.messageId) ?? ''));
  const statements = (
    isKnown
      ? entry.statements.map(each => (isOwn(each) ? statement : each))
      : [statement, ...entry.statements]
  )
    .toSorted((a, b) => compare(toSaidAt(b), toSaidAt(a)))
    .slice(0, mostStatements);
  const changed = {
    ...toEntryContents(statements, sources, entry.places),
    createdAt: toLatest(createdAt, entry.createdAt),
  };
  if (entry.kind === 'decision') return { ...entry, ...changed };
  const isNewest = statements[0] === statement;
  return { ...entry, ...changed, ...(isNewest && !entry.isOwnerChosen && { ownerId }) };
}

export function toLatest(...instants: readonly string[]): string {
  return instants.toSorted().at(-1) ?? '';
}

/** The parts of an entry that follow from its statements. It was settled with the last message of the first one. */
export function toEntryContents(
  statements: readonly Statement[],
  known: readonly EntrySource[],
  places: readonly string[] = [],
): Pick<LogEntry, 'at' | 'places' | 'sources' | 'statements'> {
  const byId = new Map(known.map(source => [source.messageId, source]));
  const cited = new Set(statements.flatMap(each => each.cited.map(({ messageId }) => messageId)));
  const sources = [...byId.values()]
    .filter(({ messageId }) => cited.has(messageId))
    .sort((a, b) => compare(a.time, b.time));
  const settled = statements.flatMap(each => {
    const times = each.cited.flatMap(({ messageId }) => byId.get(messageId)?.time ?? []);
    return times.sort().at(-1) ?? [];
  });
  return {
    at: settled.sort()[0] ?? '',
    places: [...new Set([...places, ...sources.map(({ placeId }) => placeId)])],
    sources,
    statements: [...statements],
  };
}

/** Removes what the summary no longer claims. Claims that it lost to a deleted message stay, without that message. */
function withdraw(
  entries: Map<string, LogEntry>,
  { summaryId, claims, deletedClaims }: LogInput,
): readonly string[] {
  const current = new Set(claims.map(({ statement }) => statement.claimId));
  const removed: string[] = [];
  for (const entry of [...entries.values()]) {
    const statements = entry.statements.filter(
      each => each.summaryId !== summaryId || current.has(each.claimId) || deletedClaims.has(each.claimId),
    );
    if (statements.length === entry.statements.length) continue;
    const isPosted = entry.kind === 'decision' && entry.post?.sending !== undefined;
    if (statements.length === 0 && !isPosted) {
      entries.delete(entry.id);
      removed.push(entry.id);
    } else {
      const contents = toEntryContents(statements, entry.sources, entry.places);
      entries.set(entry.id, { ...entry, ...contents, at: contents.at || entry.at });
    }
  }
  for (const id of removed) unlink(id, entries);
  return removed;
}

function toSettledAt({ sources }: LogClaim): string {
  return toLatest(...sources.map(({ time }) => time));
}

/**
 * The earlier decisions that a claim gives as what held before: by their messages, or in their words about the same
 * place, because the range of a summary may begin after the decision that was changed.
 */
function findBefore(claim: LogClaim, entries: ReadonlyMap<string, LogEntry>): readonly Decision[] {
  const settledAt = toSettledAt(claim);
  const { before, beforeText, sources, statement } = claim;
  const places = new Set(sources.map(({ placeId }) => placeId));
  return [...entries.values()].flatMap(entry => {
    if (entry.kind !== 'decision' || entry.at >= settledAt) return [];
    const isCited = entry.sources.some(({ messageId }) => before.includes(messageId));
    const isSaid =
      beforeText !== null &&
      entry.places.some(id => places.has(id)) &&
      isSaidBefore(entry, beforeText, statement.language);
    return isCited || isSaid ? [entry] : [];
  });
}

function linkBefore(id: string, claim: LogClaim, entries: Map<string, LogEntry>): void {
  for (const former of findBefore(claim, entries)) {
    const own = entries.get(id);
    if (own?.kind !== 'decision' || !isEarlier(former, own)) continue;
    const { impacts = [] } = own.supersedes.find(({ entryId }) => entryId === former.id) ?? {};
    for (const each of link(own, former, impacts)) entries.set(each.id, each);
  }
}

/** An action is done if its owner says so; if somebody else does, that is only proposed. */
function settleActions(claim: LogClaim, entries: Map<string, LogEntry>, { guildId }: LogInput): void {
  for (const entry of [...entries.values()]) {
    if (entry.kind !== 'action' || entry.guildId !== guildId || entry.done !== null || isErased(entry))
      continue;
    if (!entry.sources.some(({ messageId }) => claim.before.includes(messageId))) continue;
    const known = new Set([...claim.before, ...entry.seenProposals]);
    const fresh = claim.sources.filter(({ messageId }) => !known.has(messageId));
    if (fresh.length > 0) entries.set(entry.id, toSettled(entry, fresh));
  }
}

function toSettled(action: ActionItem, sources: readonly EntrySource[]): ActionItem {
  const seenProposals = [...action.seenProposals, ...sources.map(({ messageId }) => messageId)];
  const own = sources.find(({ authorId }) => authorId !== undefined && authorId === action.ownerId);
  return own
    ? { ...action, seenProposals, done: { at: own.time, by: action.ownerId }, proposedBy: [] }
    : { ...action, seenProposals, proposedBy: [...sources] };
}
