import { compare, toLatest } from '../order.ts';
import { type EntrySource, isSameEntry, type LogEntry, type Statement } from './entry.ts';
import { type LogClaim, type LogInput, unlink } from './log-input.ts';
import { findCandidates, haveSamePlaces, statesEntry } from './search.ts';

export type LogChanges = {
  readonly put: readonly LogEntry[];
  readonly removed: readonly string[];
};

const mostStatements = 10;
/** How many claims of a summary, the most important ones, are compared with decisions that they may contradict. */
const mostTold = 3;

/**
 * Adds the claims of a summary to the log, idempotently. One that says the same as an entry about the same messages and places joins it:
 * others may read other places. What is neither a decision nor a task is added only if it may contradict a decision.
 */
export function applySummary(log: readonly LogEntry[], input: LogInput, newId: () => string): LogChanges {
  const before = new Map(log.map(entry => [entry.id, entry]));
  const entries = new Map(before);
  const isTold = ({ kind }: LogClaim) => kind === 'statement';
  const settled = input.claims
    .filter(claim => !isTold(claim))
    .sort((a, b) => compare(toSettledAt(a), toSettledAt(b)));
  const enter = (claim: LogClaim, isWanted: (entry: LogEntry) => boolean) => {
    const known = findEntry(entries, claim, input);
    const entry = known ? withStatement(known, claim, input) : toEntry(claim, input, newId());
    if (!known && !isWanted(entry)) return false;
    entries.set(entry.id, entry);
    return !known;
  };
  for (const claim of settled) enter(claim, () => true);
  const all = [...entries.values()];
  let told = 0;
  for (const claim of input.claims.filter(isTold))
    if (enter(claim, entry => told < mostTold && findCandidates(entry, all).length > 0)) told += 1;
  const removed = withdraw(entries, input);
  const put = [...entries.values()].filter(entry => !isSameEntry(entry, before.get(entry.id)));
  return { put, removed };
}

function findEntry(
  entries: ReadonlyMap<string, LogEntry>,
  { kind, statement, sources }: LogClaim,
  { summaryId }: LogInput,
): LogEntry | undefined {
  const own = [...entries.values()].filter(entry => entry.kind === kind);
  const isOwn = (each: Statement) => each.summaryId === summaryId && each.claimId === statement.claimId;
  const known = own.find(({ statements }) => statements.some(isOwn));
  const places = sources.map(({ placeId }) => placeId);
  return known ?? own.find(entry => haveSamePlaces(entry.places, places) && statesEntry(entry, statement));
}

function toEntry(claim: LogClaim, input: LogInput, id: string): LogEntry {
  const { guildId, createdAt } = input;
  const { kind, statement, sources, ownerId } = claim;
  const common = { id, guildId, createdAt, ...toEntryContents([statement], sources) };
  if (kind === 'statement') return { ...common, kind };
  const links = { supersedes: [], supersededBy: [], contradictedBy: [] };
  if (kind === 'decision') return { ...common, kind, ...links, followers: [], reminders: [] };
  return { ...common, kind, ownerId, isOwnerChosen: false, done: null, snoozedUntil: null, reminders: [] };
}

function withStatement(entry: LogEntry, claim: LogClaim, { createdAt }: LogInput): LogEntry {
  const { statement, ownerId } = claim;
  const isOwn = (each: Statement) =>
    each.summaryId === statement.summaryId && each.claimId === statement.claimId;
  const isKnown = entry.statements.some(isOwn);
  const sources = [...entry.sources, ...claim.sources];
  const times = new Map(sources.map(({ messageId, time }) => [messageId, time]));
  const toSaidAt = ({ cited }: Statement) => toLatest(cited.map(each => times.get(each.messageId) ?? ''));
  const statements = (
    isKnown
      ? entry.statements.map(each => (isOwn(each) ? statement : each))
      : [statement, ...entry.statements]
  )
    .toSorted((a, b) => compare(toSaidAt(b), toSaidAt(a)))
    .slice(0, mostStatements);
  const changed = {
    ...toEntryContents(statements, sources, entry.places),
    createdAt: toLatest([createdAt, entry.createdAt]),
  };
  if (entry.kind !== 'action') return { ...entry, ...changed };
  const isNewest = statements[0] === statement;
  return { ...entry, ...changed, ...(isNewest && !entry.isOwnerChosen && { ownerId }) };
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
  { summaryId, claims, isKept }: LogInput,
): readonly string[] {
  const current = new Set(claims.map(({ statement }) => statement.claimId));
  const removed: string[] = [];
  for (const entry of [...entries.values()]) {
    const statements = entry.statements.filter(
      each => each.summaryId !== summaryId || current.has(each.claimId) || isKept(each.claimId),
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
  return toLatest(sources.map(({ time }) => time));
}
