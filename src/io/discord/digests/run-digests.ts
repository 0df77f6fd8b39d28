import { type DeliveriesOptions, startDeliveries } from '../../../app/digests/deliveries.ts';
import { type Digests, type DigestsOptions, startDigests } from '../../../app/digests/digests.ts';
import type { DigestStore } from '../../../app/digests/ports.ts';
import type { JobQueue } from '../../../app/jobs/ports.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { createLearnGuild } from '../access/access-snapshot.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isAwaitingReview, needsReview } from '../review/needs-review.ts';
import { afterPeople } from '../shared-requests.ts';
import { fetchAsker } from './command/member-access.ts';
import { createDigestPlaces, findSettingsProblem } from './digest-places.ts';
import { createNotifyCreator } from './notify-creator.ts';
import { createSummarizeDigest } from './summarize-digest.ts';

/** What only digests need. */
export type DigestOptions = Pick<DigestsOptions, 'mostDigests' | 'concurrency' | 'waitForIdle'> & {
  readonly digests: DigestStore;
  readonly jobs: JobQueue;
  /** Of what is sent to webhooks. */
  readonly deliveryJobs: JobQueue;
};

/** Runs the stored digests of all servers that this process is in, from now until it is stopped. */
export function startDigestRuns(
  services: BaseServices,
  { digests, jobs, deliveryJobs, mostDigests, concurrency, waitForIdle }: DigestOptions,
): Digests {
  const { summaries, summarySync, settings, webhooks, log, telemetry, newId, clock } = services;
  const { maxMessages = maxMessagesSetting.max } = services;
  const tell = createNotifyCreator(services);
  const deliveries =
    webhooks &&
    startDeliveries({
      digests,
      jobs: afterPeople(deliveryJobs),
      webhooks,
      open: createOpen(services),
      tell,
      clock,
    });
  const running = startDigests({
    digests,
    jobs: afterPeople(jobs),
    summaries,
    entries: services.decisionLog,
    places: createDigestPlaces(services),
    notePost: (stored, answeredAs) => summarySync.notePost(stored, { answeredAs }),
    summarize: createSummarizeDigest(services),
    needsReview: async ({ destination, review, guildId }) =>
      destination.kind !== 'dm' && (review || needsReview(await settings.of(guildId))),
    tell,
    ...(deliveries && { deliver: deliveries.deliver, ensureDeliveries: deliveries.ensure }),
    maxMessages,
    newId,
    now: clock.now,
    clock,
    log,
    telemetry,
    ...(mostDigests !== undefined && { mostDigests }),
    ...(concurrency !== undefined && { concurrency }),
    ...(waitForIdle && { waitForIdle }),
  });
  return { ...running, stop: async () => void (await Promise.all([running.stop(), deliveries?.stop()])) };
}

/** What is sent to a webhook is what the creator of the digest may read and share at that moment. */
function createOpen({ client, privacy, settings, summarySync }: BaseServices): DeliveriesOptions['open'] {
  const learnGuild = createLearnGuild(client);
  return async ({ guildId, creatorId }, summaryId) => {
    // Nobody knows whether a review is required, or how long summaries are kept.
    if ((await findSettingsProblem(guildId, settings)) !== null) return 'held';
    // Without the server, deletions in it are not found.
    await learnGuild(guildId);
    const stored = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (stored === null) return null;
    if (isAwaitingReview(stored)) return 'held';
    const creator = await fetchAsker(client, guildId, creatorId);
    if (!creator?.isManager) return null;
    return (await checkStoredAccess(stored, client, creatorId, { privacy })) === null ? stored : null;
  };
}
