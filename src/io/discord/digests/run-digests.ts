import { getHeapStatistics } from 'node:v8';
import { type Client, DiscordAPIError } from 'discord.js';
import { type DeliveriesOptions, startDeliveries } from '../../../app/digests/deliveries.ts';
import { type Digests, type DigestsOptions, startDigests } from '../../../app/digests/digests.ts';
import { type DigestRunParts, type DigestStore, PostRefused } from '../../../app/digests/ports.ts';
import type { JobQueue } from '../../../app/jobs.ts';
import { isSettingsUnreadable, type Settings } from '../../../app/settings.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { summarize } from '../../../app/summarize.ts';
import { keepFirst } from '../../../core/claims/assemble.ts';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import {
  type Digest,
  isNote,
  isPersonal,
  type PauseReason,
  toChosenIds,
} from '../../../core/digests/digest.ts';
import { linesOfCard } from '../../../core/prompt/answer.ts';
import { maxMessagesSetting, needsReview, toGlossary } from '../../../core/settings.ts';
import { toLoggedError } from '../../../log.ts';
import { toDigestTitle } from '../../../render/embed/digest-text.ts';
import { type AccessSnapshot, takeSnapshot, toCachedSnapshot } from '../access/check-access.ts';
import { areSourcesReadable, findSources, toSourcesDestination } from '../access/open-channels.ts';
import { fetchMember, findSource, learnGuild, type SourceChannel } from '../access/places.ts';
import { checkStoredAccess, toReadPlaces } from '../access/stored-sources.ts';
import { isContentHidden, toAttachmentLimits } from '../history/history.ts';
import type { BaseServices } from '../interaction/context.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { editMessage, fetchMessage } from '../interaction/messages.ts';
import { afterPeople, goLast } from '../send-request.ts';
import { toPostMessage, toPostWords } from '../summarize/summary-message.ts';
import { writeCurrent } from '../sync/gateway-events.ts';
import { findMemory } from '../topics.ts';
import { mostWaiting } from '../waiting.ts';
import { openCard, toCardContent } from './card.ts';
import {
  deletePosts,
  findDestination,
  findDigestPosts,
  isForum,
  mayDeletePosts,
  readSources,
  sendOnce,
  sendToForum,
  toFloor,
} from './digest-places.ts';
import { createNotifyCreator, renderHeading } from './message.ts';
import { followNews, hasNews, isClosed, readSolved } from './note.ts';
import { fetchAsker } from './preview.ts';

export type DigestOptions = Pick<DigestsOptions, 'mostDigests' | 'concurrency'> & {
  readonly digests: DigestStore;
  readonly jobs: JobQueue;
  readonly deliveryJobs: JobQueue;
};

/** The share of the memory of JavaScript for messages of about 4 KB each: 100,000 of them on a machine with 2 GB. */
const shareOfMemory = 0.4;
const bytesOfMessage = 4_096;

