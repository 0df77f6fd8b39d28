import type { Digest } from '../../core/digests/digest.ts';
import { beginRun, isSameProgress, takeOverRun } from '../../core/digests/run.ts';
import { toDueTick } from '../../core/schedule.ts';
import type { DigestRunParts } from './ports.ts';

/** The digest is not due, was deleted or paused while it ran, or is no longer as this worker left it. */
export class RunEnded extends Error {}

type Change = (work: (digest: Digest) => Digest) => Promise<Digest>;

/**
 * Changes of a digest by the worker that runs it. They reject with `RunEnded` once the stored progress is not what this
 * worker stored last: another worker has taken over, for example after this machine slept, or the store has lost writes.
 */
export type RunClaim = {
  /** Rejects with `RunEnded` also if the digest was paused. */
  readonly change: Change;
  /** The digest as it is now; rejects as `change` does. */
  readonly read: () => Promise<Digest>;
  readonly changeEvenPaused: Change;
};

/** Starts a run if one is due, or continues the one that was interrupted. */
export async function claimRun(
  guildId: string,
  digestId: string,
  { digests, newId, now }: Pick<DigestRunParts, 'digests' | 'newId' | 'now'>,
): Promise<RunClaim> {
  const workerId = newId();
  const begun = await digests.update(guildId, digestId, each => {
    if (each.paused) return each;
    if (each.run) return takeOverRun(each, workerId, now());
    const tick = toDueTick(each.schedule, each.lastRunAt, now());
    if (tick === null) return each;
    return takeOverRun(beginRun(each, { id: newId(), tick }, now()), workerId, now());
  });
  if (!begun?.run || begun.paused) throw new RunEnded();

  // Compares all progress: after a rollback of the store, the worker's id alone could still match.
  let known = begun;
  const changeEvenPaused: Change = async work => {
    let isOurs = false;
    const digest = await digests.update(guildId, digestId, each => {
      isOurs = isSameProgress(each, known);
      return isOurs ? work(each) : each;
    });
    if (digest === null || !isOurs) throw new RunEnded();
    known = digest;
    return digest;
  };
  const change: Change = async work => {
    const digest = await changeEvenPaused(each => (each.paused ? each : work(each)));
    if (digest.paused) throw new RunEnded();
    return digest;
  };
  return { change, read: () => change(each => each), changeEvenPaused };
}
