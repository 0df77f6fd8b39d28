import { type Digest, type DigestChoice, isPersonal, toDigestChoice } from '../../core/digests/digest.ts';
import {
  beginRun,
  createDigest,
  editDigest,
  type NewDigest,
  pauseDigest,
  resumeDigest,
  toNextRun,
  withRightClock,
} from '../../core/digests/run.ts';
import { nextRuns } from '../../core/schedule.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import { type Job, type JobQueue, type JobWork, keepEnsured } from '../jobs.ts';
import type { Clock } from '../ports.ts';
import type { DigestRunParts } from './ports.ts';
import { runDigest } from './run-digest.ts';

export type DigestsOptions = DigestRunParts &
  Pick<JobWork, 'concurrency' | 'countWaiting'> & {
    readonly jobs: JobQueue;
    readonly clock: Clock;
    readonly log: Logger;
    /** Ensures the jobs of what a digest has not yet sent to its webhook. */
    readonly ensureDeliveries?: ((digest: Digest) => Promise<void>) | undefined;
    /** The most digests of a server. Default 25. */
    readonly mostDigests?: number | undefined;
  };

/** The digests of all servers: their management, and the worker that runs them. */
export type Digests = {
  /**
   * Null if the server has as many of its kind as it may; `most` is for personal ones. A person's second personal one
   * replaces the schedule of the first, and resumes it.
   */
  readonly create: (choice: Omit<NewDigest, 'id'>, most?: number) => Promise<Digest | null>;
  readonly list: (guildId: string) => Promise<readonly Digest[]>;
  /** The digests that a person created, in all servers. */
  readonly createdBy: (personId: string) => Promise<readonly Digest[]>;
  readonly get: (guildId: string, digestId: string) => Promise<Digest | null>;
  // Each returns the digest after the change; null if there is no such digest.
  readonly edit: (guildId: string, digestId: string, choice: DigestChoice) => Promise<Digest | null>;
  readonly pause: (guildId: string, digestId: string) => Promise<Digest | null>;
  readonly resume: (guildId: string, digestId: string) => Promise<Digest | null>;
  /** Runs it as soon as possible, even if it is paused; a run in progress is not repeated. */
  readonly runNow: (guildId: string, digestId: string) => Promise<Digest | null>;
  readonly remove: (guildId: string, digestId: string) => Promise<void>;
  /** Aborts runs in progress; they continue at the next start. */
  readonly stop: () => Promise<void>;
};

const defaultMaxDigests = 25;
/** For jobs that the queue lost without a reconnection. */
const ensureEveryMs = 10 * 60_000;
/** The last attempt is about two hours after the first. */
const retries = { firstMs: 30_000, longestMs: 30 * 60_000, mostAttempts: 9 };

/** Schedules all stored digests and runs them until it is stopped. */
export function startDigests(options: DigestsOptions): Digests {
  const { digests, jobs, clock, notify, now, newId, log } = options;
  const { ensureDeliveries, mostDigests = defaultMaxDigests } = options;

  const schedule = async (
    found: Digest | null,
    how: 'schedule' | 'ensure' = 'schedule',
  ): Promise<Digest | null> => {
    if (found === null) return null;
    const digest = withRightClock(found, now());
    if (digest !== found)
      return schedule(await digests.update(found.guildId, found.id, each => withRightClock(each, now())));
    const jobId = toJobId(digest.guildId, digest.id);
    const next = toNextRun(digest, now());
    if (next !== null) await jobs[how](jobId, next);
    else if (how === 'schedule') await jobs.cancel(jobId);
    return digest;
  };

  const giveUp = async ({ id }: Job) => {
    const { guildId, digestId } = parseJobId(id);
    const digest = await digests.get(guildId, digestId);
    if (digest === null || digest.paused) return null;
    await notify(digest, { kind: 'failed' });
    // The next tick continues the started run and covers everything since.
    return nextRuns(digest.schedule, now(), 1)[0] ?? null;
  };

  const worker = jobs.work({
    toServer: jobId => parseJobId(jobId).guildId,
    concurrency: options.concurrency,
    countWaiting: options.countWaiting,
    run: ({ id }, signal) => {
      const { guildId, digestId } = parseJobId(id);
      return runDigest(guildId, digestId, options, signal);
    },
    retries,
    giveUp,
  });

  /** The servers of the start whose jobs may be set to other times than their digests, as after a crash. */
  let unscheduled: Set<string> | null = null;
  const scheduling = keepEnsured({
    onReconnect: jobs.onReconnect,
    guildIds: async () => {
      const guildIds = await digests.guildIds();
      unscheduled ??= new Set(guildIds);
      return guildIds;
    },
    ensure: async guildId => {
      const how = unscheduled?.has(guildId) ? 'schedule' : 'ensure';
      for (const digest of await digests.list(guildId)) {
        await schedule(digest, how);
        await ensureDeliveries?.(digest);
      }
      unscheduled?.delete(guildId);
    },
    everyMs: ensureEveryMs,
    clock,
    log,
  });

  const update = async (guildId: string, digestId: string, change: (digest: Digest) => Digest) =>
    schedule(await digests.update(guildId, digestId, change));

  const exclusively = createKeyedMutex();
  const create = async (choice: Omit<NewDigest, 'id'>, most: number) => {
    const present = (await digests.list(choice.guildId)).filter(
      each => isPersonal(each) === isPersonal(choice),
    );
    const own = isPersonal(choice) && present.find(({ creatorId }) => creatorId === choice.creatorId);
    if (own)
      return update(own.guildId, own.id, digest => {
        const edited = editDigest(digest, { ...toDigestChoice(digest), schedule: choice.schedule }, now());
        return edited.paused ? resumeDigest(edited, now()) : edited;
      });
    if (present.length >= most || mostDigests === 0) return null;
    const digest = createDigest({ ...choice, id: newId() }, now());
    await digests.create(digest);
    return schedule(digest);
  };

  return {
    // One at a time per server, so that two requests do not both take the last place.
    create: (choice, most = mostDigests) => exclusively(choice.guildId, () => create(choice, most)),
    list: digests.list,
    async createdBy(personId) {
      const found: Digest[] = [];
      for (const guildId of await digests.guildIds())
        found.push(...(await digests.list(guildId)).filter(({ creatorId }) => creatorId === personId));
      return found;
    },
    get: digests.get,
    edit: (guildId, digestId, choice) =>
      update(guildId, digestId, digest => editDigest(digest, choice, now())),
    pause: (guildId, digestId) =>
      update(guildId, digestId, digest => (digest.paused ? digest : pauseDigest(digest, 'by_person', now()))),
    resume: (guildId, digestId) =>
      update(guildId, digestId, digest => (digest.paused ? resumeDigest(digest, now()) : digest)),
    runNow: (guildId, digestId) =>
      update(guildId, digestId, digest => {
        const active = digest.paused ? resumeDigest(digest, now()) : digest;
        return active.run ? active : beginRun(active, { id: newId(), tick: now(), isManual: true }, now());
      }),
    async remove(guildId, digestId) {
      await digests.remove(guildId, digestId);
      await jobs.cancel(toJobId(guildId, digestId));
    },
    stop: async () => void (await Promise.all([scheduling.stop(), worker.stop()])),
  };
}

function toJobId(guildId: string, digestId: string): string {
  return `digest_${guildId}_${digestId}`;
}

/** Server ids have no underscore. */
function parseJobId(jobId: string): { readonly guildId: string; readonly digestId: string } {
  const [, guildId = '', ...rest] = jobId.split('_');
  return { guildId, digestId: rest.join('_') };
}
