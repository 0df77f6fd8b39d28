import { createHash } from 'node:crypto';
import { type Client, type Guild, RESTJSONErrorCodes } from 'discord.js';
import { type DeliveriesOptions, startDeliveries } from '../../../app/digests/deliveries.ts';
import { type Digests, type DigestsOptions, startDigests } from '../../../app/digests/digests.ts';
import type {
  DigestNotice,
  DigestPlaces,
  DigestRunParts,
  DigestStore,
  NotifyCreator,
} from '../../../app/digests/ports.ts';
import type { JobQueue } from '../../../app/jobs/ports.ts';
import { summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { toCitedIds } from '../../../core/claims/summary/cited-messages.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { Digest, PauseReason } from '../../../core/digests/digest.ts';
import { nextRuns } from '../../../core/schedule.ts';
import { type GuildSettings, maxMessagesSetting } from '../../../core/settings.ts';
import { toScheduleWords } from '../../../render/digests/digest-schedule.ts';
import { toPlaceName, toTime, toWebhookHost } from '../../../render/digests/digest-text.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import { fetchGuild } from '../access/fetch-guild.ts';
import type { SourceChannel } from '../access/places.ts';
import { checkStoredAccess, findSource, toReadPlaces } from '../access/stored-sources.ts';
import { isContentHidden } from '../history/content-intent.ts';
import type { BaseServices } from '../interaction/context.ts';
import { noMentions } from '../interaction/message-body.ts';
import { isAwaitingReview, needsReview } from '../review/needs-review.ts';
import { inBackground } from '../shared-requests.ts';
import { toPostMessage, toPostWords } from '../summarize/post-message.ts';
import { postOnce } from '../summarize/send-message.ts';
import { findMemory } from '../topics/find-memory.ts';
import { toCapWords } from '../usage/bill.ts';
import { fetchAsker } from './command/member-access.ts';
import {
  type Destination,
  editPost,
  findDestination,
  findPostOf,
  orPostRefused,
  postBody,
} from './destination.ts';
import { readSources } from './read-sources.ts';
import { areSourcesReadable, findSources, type Sources, toSourcesDestination } from './sources.ts';

/** What only digests need. */
export type DigestOptions = Pick<
  DigestsOptions,
  'mostDigests' | 'concurrency' | 'waitForIdle' | 'batching'
> & {
  readonly digests: DigestStore;
  readonly jobs: JobQueue;
  /** Of what is sent to webhooks. */
  readonly deliveryJobs: JobQueue;
};

/** Runs the stored digests of all servers that this process is in, from now until it is stopped. */
export function startDigestRuns(
  services: BaseServices,
  { digests, jobs, deliveryJobs, mostDigests, concurrency, waitForIdle, batching }: DigestOptions,
): Digests {
  const { summaries, summarySync, settings, webhooks, log, telemetry, newId, clock } = services;
  const { maxMessages = maxMessagesSetting.max } = services;
  const tell = createTell(services);
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
    places: createPlaces(services),
    notePost: (stored, answeredAs) => summarySync.notePost(stored, { answeredAs }),
    summarize: createSummarize(services),
    needsReview: async ({ destination, review, guildId }) =>
      destination.kind !== 'dm' && (review || needsReview(await settings.of(guildId))),
    tell,
    ...(deliveries && { deliver: deliveries.deliver }),
    maxMessages,
    newId,
    now: clock.now,
    clock,
    log,
    telemetry,
    ...(mostDigests !== undefined && { mostDigests }),
    ...(concurrency !== undefined && { concurrency }),
    ...(waitForIdle && { waitForIdle }),
    ...(batching && { batching }),
  });
  return { ...running, stop: async () => void (await Promise.all([running.stop(), deliveries?.stop()])) };
}

/** A queue whose jobs ask Discord when people leave room. */
function afterPeople(jobs: JobQueue): JobQueue {
  return {
    ...jobs,
    work: work => jobs.work({ ...work, run: (job, signal) => inBackground(() => work.run(job, signal)) }),
  };
}

/** What is sent to a webhook is what the creator of the digest may read and share at that moment. */
function createOpen({ client, privacy, summarySync }: BaseServices): DeliveriesOptions['open'] {
  return async ({ guildId, creatorId }, summaryId) => {
    const stored = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (stored === null) return null;
    if (isAwaitingReview(stored)) return 'held';
    const creator = await fetchAsker(client, guildId, creatorId);
    if (!creator?.isManager) return null;
    return (await checkStoredAccess(stored, client, creatorId, { privacy })) === null ? stored : null;
  };
}

