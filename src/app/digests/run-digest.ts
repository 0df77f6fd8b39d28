import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { type Digest, isNote, isPersonal } from '../../core/digests/digest.ts';
import {
  endRun,
  isAhead,
  isMoved,
  parsePostId,
  pauseDigest,
  toCoveredTo,
  toNextRun,
  withFoundPost,
  withoutPending,
  withPosted,
  withSending,
} from '../../core/digests/run.ts';
import type { PostedMessage, StoredSummary } from '../store-ports.ts';
import { noteTold } from './contradictions.ts';
import { type DigestPlace, type DigestPost, type DigestRunParts, PostRefused } from './ports.ts';
import { renewNote } from './renew-note.ts';
import { claimRun, type RunClaim, RunEnded, writeNext } from './write-digest.ts';

/** The most posts of one run; the rest waits for the next run. */
const mostPosts = 20;
/** Each costs as much as a summary; after these, the digest pauses. */
const mostRewritten = 3;

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
  const { digests, summaries, telemetry, notify, now } = parts;
  try {
    const claim = await claimRun(guildId, digestId, parts);
    // A note may be edited without being opened again.
    const needsRequests = claim.isResumed || isNote(await claim.read());
    let place = await openPlace(claim, parts, needsRequests ? 'requests' : 'events');
    await settlePending(claim, place, parts, signal);
    // A note knows its only post.
    if ((await claim.read()).note === undefined) await learnForgotten(claim, place, parts);
    let rewritten = 0;
    const writeAndPost = async (): Promise<boolean> => {
      const hasMoreNews = (await claim.read()).note && (await renewNote(claim, place, parts, signal));
      if (typeof hasMoreNews === 'boolean') return hasMoreNews;
      const { isPending, hasMore } = await writeNext(claim, place, parts, signal);
      if (!isPending) return hasMore;
      // A permission may have been taken away since.
      place = await openPlace(claim, parts);
      const posted = await telemetry.step('render', () => postPending(claim, place, parts, signal));
      if (posted === null) rewritten += 1;
      if (rewritten > mostRewritten) throw new PostRefused('not_shown');
      // What was not posted has to be written again.
      return posted === null || (hasMore && (posted.run?.posted ?? 0) < mostPosts);
    };
    let hasMore = true;
    while (hasMore) hasMore = await telemetry.run('digest', writeAndPost);
    await claim.change(endRun);
  } catch (error) {
    if (error instanceof PostRefused) {
      const { reason } = error;
      let unsentId: string | undefined;
      const digest = await digests.update(guildId, digestId, each => {
        const paused = pauseDigest(each, reason, now());
        const { pending } = each.run ?? {};
        // A card that its reader may never get is not kept; one that may have been sent is.
        unsentId = isPersonal(each) && !pending?.isSending ? pending?.summaryId : undefined;
        return unsentId === undefined ? paused : withoutPending(paused);
      });
      if (unsentId !== undefined) await summaries.remove(guildId, unsentId);
      if (digest && isPersonal(digest) && reason === 'creator_left') {
        const { pending } = digest.run ?? {};
        if (pending) await summaries.remove(guildId, pending.summaryId);
        await digests.remove(guildId, digestId);
      } else if (digest) await notify(digest, { kind: 'paused', reason });
    } else if (!(error instanceof RunEnded)) throw error;
  }
  const after = await digests.get(guildId, digestId);
  if (after === null || (isNote(after) && after.run === null && parts.hasNews(after) !== true)) return null;
  return toNextRun(after, now());
}

async function openPlace(
  claim: RunClaim,
  parts: DigestRunParts,
  by: Parameters<DigestRunParts['openPlace']>[1] = 'requests',
): Promise<DigestPlace> {
  const place = await parts.openPlace(await claim.read(), by);
  if (typeof place === 'string') throw new PostRefused(place);
  return place;
}

