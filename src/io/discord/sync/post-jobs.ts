import type { JobWork } from '../../../app/jobs.ts';
import { createMemoryQueue } from '../../../app/jobs.ts';
import type { Clock } from '../../../app/ports.ts';
import { addMs } from '../../../core/time.ts';
import { type Logger, toLoggedError } from '../../../log.ts';

type PostJobsOptions = {
  readonly clock: Clock;
  readonly log: Logger;
  /** Edits or deletes the posts of a summary as its record says; called again if it rejects. */
  readonly settle: (named: Named) => Promise<void>;
  /** Checks with Discord whether the messages that a server's records cite still exist; called again if it rejects. */
  readonly check: (guildId: string, signal: AbortSignal) => Promise<void>;
  /** The servers with posts that this process updates. */
  readonly guildIds: () => Promise<readonly string[]>;
};

type Named = { readonly guildId: string; readonly summaryId: string };

/** Never gives up. */
const retries = { firstMs: 1_000, longestMs: 60 * 60_000 };
const dayMs = 24 * 60 * 60_000;
const everyServer = 'all';

/**
 * Pending work on posts, retried until it succeeds. The records of the summaries say what is pending, so no schedule is
 * stored: every server is checked at the start and once a day.
 */
export function startPostJobs(options: PostJobsOptions) {
  const { clock, log } = options;
  // Separate workers: a long check of a large server must not delay the removal of deleted text elsewhere.
  const settling = startRetried(options, 4, async ({ id }) => {
    const [guildId = '', ...rest] = id.split(':');
    await options.settle({ guildId, summaryId: rest.join(':') });
    return null;
  });
  const checking = startRetried(options, 1, async ({ id }, signal) => {
    if (id !== everyServer) {
      await options.check(id, signal);
      return null;
    }
    check(await options.guildIds());
    return addMs(clock.now(), dayMs);
  });
  const logged = (scheduled: Promise<void>) =>
    void scheduled.catch((error: unknown) => log.error(toLoggedError(error), 'post-job-scheduling-failed'));
  const check = (guildIds: readonly string[]): void => {
    for (const guildId of guildIds) logged(checking.schedule(guildId));
  };
  logged(checking.schedule(everyServer));
  return {
    settle: ({ guildId, summaryId }: Named): void => logged(settling.schedule(`${guildId}:${summaryId}`)),
    check,
    stop: async (): Promise<void> => void (await Promise.all([settling.stop(), checking.stop()])),
  };
}

/** A worker for the jobs of this process, which retries with backoff and never gives up. */
function startRetried({ clock, log }: PostJobsOptions, concurrency: number, run: JobWork['run']) {
  const queue = createMemoryQueue({ clock, log });
  const { stop } = queue.work({
    toServer: id => id.split(':')[0] ?? id,
    concurrency,
    run,
    retries,
    giveUp: async () => null,
  });
  return { schedule: (id: string) => queue.schedule(id, clock.now()), stop };
}
