import { type LogChanges, toEntryContents, toLatest } from './apply-summary.ts';
import { type Decision, type Impact, isErased, type LogEntry } from './entry.ts';
import { link, unlink } from './links.ts';

/** What a comparison found, each part proven and judged. */
export type Findings = {
  readonly replaced: readonly { readonly entryId: string; readonly impacts: readonly Impact[] }[];
  /** An entry for the same decision. */
  readonly sameAs: string | null;
};

/** Links what a comparison of an entry found, or joins two entries. */
export function applyFindings(
  log: readonly LogEntry[],
  id: string,
  { replaced, sameAs }: Findings,
): Omit<LogChanges, 'added'> {
  const before = new Map(log.map(each => [each.id, each]));
  const after = new Map(before);
  const [entry, same] = [after.get(id), after.get(sameAs ?? '')];
  if (entry?.kind !== 'decision') return { put: [], removed: [] };
  for (const { entryId, impacts } of replaced) linkBoth(id, entryId, impacts, after);
  // What has a post of its own stays, because only its entry can change that.
  if (same?.kind === 'decision' && entry.post?.sending === undefined) {
    after.set(same.id, join(same, entry));
    after.delete(id);
    unlink(id, after);
    for (const { entryId, impacts } of entry.supersedes) linkBoth(same.id, entryId, impacts, after);
    for (const laterId of entry.supersededBy) linkBoth(laterId, same.id, [], after);
  }
  return {
    put: [...after.values()].filter(each => before.get(each.id) !== each),
    removed: after.has(id) ? [] : [id],
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
function join(entry: Decision, other: Decision): Decision {
  const statements = [...other.statements, ...entry.statements];
  return {
    ...entry,
    ...toEntryContents(statements, [...entry.sources, ...other.sources], [...entry.places, ...other.places]),
    createdAt: toLatest(entry.createdAt, other.createdAt),
  };
}
