import type { Digest, DigestRun } from '../../core/digests/digest.ts';
import { isAhead } from '../../core/digests/post-id.ts';
import {
  endRun,
  isMoved,
  pauseDigest,
  toNextRun,
  withFoundPost,
  withoutPending,
  withPosted,
  withSending,
} from '../../core/digests/run.ts';
import type { PostedMessage, StoredSummary } from '../ports.ts';
import { type DigestPlaces, type DigestPost, type DigestRunParts, PostRefused } from './ports.ts';
import { claimRun, type RunClaim, RunEnded } from './run-claim.ts';
import { checkDigest, writeNext } from './write-next.ts';

/** The most posts of one run; the rest waits for the next run. */
const mostPosts = 20;

/**
 * Runs a digest if it is due, or goes on with a run that was interrupted. Returns when it is due again; null if it is
 * paused or gone.
 *
 * The stored digest is the only state, and its job only an alarm clock that is set from it:
 *
 * ```text
 * idle ──due──▶ reading ──summary stored──▶ pending ──about to send──▶ sending
 *   ▲            │   ▲                         │                          │
 *   └──all read──┘   └──── not to be shown ────┴───────── posted ─────────┘
 * ```
 *
 * A worker goes on from whatever is stored, so a resumed run and an undisturbed one take the same steps. After a crash
 * each message is summarized in exactly one post: the post of a summary that was pending or being sent is looked for
 * first, and so are posts that the store has forgotten, as each says what it covers.
 */
export async function runDigest(
  guildId: string,
  digestId: string,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<string | null> {
  const { digests, places, telemetry, notify, now } = parts;
  try {
    const claim = await claimRun(guildId, digestId, parts);
    await checkDigest(claim, places);
    await findPending(claim, parts);
    if ((await claim.read()).run?.pending) await postPending(claim, parts, signal);
    await findForgotten(claim, parts);
    let step: Step = 'more';
    while (step === 'more') step = await telemetry.run('digest', () => writeAndPost(claim, parts, signal));
    await claim.change(each => endRun(each, { isQuiet: step === 'quiet' }));
  } catch (error) {
    if (error instanceof PostRefused) {
      const { reason } = error;
      const digest = await digests.update(guildId, digestId, each => pauseDigest(each, reason, now()));
      if (digest) await notify(digest, { kind: 'paused', reason });
    } else if (!(error instanceof RunEnded)) throw error;
  }
  const after = await digests.get(guildId, digestId);
  return after && toNextRun(after, now());
}

/** `quiet` if there was too little to post, `done` if everything up to now is covered. */
type Step = 'more' | 'quiet' | 'done';

async function writeAndPost(claim: RunClaim, parts: DigestRunParts, signal: AbortSignal): Promise<Step> {
  const { outcome, hasMore } = await writeNext(claim, parts, signal);
  if (outcome === 'quiet') return 'quiet';
  if (outcome === 'skipped') return hasMore ? 'more' : 'done';
  const posted = await parts.telemetry.step('render', () => postPending(claim, parts, signal));
  // What was not posted has to be written again.
  if (posted === null) return 'more';
  return hasMore && (posted.run?.posted ?? 0) < mostPosts ? 'more' : 'done';
}

/** Finds out whether the summary that was about to be posted when the run was interrupted was posted. */
async function findPending(claim: RunClaim, parts: DigestRunParts): Promise<void> {
  const digest = await claim.read();
  const pending = digest.run?.pending;
  if (!pending) return;
  const found = await findPost(digest, pending, parts.places);
  if (found === 'unreadable') throw new PostRefused('destination_unreadable');
  if (found === 'unsure') throw new PostRefused('post_unsure');
  if (found === null) return;
  const stored = await parts.summaries.get(digest.guildId, pending.summaryId);
  await notePosted(stored, found, claim, parts);
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

/**
 * Posts the pending summary. Null if it must be written again, for which it is erased: the destination was changed, its
 * readers may no longer read all of it, or it was erased already.
 */
async function postPending(
  claim: RunClaim,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<Digest | null> {
  const { places, summaries } = parts;
  const digest = await claim.read();
  const summaryId = digest.run?.pending?.summaryId;
  if (summaryId === undefined) throw new RunEnded();
  const stored = await summaries.get(digest.guildId, summaryId);
  if (stored && !isMoved(digest) && (await places.mayShow(digest, stored))) {
    signal.throwIfAborted();
    const post = await sendPending(digest, stored, claim, places);
    try {
      return await notePosted(stored, post, claim, parts);
    } catch (error) {
      // Another worker may have posted it too.
      if (error instanceof RunEnded) await places.deleteYounger(digest, summaryId);
      throw error;
    }
  }
  await summaries.remove(digest.guildId, summaryId);
  await claim.change(withoutPending);
  return null;
}

/** Notes before sending that a post may be under way: if this worker dies, the next one has to look for it. */
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
  { read, changeEvenPaused }: RunClaim,
  { notePost, deliver }: DigestRunParts,
): Promise<Digest> {
  await changeEvenPaused(each => each);
  if (stored) {
    await notePost(stored, post);
    await deliver?.(await changeEvenPaused(each => each), stored.summary.id);
  }
  await changeEvenPaused(withPosted);
  return read();
}

/**
 * Learns from the posts of a digest what its store has forgotten of them, as after a backup was restored. A post of this
 * run whose summary is lost does not count: its messages are summarized again, and the post is edited.
 */
async function findForgotten(
  claim: RunClaim,
  { places, summaries, notePost, deliver }: DigestRunParts,
): Promise<void> {
  const digest = await claim.read();
  const { guildId, run } = digest;
  const posts = await places.findPosts(digest);
  if (posts === 'unreadable') throw new PostRefused('destination_unreadable');
  const counted: DigestPost[] = [];
  for (const post of posts) {
    const stored = await summaries.get(guildId, post.summaryId);
    const isOfRun = run !== null && isAhead(post, run);
    if (counted.length === 0 && stored === null && isOfRun) continue;
    counted.push(post);
    if (stored === null || stored.answeredAs) continue;
    await notePost(stored, { channelId: post.channelId, messageId: post.messageId });
    if (isOfRun) await deliver?.({ ...digest, run: { ...run, posted: post.number } }, post.summaryId);
  }
  for (const post of counted.toReversed()) await claim.change(each => withFoundPost(each, post));
}
