import type { Digest } from '../../core/digests/digest.ts';
import { beginRun, takeOverRun } from '../../core/digests/run.ts';
import { toDueTick } from '../../core/schedule.ts';
import type { DigestRunParts } from './ports.ts';

/** The digest is not due, was deleted or paused while it ran, or another worker went on with the run. */
export class RunEnded extends Error {}

type Change = (work: (digest: Digest) => Digest) => Promise<Digest>;

/**
 * Changes of a digest by the worker that runs it. They reject with `RunEnded` once another worker has taken over: this
 * one lost its claim, as a machine that slept does.
 */
export type RunClaim = {
  /** Rejects with `RunEnded` also if the digest was paused. */
  readonly change: Change;
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

  const changeEvenPaused: Change = async work => {
    let isOurs = false;
    const digest = await digests.update(guildId, digestId, each => {
      isOurs = each.run?.workerId === workerId;
      return isOurs ? work(each) : each;
    });
    if (digest === null || !isOurs) throw new RunEnded();
    return digest;
  };
  return {
    changeEvenPaused,
    async change(work) {
      const digest = await changeEvenPaused(each => (each.paused ? each : work(each)));
      if (digest.paused) throw new RunEnded();
      return digest;
    },
  };
}
