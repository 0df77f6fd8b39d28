import type { Digest, DigestRun } from '../../core/digests/digest.ts';
import { isMoved, withoutPending, withPosted, withSending } from '../../core/digests/run.ts';
import type { PostedMessage, StoredSummary } from '../ports.ts';
import { type DigestPlaces, type DigestRunParts, PostRefused } from './ports.ts';
import { type RunClaim, RunEnded } from './run-claim.ts';

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
    const post = await sendPending(digest, stored, claim, places);
    try {
      return await notePosted(stored, post, claim, parts);
    } catch (error) {
      // Another worker may have posted it too.
      if (error instanceof RunEnded) await places.deleteYounger(digest, stored.summary.id);
      throw error;
    }
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
  if (found === 'unsure') throw new PostRefused('post_unsure');
  const stored = await parts.summaries.get(digest.guildId, pending.summaryId);
  if (found !== null) await notePosted(stored, found, claim, parts);
  else if (stored) await postPending(digest, stored, claim, parts, signal);
  // It was erased: its messages are summarized again.
  else await claim.change(withoutPending);
}

/** What is about to be sent is noted: if this worker dies or sleeps, nobody else can tell whether it was. */
async function sendPending(
  digest: Digest,
  stored: StoredSummary,
  { change, changeEvenPaused }: RunClaim,
  places: DigestPlaces,
): Promise<PostedMessage> {
  try {
    return await places.post(digest, stored, () => change(each => withSending(each, true)));
  } catch (error) {
    const isOver = changeEvenPaused(each => withSending(each, false));
    // Without the note, the next worker takes it as unsure.
    await isOver.catch(() => {});
    throw error;
  }
}

/** Also if the digest was paused meanwhile: what was posted is covered. */
async function notePosted(
  stored: StoredSummary | null,
  post: PostedMessage,
  { change, changeEvenPaused }: RunClaim,
  { notePost, deliver }: DigestRunParts,
): Promise<Digest> {
  await changeEvenPaused(each => each);
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
  pending: NonNullable<DigestRun['pending']>,
  places: DigestPlaces,
): ReturnType<DigestPlaces['findPost']> {
  if (!isMoved(digest)) return places.findPost(digest, pending);
  try {
    const found = await places.findPost({ ...digest, destination: pending.destination }, pending);
    return found === 'unreadable' ? null : found;
  } catch (error) {
    if (error instanceof PostRefused) return null;
    throw error;
  }
}
