import type { GuildTextBasedChannel } from 'discord.js';
import type {
  ApiSource,
  Caller,
  ChannelRange,
  ListPlace,
  Refusal,
  SourceProgress,
  SourceResult,
} from '../../../app/api/ports.ts';
import { check } from '../../../app/check.ts';
import type { Digests } from '../../../app/digests/digests.ts';
import type { StoredRequest, StoredSummary } from '../../../app/ports.ts';
import { type SummarizePorts, summarize } from '../../../app/summarize.ts';
import { toTrace } from '../../../app/telemetry/ports.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { toCitedIds } from '../../../core/claims/summary/cited-messages.ts';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import { toMessageUrl } from '../../../core/conversation/discord/message-url.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { toAuthorIds, withoutAuthors } from '../../../core/conversation/opted-out.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { type GuildSettings, maxMessagesSetting, type SettingDefaults } from '../../../core/settings.ts';
import { createLru } from '../../../lru.ts';
import { toScheduleWords } from '../../../render/digests/digest-schedule.ts';
import type { FeedEntry } from '../../../render/exports/atom.ts';
import { englishBotWords, toBotWords } from '../../../render/words/bot/index.ts';
import { checkAccess, type Denial } from '../access/check-access.ts';
import { fetchGuild } from '../access/fetch-guild.ts';
import { findChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { hasGateway } from '../client.ts';
import { isContentHidden } from '../history/content-intent.ts';
import { readHistory } from '../history/history.ts';
import { parseSince } from '../history/window.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isAwaitingReview, needsReview } from '../review/needs-review.ts';
import { toEmptyWords } from '../settings/privacy/empty-words.ts';
import type { DeletionWatch } from '../sync/deletions.ts';
import { createPageReader } from './page-conversation.ts';

type Settings = GuildSettings & SettingDefaults;
type Opened = { readonly ok: true; readonly stored: StoredSummary } | Refusal;

/** Thrown out of a summary whose caller may no longer read the channel. */
class RefusedMeanwhile extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

const usualMessages = 100;
/** Channels that are newer are not known as parents of threads. */
const learnedMs = 60_000;
/** Of a feed. */
const mostEntries = 20;
const unknownDigest: Refusal = {
  ok: false,
  reason: 'not_found',
  detail: 'There is no such digest, or the owner of this token can read none of its summaries.',
};
const unknownChannel: Refusal = {
  ok: false,
  reason: 'not_found',
  detail: 'There is no such channel, or the owner of this token, or the bot, cannot read it.',
};
const unknownSummary: Refusal = {
  ok: false,
  reason: 'not_found',
  detail: 'There is no such summary, it has expired, or the owner of this token cannot read its channel.',
};

/** Answers requests of the HTTP API from Discord, under the permissions of the token's owner. */
export function createApiSource(services: BaseServices, digests: Digests | null): ApiSource {
  const { client, summaries, summarySync, privacy, telemetry, newId, now } = services;

  const readPage = createPageReader(services);
  const learned = createLru<Promise<unknown>>(10_000, { ttl: learnedMs });
  /** discord.js finds no channel of a server that it does not know. Permissions are fetched again at each check. */
  const learnGuild = async (guildId: string) => {
    if (hasGateway(client)) return;
    const learning = learned.get(guildId) ?? fetchGuild(client, guildId);
    if (!learned.has(guildId)) learned.set(guildId, learning);
    await learning.catch((error: unknown) => {
      learned.delete(guildId);
      throw error;
    });
  };

  const openNow = async ({ guildId, userId, channelIds }: Caller, summaryId: string): Promise<Opened> => {
    await learnGuild(guildId);
    const found = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (found === null || !isInScope(found, channelIds)) return unknownSummary;
    const denial = await checkStoredAccess(found, client, userId, { privacy });
    return denial !== null || (isAwaitingReview(found) && found.requesterId !== userId)
      ? unknownSummary
      : { ok: true, stored: found };
  };

  // Requests at the same moment share one check with Discord, whose rate limit is far below that of the API.
  const opening = new Map<string, Promise<Opened>>();
  const open = (caller: Caller, summaryId: string): Promise<Opened> => {
    const key = `${caller.tokenId} ${caller.userId} ${summaryId}`;
    const found = opening.get(key) ?? openNow(caller, summaryId).finally(() => opening.delete(key));
    opening.set(key, found);
    return found;
  };

  /** The stored summaries that a person asked for in a server, newest first. */
  const findAsked = async (guildId: string, personId: string): Promise<readonly StoredSummary[]> => {
    const asked = (await summaries.askedBy(personId)).filter(each => each.guildId === guildId);
    const stored = await Promise.all(asked.map(each => summaries.get(each.guildId, each.summaryId)));
    return stored.flatMap(each => each ?? []).sort((a, b) => compareNewest(toListPlace(a), toListPlace(b)));
  };

  /** The first of them that the caller may read, as they are now. */
  const openNewest = async (caller: Caller, newest: readonly StoredSummary[], limit: number) => {
    const found: StoredSummary[] = [];
    for (const { summary } of newest) {
      const opened = await open(caller, summary.id);
      if (!opened.ok) continue;
      if (found.length === limit) return { summaries: found, hasMore: true };
      found.push(opened.stored);
    }
    return { summaries: found, hasMore: false };
  };

  const countRun: ApiSource['countRun'] = async ({ guildId, userId }, work) => {
    const { dailyRuns } = await services.settings.of(guildId);
    const begun = await services.runs.begin(userId, dailyRuns);
    if (!begun.ok) return toLimitRefusal(begun.reason, begun.limit);
    let isCounted = false;
    try {
      return await work(() => {
        isCounted = true;
      });
    } finally {
      await begun.end({ counted: isCounted });
    }
  };

  const runNow = async (
    caller: Caller,
    range: ChannelRange,
    request: StoredRequest,
    write: (conversation: Conversation, settings: Settings, watch: DeletionWatch) => Promise<Summary>,
    onProgress: (progress: SourceProgress) => void,
    signal: AbortSignal,
  ): Promise<SourceResult> => {
    const { guildId, userId } = caller;
    await learnGuild(guildId);
    const channel = await findReadable(services, caller, range.channelId);
    if ('ok' in channel) return channel;
    return countRun(caller, async onRead => {
      const settings = await services.settings.of(guildId);
      const watch = services.deletions.watch();
      const createdAt = now();
      try {
        const read = await telemetry.step('read', () =>
          readRange(services, caller, channel, range, onProgress, signal),
        );
        if ('ok' in read) return read;
        onRead();
        const summary = await writeCurrent(services, caller, channel, read, watch, conversation =>
          write(conversation, settings, watch),
        );
        const stored: StoredSummary = {
          summary,
          request,
          requesterId: userId,
          guildId,
          channelId: channel.id,
          createdAt,
          ...toTrace(telemetry),
          ...(needsReview(settings) && summary.checked === undefined && { needsReview: true }),
        };
        await summaries.put(stored);
        if (hasGateway(client)) return { ok: true, stored };
        // Nobody told this process what was deleted meanwhile.
        const named = { guildId, summaryId: summary.id };
        const current = await summarySync.withCurrent(named, async found => found);
        return current === null ? unknownSummary : { ok: true, stored: current };
      } catch (error) {
        if (error instanceof RefusedMeanwhile) return error.refusal;
        throw error;
      } finally {
        watch.end();
      }
    });
  };

  const run = (...given: Parameters<typeof runNow>) => telemetry.run('api', () => runNow(...given));

  return {
    countRun,
    isReady: () => !hasGateway(client) || client.ws.status === 0,
    summarize: (caller, { channelId, messages, since, detail, language, focus }, onProgress, signal) => {
      const request = {
        detail,
        ...(language !== undefined && { language }),
        ...(focus !== undefined && { focus }),
        ...(messages !== undefined && { messages }),
        ...(since !== undefined && { since }),
      };
      return run(
        caller,
        { channelId, messages, since },
        request,
        async (conversation, settings, watch) => {
          const messagesRead = conversation.messages.length;
          const ports: SummarizePorts = {
            engine: services.engine,
            ...(services.fallback && { fallback: services.fallback }),
            ...(services.judge && { judge: services.judge }),
            log: services.log,
            telemetry: services.telemetry,
            newId,
            isGone: id => watch.deleted().has(id),
            onVerified: ({ verified, judging }) => onProgress({ messagesRead, claims: verified, judging }),
          };
          const wanted = {
            detail,
            zone: settings.zone ?? 'UTC',
            window: {},
            ...(language !== undefined
              ? { language }
              : settings.language !== undefined && { language: settings.language }),
            minConfidence: settings.minConfidence,
            ...(focus !== undefined && { focus }),
            payer: toPayer(caller, channelId),
          };
          return summarize(conversation, wanted, ports, signal);
        },
        onProgress,
        signal,
      );
    },
    check: (caller, { channelId, messages, since, statements }, onProgress, signal) =>
      run(
        caller,
        { channelId, messages, since },
        {
          detail: 'standard',
          ...(messages !== undefined && { messages }),
          ...(since !== undefined && { since }),
        },
        (conversation, settings, watch) =>
          check(
            conversation,
            {
              statements: statements.map(text => ({ text })),
              zone: settings.zone ?? 'UTC',
              window: {},
              payer: toPayer(caller, channelId),
            },
            {
              newId,
              ...(services.judge && { judge: services.judge }),
              log: services.log,
              isGone: id => watch.deleted().has(id),
            },
            signal,
          ),
        onProgress,
        signal,
      ),
    open,
    async openPage(caller, summaryId) {
      const opened = await open(caller, summaryId);
      if (!opened.ok) return opened;
      const shown = await readPage(opened.stored);
      // Reading may take long, and what changed meanwhile counts.
      const now = await open(caller, summaryId);
      return now.ok ? { ...now, ...shown } : now;
    },
    async list(caller, after, limit) {
      const asked = await findAsked(caller.guildId, caller.userId);
      return openNewest(
        caller,
        asked.filter(place => after === null || compareNewest(toListPlace(place), after) > 0),
        limit,
      );
    },
    async feed(caller, digestId) {
      const digest = (await digests?.get(caller.guildId, digestId)) ?? null;
      if (digest === null) return unknownDigest;
      const { id, createdAt, creatorId, schedule, locale } = digest;
      const asked = await findAsked(caller.guildId, creatorId);
      const found = await openNewest(
        caller,
        asked.filter(({ request }) => request.digestId === digestId),
        mostEntries,
      );
      // People who can read none of it do not learn that it exists.
      if (found.summaries.length === 0 && creatorId !== caller.userId) return unknownDigest;
      const words = toBotWords(locale).digest;
      const title = `${words.command.title}: ${toScheduleWords(schedule, locale, words.schedule)}`;
      return {
        ok: true,
        feed: { id, title, createdAt, entries: found.summaries.map(stored => toFeedEntry(stored, schedule)) },
      };
    },
  };
}

function toFeedEntry(
  { summary, createdAt, guildId, answeredAs }: StoredSummary,
  { zone }: Digest['schedule'],
): FeedEntry {
  const date = new Intl.DateTimeFormat(summary.language, { dateStyle: 'long', timeZone: zone });
  return {
    summary,
    title: toBotWords(summary.language).digest.title(date.format(Date.parse(createdAt))),
    createdAt,
    url:
      answeredAs === undefined
        ? null
        : (toMessageUrl(guildId, answeredAs.channelId, answeredAs.messageId) ?? null),
  };
}

function toListPlace({ createdAt, summary }: StoredSummary): ListPlace {
  return { createdAt, summaryId: summary.id };
}

/** The owner of a token pays as if they asked in Discord. */
function toPayer({ guildId, userId }: Caller, channelId: string): Payer {
  return { guildId, personId: userId, channelId, feature: 'api' };
}

/** By time, the newest first, then by id. */
function compareNewest(a: ListPlace, b: ListPlace): number {
  return compare(b.createdAt, a.createdAt) || compare(a.summaryId, b.summaryId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A thread is in scope by itself or by its channel. */
function isInScope(
  { channelId, summary }: StoredSummary,
  channelIds: readonly string[] | undefined,
): boolean {
  if (channelIds === undefined) return true;
  const { channelIds: read, threadId } = summary.source;
  if (threadId === channelId && channelIds.includes(threadId)) return true;
  return read.length > 0 && read.every(id => channelIds.includes(id));
}

/** The channel or thread, if both the owner of the token and the bot may read it now. */
async function findReadable(
  { client, privacy }: BaseServices,
  { guildId, userId, channelIds }: Caller,
  channelId: string,
): Promise<GuildTextBasedChannel | Refusal> {
  const channel = await findChannel(client, channelId);
  if (channel === null || channel.guildId !== guildId) return unknownChannel;
  const parentId = channel.isThread() ? channel.parentId : null;
  if (channelIds !== undefined && ![channel.id, parentId].some(id => id !== null && channelIds.includes(id)))
    return unknownChannel;
  const denial = await checkAccess(channel, userId, { privacy });
  return denial === null ? channel : toDenied(denial);
}

/** To a person who may not see a channel it does not exist. */
function toDenied({ reason, channelId }: Denial): Refusal {
  return reason === 'channel_excluded'
    ? { ok: false, reason: 'not_found', detail: englishBotWords.denied(reason, channelId) }
    : unknownChannel;
}

async function readRange(
  { client, privacy, cache, zones, now, maxMessages = maxMessagesSetting.max }: BaseServices,
  { userId, guildId }: Caller,
  channel: GuildTextBasedChannel,
  { messages, since }: ChannelRange,
  onProgress: (progress: SourceProgress) => void,
  signal: AbortSignal,
): Promise<Conversation | Refusal> {
  const invalid = (detail: string): Refusal => ({ ok: false, reason: 'invalid', detail });
  const zone = (await zones.get(userId)) ?? (await zones.get(guildId)) ?? 'UTC';
  const from =
    since === undefined
      ? null
      : await parseSince(since, { now: now(), zone, channel, personId: userId, signal });
  if (from !== null && !from.ok) {
    if (from.reason === 'in_future') return invalid(`"since" is in the future: ${from.at}.`);
    if (from.reason === 'no_own_message') return invalid('The owner of this token wrote nothing recently.');
    return invalid('"since" is not a time, such as "2 hours ago", "yesterday 9am" or "2026-03-09".');
  }
  const count = Math.min(messages ?? (since === undefined ? usualMessages : maxMessages), maxMessages);
  const window = {
    count,
    ...(from && { from: from.from, ...(from.afterId !== undefined && { afterId: from.afterId }) }),
  };
  const conversation = await readHistory(channel, window, {
    signal,
    privacy,
    cache,
    onProgress: ({ read }) => onProgress({ messagesRead: read, claims: 0, judging: false }),
  });
  const empty = toEmptyWords(conversation, `#${channel.name}`, englishBotWords);
  if (empty !== null) return { ok: false, reason: 'nothing_to_read', detail: empty };
  if (await isContentHidden(conversation, client))
    return { ok: false, reason: 'nothing_to_read', detail: englishBotWords.contentHidden };
  return conversation;
}

/**
 * Writes until the result cites nothing that was deleted, and nobody who opted out, meanwhile. Checks afterwards that
 * the caller may still read the channel.
 */
async function writeCurrent(
  services: BaseServices,
  { userId }: Caller,
  channel: GuildTextBasedChannel,
  read: Conversation,
  watch: DeletionWatch,
  write: (conversation: Conversation) => Promise<Summary>,
): Promise<Summary> {
  const { privacy } = services;
  let conversation = read;
  for (;;) {
    const gone = watch.deleted();
    const messages = conversation.messages.filter(({ id }) => !gone.has(id));
    if (messages.length === 0 || gone.has(channel.id))
      throw new RefusedMeanwhile({
        ok: false,
        reason: 'nothing_to_read',
        detail: 'The messages were deleted while they were being summarized.',
      });
    const current = { ...conversation, messages };
    const summary = await write(current);
    const denial = await checkAccess(channel, userId, { privacy });
    if (denial !== null) throw new RefusedMeanwhile(toDenied(denial));
    const optedOut = await privacy.optedOut([...toAuthorIds(current)]);
    if (optedOut.size > 0) conversation = withoutAuthors(conversation, optedOut);
    else if (!toCitedIds(summary).some(id => watch.deleted().has(id))) return summary;
  }
}

function toLimitRefusal(reason: 'running' | 'spent', limit: number): Refusal {
  return reason === 'running'
    ? {
        ok: false,
        reason: 'busy',
        detail:
          'Another summary for the owner of this token is running. Send the request again when it has ended.',
      }
    : {
        ok: false,
        reason: 'limit_reached',
        detail: `The owner of this token has used today's ${limit} summaries.`,
      };
}
