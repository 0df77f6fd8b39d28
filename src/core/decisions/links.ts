import type { Decision, LogEntry } from './entry.ts';

/** Both decisions, linked: the first supersedes the second. */
export function link(
  entry: Decision,
  former: Decision,
  impacts: Decision['supersedes'][number]['impacts'],
): readonly [Decision, Decision] {
  if (entry.id === former.id) return [entry, former];
  const others = entry.supersedes.filter(({ entryId }) => entryId !== former.id);
  return [
    { ...entry, supersedes: [...others, { entryId: former.id, impacts }] },
    { ...former, supersededBy: [...new Set([...former.supersededBy, entry.id])] },
  ];
}

/** Removes the links to an entry that is gone. */
export function unlink(id: string, entries: Map<string, LogEntry>): void {
  for (const entry of [...entries.values()]) {
    if (entry.kind !== 'decision') continue;
    const supersedes = entry.supersedes.filter(({ entryId }) => entryId !== id);
    const supersededBy = entry.supersededBy.filter(each => each !== id);
    if (supersedes.length < entry.supersedes.length || supersededBy.length < entry.supersededBy.length)
      entries.set(entry.id, { ...entry, supersedes, supersededBy });
  }
}