/** Finds out whether the summary was posted that was about to be when the run was interrupted, and otherwise posts it. */
async function settlePending(
  claim: RunClaim,
  place: DigestPlace,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<void> {
  const digest = await claim.read();
  const pending = digest.run?.pending;
  if (!pending) return;
  const former = { ...digest, destination: pending.destination };
  const sentTo = isMoved(digest) ? await parts.openPlace(former, 'requests') : place;
  // Where the digest no longer posts, it need not be able to.
  if (typeof sentTo !== 'string') {
    const post = (await sentTo.findPosts(former)).find(({ summaryId }) => summaryId === pending.summaryId);
    if (post) {
      const stored = await parts.summaries.get(digest.guildId, pending.summaryId);
      await notePosted(stored, post, claim, parts);
      return;
    }
    // It may still appear.
    if (pending.isSending && !sentTo.mayDelete) throw new PostRefused('post_unsure');
  }
  await postPending(claim, place, parts, signal);
}

/**
 * Posts the pending summary. Null if it must be written again: it was moved or erased, or not all readers may read it.
 * It is erased then, except for what stands for a deleted note, whose messages are covered.
 */
async function postPending(
  claim: RunClaim,
  place: DigestPlace,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<Digest | null> {
  const { summaries } = parts;
  const digest = await claim.read();
  const summaryId = digest.run?.pending?.summaryId;
  if (summaryId === undefined) throw new RunEnded();
  const stored = await summaries.get(digest.guildId, summaryId);
  if (stored && !isMoved(digest) && (await place.mayShow(stored))) {
    signal.throwIfAborted();
    const post = await sendPending(digest, stored, claim, place);
    try {
      return await notePosted(stored, post, claim, parts);
    } catch (error) {
      // Another worker may have posted it too.
      if (error instanceof RunEnded) await deleteYounger(digest, summaryId, place);
      throw error;
    }
  }
  if (stored && summaryId === digest.lastSummaryId) throw new PostRefused('not_shown');
  await summaries.remove(digest.guildId, summaryId);
  await claim.change(withoutPending);
  return null;
}

/** Edits the post that the run has made already, or makes one, noting before that it may be under way, for the next worker. */
async function sendPending(
  digest: Digest,
  stored: StoredSummary,
  { change, changeEvenPaused }: RunClaim,
  place: DigestPlace,
): Promise<PostedMessage> {
  const { id } = stored.summary;
  const [known] = digest.note ? [digest.note] : await findSamePosts(digest, id, place);
  if (known) {
    await place.edit(digest, stored, known);
    return known;
  }
  await change(each => withSending(each, true));
  try {
    const posted = await place.send(digest, stored);
    // Another worker may have posted between the search and this post.
    return (place.hasNonces ? null : await deleteYounger(digest, id, place)) ?? posted;
  } catch (error) {
    // Anything else, such as a timeout, may have posted it. Without the note, the next worker takes it as unsure.
    if (place.isRefusal(error)) await changeEvenPaused(each => withSending(each, false)).catch(() => {});
    throw error;
  }
}

/** The posts of one number of a run, the oldest first. */
async function findSamePosts(
  digest: Digest,
  summaryId: string,
  place: DigestPlace,
): Promise<readonly DigestPost[]> {
  const own = parsePostId(summaryId, digest.id);
  const posts = await place.findPosts(digest);
  return posts.filter(({ tick, number }) => tick === own?.tick && number === own.number).toReversed();
}

/** Two workers may both make a post if each takes the other for dead: the oldest stays, and is returned. */
async function deleteYounger(
  digest: Digest,
  summaryId: string,
  place: DigestPlace,
): Promise<DigestPost | undefined> {
  const [oldest, ...younger] = await findSamePosts(digest, summaryId, place);
  await place.delete(younger);
  return oldest;
}

/** Also if the digest was paused meanwhile: what was posted is covered. */
async function notePosted(
  stored: StoredSummary | null,
  { channelId, messageId }: PostedMessage,
  { read, changeEvenPaused }: RunClaim,
  parts: Pick<DigestRunParts, 'notePost' | 'deliver' | 'entries'>,
): Promise<Digest> {
  const { notePost, deliver } = parts;
  await changeEvenPaused(each => each);
  if (stored) {
    await notePost(stored, { channelId, messageId });
    const digest = await changeEvenPaused(each => each);
    await noteTold(digest, stored, parts);
    await deliver?.(digest, stored.summary.id);
  }
  await changeEvenPaused(each =>
    withPosted(isNote(each) ? { ...each, note: { channelId, messageId } } : each),
  );
  return read();
}

/** Learns from its posts what the store has forgotten of a digest. A post of this run without its summary does not count. */
async function learnForgotten(claim: RunClaim, place: DigestPlace, parts: DigestRunParts): Promise<void> {
  const { summaries, notePost, deliver } = parts;
  const digest = await claim.read();
  const { guildId, run } = digest;
  const known = toCoveredTo(digest);
  const counted: DigestPost[] = [];
  for (const post of await place.findPosts(digest)) {
    if (known !== null && compareSnowflakes(post.coveredTo, known) <= 0) continue;
    const { channelId, messageId, summaryId } = post;
    const stored = await summaries.get(guildId, summaryId);
    const isOfRun = run !== null && isAhead(post, run);
    if (counted.length === 0 && stored === null && isOfRun) continue;
    counted.push(post);
    if (stored === null || stored.answeredAs) continue;
    await notePost(stored, { channelId, messageId });
    await noteTold(digest, stored, parts);
    if (isOfRun) await deliver?.({ ...digest, run: { ...run, posted: post.number } }, summaryId);
  }
  for (const post of counted.toReversed())
    await claim.change(each => {
      const { channelId, messageId } = post;
      const found = withFoundPost(each, post);
      return isNote(each) ? { ...found, note: { channelId, messageId } } : found;
    });
}
