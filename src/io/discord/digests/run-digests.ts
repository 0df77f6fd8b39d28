import type { Client } from 'discord.js';
import { type DeliveriesOptions, startDeliveries } from '../../../app/digests/deliveries.ts';
import { type Digests, type DigestsOptions, startDigests } from '../../../app/digests/digests.ts';
import type { DigestRunParts, DigestStore } from '../../../app/digests/ports.ts';
import type { JobQueue } from '../../../app/jobs/jobs.ts';
import { summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { toCitedIds } from '../../../core/claims/footnotes.ts';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { maxMessagesSetting, needsReview } from '../../../core/settings.ts';
import { learnGuild } from '../access/access-snapshot.ts';
import type { SourceChannel } from '../access/places.ts';
import { findSource } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import type { BaseServices } from '../interaction/context.ts';
import { afterPeople } from '../shared-requests.ts';
import { findMemory } from '../topics.ts';
import { createNotifyCreator, toDigestLanguage } from './notify-creator.ts';
import { createOpenPlace, findSettingsProblem } from './place.ts';
import { fetchAsker } from './preview.ts';

/** What only digests need. */
export type DigestOptions = Pick<DigestsOptions, 'mostDigests' | 'concurrency' | 'countWaiting'> & {
  readonly digests: DigestStore;
  readonly jobs: JobQueue;
  /** Jobs that send summaries to webhooks. */
  readonly deliveryJobs: JobQueue;
};

/** Runs the stored digests of all servers that this process is in, from now until it is stopped. */
export function startDigestRuns(
  services: BaseServices,
  { digests, jobs, deliveryJobs, mostDigests, concurrency, countWaiting }: DigestOptions,
): Digests {
  const { summaries, summarySync, settings, webhooks, log, telemetry, newId, clock } = services;
  const { maxMessages = maxMessagesSetting.max } = services;
  const notify = createNotifyCreator(services);
  const deliveries =
    webhooks &&
    startDeliveries({
      digests,
      jobs: afterPeople(deliveryJobs),
      webhooks,
      open: createOpen(services),
      notify,
      clock,
    });
  const running = startDigests({
    digests,
    jobs: afterPeople(jobs),
    summaries,
    entries: services.decisionLog,
    openPlace: createOpenPlace(services),
    notePost: (stored, answeredAs) => summarySync.notePost(stored, { answeredAs }),
    summarize: createSummarizeDigest(services),
    needsReview: async ({ destination, review, guildId }) =>
      destination.kind !== 'dm' && (review || needsReview(await settings.of(guildId))),
    notify,
    ...(deliveries && { deliver: deliveries.deliver, ensureDeliveries: deliveries.ensure }),
    maxMessages,
    newId,
    now: clock.now,
    clock,
    log,
    telemetry,
    ...(mostDigests !== undefined && { mostDigests }),
    ...(concurrency !== undefined && { concurrency }),
    ...(countWaiting && { countWaiting }),
  });
  return { ...running, stop: async () => void (await Promise.all([running.stop(), deliveries?.stop()])) };
}

/** Opens a summary for a webhook, if the creator of the digest may read and share it now. */
function createOpen({ client, privacy, settings, summarySync }: BaseServices): DeliveriesOptions['open'] {
  return async ({ guildId, creatorId }, summaryId) => {
    // Unreadable settings may require a review, or a shorter retention.
    if ((await findSettingsProblem(guildId, settings)) !== null) return 'held';
    // Deletions are found only in servers that are cached.
    await learnGuild(client, guildId);
    const stored = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (stored === null) return null;
    if (isAwaitingReview(stored)) return 'held';
    const creator = await fetchAsker(client, guildId, creatorId);
    if (!creator?.isManager) return null;
    return (await checkStoredAccess(stored, client, creatorId, { privacy })) === null ? stored : null;
  };
}

/** Summarizes the messages, again if a cited one was deleted meanwhile. */
function createSummarizeDigest(services: BaseServices): DigestRunParts['summarize'] {
  const { client, engine, fallback, judge, settings, deletions, log, telemetry } = services;
  return async (digest, conversation, signal, { summaryId, onCap }) => {
    const watch = deletions.watch();
    try {
      const ownSettings = await settings.of(digest.guildId);
      const memory = engine.writesQuotes
        ? undefined
        : await findMemory(services, conversation, await findRead(conversation, client));
      const request = {
        detail: digest.detail,
        zone: digest.schedule.zone,
        window: {},
        isBackground: true,
        language: toDigestLanguage(digest, ownSettings),
        minConfidence: ownSettings.minConfidence,
        ...(memory && { memory }),
        payer: toPayer(digest, onCap),
        ...(digest.focus !== undefined && { focus: digest.focus }),
      };
      const isGone = (id: string) => watch.deleted().has(id);
      const ports = {
        engine,
        fallback,
        judge,
        log,
        telemetry,
        newId: () => summaryId,
        isGone,
      };
      for (;;) {
        const messages = conversation.messages.filter(({ id }) => !isGone(id));
        const summary = await summarize({ ...conversation, messages }, request, ports, signal);
        if (!toCitedIds(summary).some(isGone)) return summary;
      }
    } finally {
      watch.end();
    }
  };
}

/** The channels that were read; all may be shown at the destination. */
async function findRead({ source }: Conversation, client: Client): Promise<readonly SourceChannel[]> {
  const found = await Promise.all(source.channelIds.map(id => findSource(client, id)));
  return found.filter(each => typeof each !== 'string');
}

function toPayer({ guildId, creatorId, sources }: Digest, onCap: NonNullable<Payer['onCap']>): Payer {
  const [channelId = ''] = sources.channelIds;
  return { guildId, personId: creatorId, channelId, feature: 'digest', onCap };
}
