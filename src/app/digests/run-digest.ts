import { endRun, pauseDigest, toNextRun } from '../../core/digests/run.ts';
import { findForgotten } from './find-forgotten.ts';
import { type DigestRunParts, PostRefused } from './ports.ts';
import { checkDigest, postNext } from './post-next.ts';
import { finishPending } from './post-pending.ts';
import { claimRun, type RunClaim, RunEnded } from './run-claim.ts';

/**
 * Runs a digest if it is due, or goes on with a run that was interrupted. Returns when it is due again; null if it is
 * paused or gone.
 *
 * After a crash at any moment each message is summarized in exactly one post: a summary is stored, then noted as
 * pending, then posted, then noted as posted. A pending one may have been posted, so its post is looked for first. So are
 * posts that the store has forgotten: each says what it covers.
 */
export async function runDigest(
  guildId: string,
  digestId: string,
  parts: DigestRunParts,
  signal: AbortSignal,
): Promise<string | null> {
  const { digests, places, tell, now } = parts;
  try {
    const claim = await claimRun(guildId, digestId, parts);
    await checkDigest(claim, places);
    await finishPending(claim, parts, signal);
    await findForgotten(claim, parts);
    const isQuiet = await postAll(claim, parts, signal);
    await claim.change(each => endRun(each, { isQuiet }));
  } catch (error) {
    if (error instanceof PostRefused) {
      const { reason } = error;
      const digest = await digests.update(guildId, digestId, each => pauseDigest(each, reason, now()));
      if (digest) await tell(digest, { kind: 'paused', reason });
    } else if (!(error instanceof RunEnded)) throw error;
  }
  const after = await digests.get(guildId, digestId);
  return after && toNextRun(after, now());
}

/** Posts until everything up to now is covered; whether there was too little to post. */
async function postAll(claim: RunClaim, parts: DigestRunParts, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const outcome = await parts.telemetry.run('digest', () => postNext(claim, parts, signal));
    if (outcome !== 'more') return outcome === 'quiet';
  }
}
