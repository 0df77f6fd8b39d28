import type { Decision, EntryPost, LogEntry } from './entry.ts';

/** The same entry if it is not to be posted. */
export function withPost(entry: LogEntry, changes: Partial<EntryPost>): LogEntry {
  if (entry.kind !== 'decision' || entry.post === undefined) return entry;
  return { ...entry, post: { ...entry.post, ...changes } };
}

/** There is a post; it is outdated unless it shows the entry as it is. */
export function withShown(
  entry: LogEntry,
  postedAs: NonNullable<EntryPost['postedAs']>,
  isSame: boolean,
): LogEntry {
  if (entry.kind !== 'decision' || entry.post === undefined) return entry;
  const { isOutdated: _, ...post } = entry.post;
  return { ...entry, post: { ...post, state: 'posted', postedAs, ...(!isSame && { isOutdated: true }) } };
}

/** The same entry if it has no post. */
export function toOutdated(entry: LogEntry): LogEntry {
  const isPosted = entry.kind === 'decision' && entry.post?.postedAs !== undefined;
  return isPosted ? withPost(entry, { isOutdated: true }) : entry;
}

/** Whether a post would show both alike. */
export function isShownAlike(entry: LogEntry, other: LogEntry): boolean {
  return toShown(entry) === toShown(other);
}

function toShown(entry: LogEntry): string {
  const { createdAt: _, ...shown } = entry;
  return JSON.stringify({ ...shown, post: null, isUncompared: null });
}

/** Whether something is left to be posted or edited, or has to be looked at again. */
export function awaitsPost({ post }: Decision): boolean {
  if (post === undefined || post.state === 'waiting') return false;
  return post.postedAs === undefined || post.isOutdated === true;
}

/** The same entry if it is no decision. */
export function withUncompared(entry: LogEntry): LogEntry {
  return entry.kind === 'decision' ? { ...entry, isUncompared: true } : entry;
}

/** The same entry if it was compared. */
export function withCompared(entry: LogEntry): LogEntry {
  if (entry.kind !== 'decision' || !entry.isUncompared) return entry;
  const { isUncompared: _, ...compared } = entry;
  return compared;
}

/** Whether somebody confirmed a decision that waited for it. */
export function isConfirmedNow(before: LogEntry | null, entry: LogEntry): boolean {
  return toPostState(before) === 'waiting' && toPostState(entry) === 'ready';
}

function toPostState(entry: LogEntry | null): EntryPost['state'] | undefined {
  return entry?.kind === 'decision' ? entry.post?.state : undefined;
}
