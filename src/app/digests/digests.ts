import {
  type Digest,
  type DigestChoice,
  isForumNote,
  isNote,
  isPersonal,
  toDigestChoice,
} from '../../core/digests/digest.ts';
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
import { createMessageBudget } from '../message-budget.ts';
import type { Clock } from '../ports.ts';
import { createNotes } from './notes.ts';
import type { DigestRunParts } from './ports.ts';
import { runDigest } from './run-digest.ts';

export type DigestsOptions = DigestRunParts &
  Pick<JobWork, 'concurrency'> & {
    readonly jobs: JobQueue;
    readonly clock: Clock;
    readonly log: Logger;
    /** Ensures the jobs of what a digest has not yet sent to its webhook. */
    readonly ensureDeliveries?: ((digest: Digest) => Promise<void>) | undefined;
    /** The messages that all runs together may hold in memory. */
    readonly mostInMemory?: number;
    /** The most digests of a server. Default 25. */
    readonly mostDigests?: number | undefined;
  };

export type Digests = ReturnType<typeof startDigests>;

const defaultMaxDigests = 25;
/** For jobs that the queue lost without a reconnection. */
const ensureEveryMs = 10 * 60_000;
/** The last attempt is about two hours after the first. */
const retries = { firstMs: 30_000, longestMs: 30 * 60_000, mostAttempts: 9 };

/** Schedules all stored digests and runs them until it is stopped. */
export function startDigests(options: DigestsOptions) {
  const { digests, jobs, clock, notify, now, newId, log } = options;
  const { ensureDeliveries, mostDigests = defaultMaxDigests } = options;
  const messageBudget = createMessageBudget(options.mostInMemory, 0);

  const exclusively = createKeyedMutex();
  const notes = createNotes({
    digests,
    exclusively,
    schedule: ({ guildId, id }, at) => jobs.schedule(toJobId(guildId, id), at),
    now,
  });

  const schedule = async (
    found: Digest | null,
    how: 'schedule' | 'ensure' = 'schedule',
  ): Promise<Digest | null> => {
    if (found === null) return null;
    const digest = withRightClock(found, now());
    if (digest !== found)
      return schedule(await digests.update(found.guildId, found.id, each => withRightClock(each, now())));
    const jobId = toJobId(digest.guildId, digest.id);
    const hasNews = isNote(digest) && digest.run === null ? options.hasNews(digest) : true;
    // The process that hears of its news schedules it.
    if (hasNews === null) return digest;
    const next = hasNews ? toNextRun(digest, now()) : null;
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
    run: async ({ id }, signal) => {
      const { guildId, digestId } = parseJobId(id);
      const room = messageBudget.begin();
      try {
        return await runDigest(guildId, digestId, { ...options, room }, signal);
      } finally {
        room.release();
      }
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
      const all = await digests.list(guildId);
      notes.learn(guildId, all);
      for (const digest of all) {
        await schedule(digest, how);
        await ensureDeliveries?.(digest);
      }
      unscheduled?.delete(guildId);
    },
    everyMs: ensureEveryMs,
    clock,
    log,
  });

  /** Changes a digest; of the note of a forum, also those in its posts. */
  const update = async (
    guildId: string,
    digestId: string,
    change: (digest: Digest) => Digest,
  ): Promise<Digest | null> => {
    const changed = await schedule(await digests.update(guildId, digestId, change));
    if (changed && isForumNote(changed))
      for (const { id } of await notes.findPosts(changed)) await update(guildId, id, change);
    notes.learn(guildId, await digests.list(guildId));
    return changed;
  };

  /** Begins a run that somebody asked for, unless one is in progress. */
  const beginNow = (digest: Digest): Digest => {
    const active = digest.paused ? resumeDigest(digest, now()) : digest;
    return active.run || isForumNote(active) ? active : beginRun(active, { id: newId(), tick: now() }, now());
  };

  const isListed = ({ parentId }: Digest) => parentId === undefined;
  const list = async (guildId: string) => (await digests.list(guildId)).filter(isListed);
  const create = async (choice: Omit<NewDigest, 'id'>, most: number) => {
    const present = (await list(choice.guildId)).filter(each => isPersonal(each) === isPersonal(choice));
    const own = isPersonal(choice) && present.find(({ creatorId }) => creatorId === choice.creatorId);
    if (own)
      return update(own.guildId, own.id, digest => {
        const edited = editDigest(digest, { ...toDigestChoice(digest), schedule: choice.schedule }, now());
        return edited.paused ? resumeDigest(edited, now()) : edited;
      });
    if (present.length >= most || mostDigests === 0) return null;
    const created = createDigest({ ...choice, id: newId() }, now());
    // Who creates a note waits for it.
    const digest = isNote(created) ? beginNow(created) : created;
    await digests.create(digest);
    notes.learn(choice.guildId, await digests.list(choice.guildId));
    return schedule(digest);
  };

  return {
    /** Null at the limit of its kind (`most`: of personal ones). A second personal one replaces the schedule of the first, and resumes it. */
    create: (choice: Omit<NewDigest, 'id'>, most = mostDigests) =>
      // One at a time per server, so that two requests do not both take the last place.
      exclusively(choice.guildId, () => create(choice, most)),
    /** Without the notes in the posts of a forum. */
    list,
    createdBy: async (personId: string) => {
      const found: Digest[] = [];
      for (const guildId of await digests.guildIds()) found.push(...(await list(guildId)));
      return found.filter(({ creatorId }) => creatorId === personId);
    },
    /** The notes in the posts of a forum that has notes. */
    findPosts: notes.findPosts,
    get: digests.get,
    // Each returns the digest after the change; null if there is no such digest.
    edit: (guildId: string, digestId: string, choice: DigestChoice) =>
      update(guildId, digestId, digest => {
        const { sources, destination } = isListed(digest) ? choice : digest;
        return editDigest(digest, { ...choice, sources, destination }, now());
      }),
    pause: (guildId: string, digestId: string) =>
      update(guildId, digestId, digest => (digest.paused ? digest : pauseDigest(digest, 'by_person', now()))),
    resume: (guildId: string, digestId: string) =>
      update(guildId, digestId, digest => (digest.paused ? resumeDigest(digest, now()) : digest)),
    /** Runs it as soon as possible, even if it is paused; a run in progress is not repeated. */
    runNow: (guildId: string, digestId: string) => update(guildId, digestId, beginNow),
    async remove(guildId: string, digestId: string) {
      const all = await digests.list(guildId);
      for (const { id } of all.filter(each => each.id === digestId || each.parentId === digestId)) {
        await digests.remove(guildId, id);
        await jobs.cancel(toJobId(guildId, id));
      }
      notes.learn(guildId, await digests.list(guildId));
    },
    /** Schedules the notes for which something is new. */
    onNews: notes.onNews,
    /** Aborts runs in progress; they continue at the next start. */
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
