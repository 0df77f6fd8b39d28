import type { Digest, DigestRun } from '../../core/digests/digest.ts';
import { isMoved, withoutPending, withPosted } from '../../core/digests/run.ts';
import type { PostedMessage, StoredSummary } from '../ports.ts';
import { type DigestPlaces, type DigestRunParts, PostRefused } from './ports.ts';
import type { RunClaim } from './run-claim.ts';

/**
 * Posts a pending summary. Null if it must be written again, for which it is erased: the destination was changed, or
 * its readers may no longer read all of it.
 */
export async function postPending(
  digest: Digest,
  stored: StoredSummary,
  claim: RunClaim,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<Digest | null> {
  const { places, summaries } = parts;
  if (!isMoved(digest) && (await places.mayShow(digest, stored))) {
    signal.throwIfAborted();
    return notePosted(stored, await places.post(digest, stored), claim, parts);
  }
  await summaries.remove(digest.guildId, stored.summary.id);
  await claim.change(withoutPending);
  return null;
}

/** Posts what was about to be posted when the run was interrupted, unless it was posted. */
export async function finishPending(
  claim: RunClaim,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<void> {
  const digest = await claim.change(each => each);
  const pending = digest.run?.pending;
  if (!pending) return;
  const found = await findPost(digest, pending, parts.places);
  if (found === 'unreadable') throw new PostRefused('destination_unreadable');
  const stored = await parts.summaries.get(digest.guildId, pending.summaryId);
  if (found !== null) await notePosted(stored, found, claim, parts);
  else if (stored) await postPending(digest, stored, claim, parts, signal);
  // It was erased: its messages are summarized again.
  else await claim.change(withoutPending);
}

/** Also if the digest was paused meanwhile: what was posted is covered. */
async function notePosted(
  stored: StoredSummary | null,
  post: PostedMessage,
  { change, changeEvenPaused }: RunClaim,
  { notePost, deliver }: DigestRunParts,
): Promise<Digest> {
  if (stored) {
    await notePost(stored, post);
    await deliver?.(await changeEvenPaused(each => each), stored.summary.id);
  }
  await changeEvenPaused(withPosted);
  return change(each => each);
}

/** Looks where the pending summary was to be posted. If that is no longer the destination, it need not be readable. */
async function findPost(
  digest: Digest,
  { destination, summaryId }: NonNullable<DigestRun['pending']>,
  places: DigestPlaces,
): Promise<PostedMessage | 'unreadable' | null> {
  if (!isMoved(digest)) return places.findPost(digest, summaryId);
  try {
    const found = await places.findPost({ ...digest, destination }, summaryId);
    return found === 'unreadable' ? null : found;
  } catch (error) {
    if (error instanceof PostRefused) return null;
    throw error;
  }
}
