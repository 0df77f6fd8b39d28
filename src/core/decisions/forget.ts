import { type EntrySource, isSameEntry, type LogEntry } from './entry.ts';

/** An entry without the messages of `ids`, which may also be those of channels, threads or people. */
export function forgetMessages(entry: LogEntry, ids: ReadonlySet<string>): LogEntry {
  const isGone = ({ messageId, placeId, authorId = '' }: EntrySource) =>
    [messageId, placeId, authorId].some(id => ids.has(id));
  const gone = new Set([...ids, ...entry.sources.filter(isGone).map(({ messageId }) => messageId)]);
  const sources = entry.sources.filter(each => !isGone(each));
  const kept =
    entry.kind === 'action'
      ? {
          ...entry,
          ownerId: ids.has(entry.ownerId ?? '') ? null : entry.ownerId,
          proposedBy: entry.proposedBy.filter(each => !isGone(each)),
        }
      : { ...entry, supersedes: entry.supersedes.map(each => forgetImpacts(each, gone)) };
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
  return bare.kind === 'action' ? { ...bare, ownerId: null, proposedBy: [], reminders: [] } : bare;
}

function forgetImpacts<
  Link extends { readonly impacts: readonly { readonly messageIds: readonly string[] }[] },
>(link: Link, gone: ReadonlySet<string>): Link {
  return { ...link, impacts: link.impacts.filter(({ messageIds }) => !messageIds.some(id => gone.has(id))) };
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
  if (entry.kind === 'decision') {
    if (entry.post?.confirmedBy !== personId) return entry;
    const { confirmedBy: _, ...post } = entry.post;
    return { ...entry, post };
  }
  const reminders = entry.reminders.filter(each => each.personId !== personId);
  const done = entry.done?.by === personId ? { ...entry.done, by: null } : entry.done;
  return done === entry.done && reminders.length === entry.reminders.length
    ? entry
    : { ...entry, reminders, done };
}