/** The same when a run is repeated because the store lost it, so that its post is found. */
function toSummaryId({ id, run }: Digest): string {
  const hash = createHash('sha256').update(`${id} ${run?.tick} ${run?.posted}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function createPlaces({ client, clock, privacy, settings, summarySync }: BaseServices): DigestPlaces {
  /** Everything as it is now; the reason if the digest cannot run. Rejects during an outage of the server. */
  const look = async (digest: Digest): Promise<Look | PauseReason> => {
    const guild = await fetchGuild(client, digest.guildId);
    if (typeof guild === 'string') return 'destination_gone';
    const destination = await findDestination(digest, guild);
    if (typeof destination === 'string') return destination;
    const sources = await findSources(digest, guild, toSourcesDestination(destination), privacy);
    return sources.channels.length === 0 ? 'no_sources' : { guild, destination, sources };
  };
  const see = async (digest: Digest): Promise<Look> => {
    const seen = await look(digest);
    if (typeof seen === 'string') throw new Error(`digest ${digest.id} can no longer run: ${seen}`);
    return seen;
  };
  const toTitle = ({ schedule }: Digest, language: string) => {
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: schedule.zone });
    return toBotWords(language).digest.title(date.format(Date.parse(clock.now())));
  };
  /** Names the digest, and when it runs next. */
  const toHeading = (digest: Digest, { guild, destination }: Look, language: string) => {
    const [next] = nextRuns(digest.schedule, clock.now(), 1);
    // In a direct message nothing else names the server.
    const server = destination.isDMBased() ? guild : undefined;
    return toDigestHeading(digest, server, language, next === undefined ? null : toTime(next, 'F'));
  };

  return {
    check: async digest => {
      const seen = await look(digest);
      return typeof seen === 'string' ? seen : null;
    },
    read: async (digest, range, signal) => {
      const { guild, sources } = await see(digest);
      const reading = await readSources(digest, sources, guild, range, { signal, privacy });
      if (await isContentHidden(reading.conversation, client))
        throw new Error('the Message Content intent is off, so there is nothing to summarize');
      return reading;
    },
    mayShow: async (digest, stored) => {
      const { sources } = await see(digest);
      return areSourcesReadable(toReadPlaces(stored), sources.channels);
    },
    post: async (digest, stored) => {
      const seen = await see(digest);
      // Messages may have been deleted while it waited.
      const named = { guildId: digest.guildId, summaryId: stored.summary.id };
      const kept = (await summarySync.withCurrent(named, async current => current)) ?? stored;
      const { language } = kept.summary;
      const content = toHeading(digest, seen, language);
      const body = toPostMessage(kept, { page: 1, words: toPostWords(kept), content });
      // A Redis that lost its last second may not know of the post.
      const since = digest.run?.tick ?? digest.createdAt;
      const found = await findPostOf(seen.destination, kept.summary.id, since, client);
      if (found !== null && found !== 'unreadable') {
        await editPost(seen.destination, found, body);
        return found;
      }
      const options = { title: toTitle(digest, language), chosen: digest.destination };
      return postBody(seen.destination, body, kept.summary.id, options);
    },
    findPost: async (digest, summaryId) => {
      const { destination } = await see(digest);
      return findPostOf(destination, summaryId, digest.run?.startedAt ?? digest.createdAt, client);
    },
    postQuiet: async (digest, waiting) => {
      const seen = await see(digest);
      const { destination } = seen;
      // Nobody can choose the line for a forum.
      if (!destination.isTextBased()) return;
      const language = toLanguage(digest, await settings.of(digest.guildId));
      const words = toBotWords(language).digest;
      const line = waiting === null ? words.nothingSelected : words.quiet(waiting);
      const content = destination.isDMBased() ? `${toHeading(digest, seen, language)}\n${line}` : line;
      const message = { content, allowedMentions: noMentions };
      await orPostRefused(postOnce(destination, message, `${digest.run?.id}:quiet`));
    },
  };
}

type Look = {
  readonly guild: Guild;
  readonly destination: Destination;
  readonly sources: Sources;
};

/** The language in which everybody who reads a digest reads it. */
function toLanguage(
  digest: Pick<Digest, 'language' | 'locale'>,
  { language }: Pick<GuildSettings, 'language'>,
): string {
  return digest.language ?? language ?? digest.locale;
}

/** The line that names a digest by its schedule; where a server is given, by that too. */
function toDigestHeading(
  { schedule }: Digest,
  server: Pick<Guild, 'name'> | undefined,
  language: string,
  next: string | null,
): string {
  const { digest } = toBotWords(language);
  const when = toScheduleWords(schedule, language, digest.schedule);
  return digest.heading(server ? `${escapeDiscord(server.name)} · ${when}` : when, next);
}

/** Summarizes what was read, again if a message that is cited was deleted meanwhile. */
function createSummarize(services: BaseServices): DigestRunParts['summarize'] {
  const { client, engine, fallback, judge, settings, deletions, log, telemetry, now } = services;
  return async (digest, conversation, open, signal, { onCap, batch }) => {
    const watch = deletions.watch();
    try {
      const ownSettings = await settings.of(digest.guildId);
      const memory = engine.writesQuotes
        ? undefined
        : await findMemory(services, {
            conversation,
            channels: await findRead(conversation, client),
            // Each look at a batch has to send the same.
            before: digest.run?.startedAt ?? now(),
          });
      const request = {
        detail: digest.detail,
        zone: digest.schedule.zone,
        window: {},
        isBackground: true,
        language: toLanguage(digest, ownSettings),
        minConfidence: ownSettings.minConfidence,
        open,
        ...(memory && { memory }),
        payer: toPayer(digest, conversation, onCap),
        ...(batch && { batch }),
        ...(digest.focus !== undefined && { focus: digest.focus }),
      };
      const isGone = (id: string) => watch.deleted().has(id);
      const ports = {
        engine,
        ...(fallback && { fallback }),
        ...(judge && { judge }),
        log,
        telemetry,
        newId: () => toSummaryId(digest),
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

/** The channels that were read, all of which may be shown at the destination. */
async function findRead({ source }: Conversation, client: Client): Promise<readonly SourceChannel[]> {
  const found = await Promise.all(source.channelIds.map(id => findSource(client, id)));
  return found.filter(each => typeof each !== 'string');
}

function toPayer(
  { guildId, creatorId, sources }: Digest,
  { source }: Conversation,
  onCap: NonNullable<Payer['onCap']>,
): Payer {
  const [first = ''] = source.channelIds;
  const channelId = sources.kind === 'category' ? sources.categoryId : first;
  return { guildId, personId: creatorId, channelId, feature: 'digest', onCap };
}

function createTell({ client, log }: BaseServices): NotifyCreator {
  return async (digest, notice) => {
    const { creatorId, id } = digest;
    // What happens on a server is no longer theirs to know.
    if (notice.kind === 'paused' && notice.reason === 'creator_left') return;
    try {
      const guild = client.guilds.cache.get(digest.guildId);
      const heading = toDigestHeading(digest, guild, digest.locale, null);
      const content = `${heading}\n${toNotice(notice, digest)}`;
      // After a kill it is told again.
      const message = { content, allowedMentions: noMentions };
      await postOnce(await client.users.createDM(creatorId), message, `${id}:${content}`);
    } catch (error) {
      // They take no direct messages; `/digest list` shows the same.
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const isClosed = code === RESTJSONErrorCodes.CannotSendMessagesToThisUser;
      log[isClosed ? 'debug' : 'warn']({ digest: id, notice: notice.kind, code }, 'digest-notice-failed');
    }
  };
}

function toNotice(notice: DigestNotice, digest: Digest): string {
  const { locale } = digest;
  const { notices, pauseReasons, command } = toBotWords(locale).digest;
  const place = toPlaceName(digest, command);
  switch (notice.kind) {
    case 'paused':
      return notices.paused(place, pauseReasons[notice.reason]);
    case 'left_out': {
      const channels = new Intl.ListFormat(locale).format(notice.channelIds.map(each => `<#${each}>`));
      return digest.destination.kind === 'dm'
        ? notices.leftOutDirect(channels)
        : notices.leftOut(place, channels);
    }
    case 'capped':
      return notices.capped(place, toCapWords(notice.cap, toBotWords(locale)));
    case 'failed':
      return notices.failed(place);
    case 'webhook_failed':
      return notices.webhookFailed(place, toWebhookHost(notice.url));
    case 'webhook_gone':
      return notices.webhookGone(place, toWebhookHost(notice.url));
  }
}