/** Runs the stored digests of all servers that this process is in, from now until it is stopped. */
export function startDigestRuns(
  services: BaseServices,
  { jobs, deliveryJobs, ...options }: DigestOptions,
): Digests {
  const { summaries, summarySync, settings, webhooks, log, telemetry, newId, clock } = services;
  const { maxMessages = maxMessagesSetting.max } = services;
  const notify = createNotifyCreator(services);
  const deliveries =
    webhooks &&
    startDeliveries({
      digests: options.digests,
      jobs: afterPeople(deliveryJobs),
      webhooks,
      open: createOpen(services),
      notify,
      clock,
    });
  const running = startDigests({
    ...options,
    jobs: afterPeople(jobs),
    summaries,
    entries: services.decisionLog,
    refreshEntries: services.refreshEntries,
    openPlace: createOpenPlace(services, options.digests),
    reviseNote: ({ guildId, lastSummaryId = '' }, change) =>
      summarySync.revise({ guildId, summaryId: lastSummaryId }, change),
    hasNews: digest => hasNews(digest, services.client),
    notePost: (stored, answeredAs) => summarySync.notePost(stored, { answeredAs }),
    summarize: createSummarizeDigest(services),
    needsReview: async ({ destination, review, guildId }) =>
      destination.kind !== 'dm' && (review || needsReview(await settings.of(guildId))),
    notify,
    ...(deliveries && { deliver: deliveries.deliver, ensureDeliveries: deliveries.ensure }),
    maxMessages,
    mostInMemory: (shareOfMemory * getHeapStatistics().heap_size_limit) / bytesOfMessage,
    newId,
    now: clock.now,
    clock,
    log,
    telemetry,
  });
  followNews(services.client, news => {
    running.onNews(news).catch((error: unknown) => log.warn(toLoggedError(error), 'news-failed'));
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
      const { guildId, creatorId } = digest;
      const [channelId = conversation.source.channelIds[0] ?? ''] = toChosenIds(digest);
      const ownSettings = await settings.of(guildId);
      const memory = engine.writesQuotes
        ? undefined
        : await findMemory(services, conversation, await findRead(conversation, client));
      const request = {
        detail: digest.detail,
        zone: digest.schedule.zone,
        window: {},
        isBackground: true,
        language: digest.language ?? ownSettings.language ?? digest.locale,
        minConfidence: ownSettings.minConfidence,
        glossary: toGlossary(ownSettings.glossary),
        memory,
        isCard: isPersonal(digest),
        payer: { guildId, personId: creatorId, channelId, feature: 'digest' as const, onCap },
        focus: digest.focus,
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
      return await writeCurrent(
        conversation,
        { watch, privacy: services.privacy },
        async current => {
          const written = await summarize(current, request, ports, signal);
          return isPersonal(digest) ? keepFirst(written, linesOfCard - mostWaiting) : written;
        },
        async all => all,
      );
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

/** Discord remembers a nonce for some minutes; it does not say how many. */
const nonceLifeMs = 2 * 60_000;

/** Opens where a digest reads and posts, as Discord describes it now. Rejects during an outage of the server. */
function createOpenPlace(
  services: BaseServices,
  digests: Pick<DigestStore, 'list'>,
): DigestRunParts['openPlace'] {
  const { client, clock, continuity, privacy, settings, summaries, summarySync } = services;
  const open = async (
    { guildId, creatorId, ...opened }: Digest,
    snapshot: AccessSnapshot,
  ): ReturnType<DigestRunParts['openPlace']> => {
    const withThreads = isPersonal(opened);
    const { guild } = snapshot;
    if (typeof guild === 'string') return 'destination_gone';
    const asked = { ...opened, guildId, creatorId };
    const card = withThreads ? await openCard(asked, snapshot, guild, services, digests) : null;
    if (typeof card === 'string') return card;
    const destination = card?.destination ?? (await findDestination(asked, snapshot));
    if (typeof destination === 'string') return destination;
    const sources =
      card?.sources ?? (await findSources(asked, snapshot, toSourcesDestination(destination), privacy));
    if (sources.channels.length === 0 && card === null) return 'no_sources';

    const toBody = async (digest: Digest, stored: StoredSummary) => {
      const named = { guildId, summaryId: stored.summary.id };
      // Messages may have been deleted while it waited.
      const waiting = await card?.renderWaiting(stored);
      const kept =
        (await summarySync.revise(named, ({ card: known, ...current }) =>
          waiting && known ? { ...current, card: { ...known, sources: waiting.sources } } : null,
        )) ?? stored;
      // In a direct message nothing else names the server.
      const server = destination.isDMBased() ? guild : undefined;
      const heading = renderHeading(digest, server, kept.summary.language, clock.now());
      const content = waiting ? toCardContent([heading, ...waiting.lines]) : heading;
      return toPostMessage(kept, { page: 1, t: toPostWords(kept), content, below: waiting?.rows });
    };
    /**
     * Whether nothing has to be searched: Discord says that nothing, or the known post, was posted last. That may lag, so only while a nonce
     * prevents a second post; unknown in direct messages, and not enough in forums, whose posts have no nonce.
     */
    const hasNothingNew = async (digest: Digest): Promise<boolean> => {
      const tickMs = Date.parse(digest.run?.tick ?? '');
      const isProtected = Date.parse(clock.now()) - tickMs < nonceLifeMs;
      if (!isProtected || destination.isDMBased() || isForum(destination)) return false;
      const { id, lastMessageId } = destination;
      if (lastMessageId === null || compareSnowflakes(lastMessageId, toFloor(digest)) <= 0) return true;
      const { lastSummaryId } = digest;
      const last = lastSummaryId === undefined ? null : await summaries.get(guildId, lastSummaryId);
      return last?.answeredAs?.channelId === id && last.answeredAs.messageId === lastMessageId;
    };

    /** What its messages link to is no source: access to that is checked alike. */
    const mayShow = async (stored: StoredSummary): Promise<boolean> => {
      const channelIds = [...new Set(Object.values(stored.linked ?? {}))];
      const linked = { creatorId, sources: { kind: 'channels', channelIds } } as const;
      const found = await findSources(linked, snapshot, toSourcesDestination(destination), privacy);
      return areSourcesReadable(toReadPlaces(stored), [...sources.channels, ...found.channels]);
    };
    /** Not while what it shows is looked up, which may fail too. */
    let isUnderWay = false;
    return {
      read: async (digest, limit, signal, room) => {
        const attachments = await toAttachmentLimits(services, guildId);
        const watch = { signal, privacy, attachments, continuity, makeRoom: room?.makeRoom };
        const reading = await (card?.read(digest, watch) ??
          readSources(digest, sources, guild, limit, watch));
        if (await isContentHidden(reading.conversation, client)) throw new PostRefused('content_hidden');
        const note = isNote(digest) && (await readSolved(destination, guild, watch));
        return note ? { ...reading, note } : reading;
      },
      mayShow,
      findPosts: async digest =>
        (await hasNothingNew(digest)) ? [] : findDigestPosts(destination, digest, client),
      send: async (digest, stored) => {
        const body = await toBody(digest, stored);
        isUnderWay = true;
        if (!isForum(destination))
          return sendOnce(destination, body, [digest.id, digest.run?.tick, digest.run?.posted].join(':'));
        const title = toDigestTitle(clock.now(), digest.schedule, stored.summary.language);
        return sendToForum(destination, title, body, digest.destination);
      },
      edit: async (digest, stored, post) => editMessage(client, post, await toBody(digest, stored)),
      isRefusal: error =>
        !isUnderWay ||
        error instanceof PostRefused ||
        (error instanceof DiscordAPIError && Number(error.status) < 500),
      delete: posts => deletePosts(destination, posts),
      mayDelete: mayDeletePosts(destination),
      isClosed: isClosed(destination),
      hasPost: async post => (await orUnavailable(fetchMessage(client, post))) !== 'gone',
      hasNonces: !isForum(destination),
    };
  };
  return async (digest, by) => {
    if (by === 'requests') goLast();
    const { guildId, creatorId } = digest;
    const settingsProblem = await findSettingsProblem(guildId, settings);
    if (settingsProblem !== null) return settingsProblem;
    const guild = client.guilds.cache.get(guildId);
    const creator =
      by === 'events' && guild && continuity.isFollowed(guildId)
        ? await fetchMember(guild, creatorId)
        : 'gone';
    const place = typeof creator === 'string' ? null : await open(digest, toCachedSnapshot(creator));
    // Nothing is paused because of what may be out of date.
    if (place !== null && typeof place !== 'string') return place;
    const withThreads = isPersonal(digest);
    return open(digest, await takeSnapshot(client, guildId, { personId: creatorId, withThreads }));
  };
}

/** With unreadable settings, nobody knows whether posts need a review. */
async function findSettingsProblem(
  guildId: string,
  settings: Pick<Settings, 'of'>,
): Promise<PauseReason | null> {
  try {
    await settings.of(guildId);
    return null;
  } catch (error) {
    if (isSettingsUnreadable(error)) return 'settings_unreadable';
    throw error;
  }
}
