import type { LogEntry } from './entry.ts';

/**
 * The part of an entry that somebody may see who can read these channels and threads; null if there is none. A claim is
 * shown only with all of its messages.
 */
export function toVisibleEntry<Entry extends LogEntry>(
  entry: Entry,
  isReadable: (placeId: string) => boolean,
): Entry | null {
  const isAll = [
    ...entry.places,
    ...(entry.kind === 'action' ? entry.proposedBy : []).map(each => each.placeId),
  ];
  if (isAll.every(isReadable)) return entry;
  const sources = entry.sources.filter(({ placeId }) => isReadable(placeId));
  const ids = new Set(sources.map(({ messageId }) => messageId));
  const statements = entry.statements.filter(({ cited }) =>
    cited.every(({ messageId }) => ids.has(messageId)),
  );
  if (statements.length === 0) return null;
  const cited = new Set(statements.flatMap(each => each.cited.map(({ messageId }) => messageId)));
  const visible = { ...entry, sources: sources.filter(({ messageId }) => cited.has(messageId)), statements };
  if (visible.kind !== 'action') return visible;
  return { ...visible, proposedBy: visible.proposedBy.filter(({ placeId }) => isReadable(placeId)) };
}
