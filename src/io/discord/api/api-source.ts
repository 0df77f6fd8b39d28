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
import type { StoredRequest, StoredSummary } from '../../../app/ports.ts';
import { type SummarizePorts, summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { toCitedIds } from '../../../core/claims/summary/cited-messages.ts';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { toAuthorIds, withoutAuthors } from '../../../core/conversation/opted-out.ts';
import { type GuildSettings, maxMessagesSetting, type SettingDefaults } from '../../../core/settings.ts';
import { english } from '../../../render/words/bot/index.ts';
import { checkAccess, type Denial } from '../access/check-access.ts';
import { findChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { isContentHidden } from '../history/content-intent.ts';
import { readHistory } from '../history/history.ts';
import { parseSince } from '../history/window.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isAwaitingReview, needsReview } from '../review/needs-review.ts';
import { toEmptyWords } from '../settings/privacy/empty-words.ts';
import type { DeletionWatch } from '../sync/deletions.ts';

type Settings = GuildSettings & SettingDefaults;

/** Thrown out of a summary whose caller may no longer read the channel. */
class RefusedMeanwhile extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

const usualMessages = 100;
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
export function createApiSource(services: BaseServices): ApiSource {
  const { client, summaries, summarySync, privacy, newId, now } = services;

  const openNow = async (
    { guildId, userId, channelIds }: Caller,
    summaryId: string,
  ): Promise<SourceResult> => {
    const found = await summarySync.withCurrent({ guildId, summaryId }, async current => current);
    if (found === null || !isInScope(found, channelIds)) return unknownSummary;
    const denial = await checkStoredAccess(found, client, userId, { privacy });
    return denial !== null || (isAwaitingReview(found) && found.requesterId !== userId)
      ? unknownSummary
      : { ok: true, stored: found };
  };

  // Requests at the same moment share one check with Discord, whose rate limit is far below that of the API.
  const opening = new Map<string, Promise<SourceResult>>();
  const open = (caller: Caller, summaryId: string): Promise<SourceResult> => {
    const key = `${caller.tokenId} ${summaryId}`;
    const found = opening.get(key) ?? openNow(caller, summaryId).finally(() => opening.delete(key));
    opening.set(key, found);
    return found;
  };

  const run = async (
    caller: Caller,
    range: ChannelRange,
    request: StoredRequest,
    write: (conversation: Conversation, settings: Settings, watch: DeletionWatch) => Promise<Summary>,
    onProgress: (progress: SourceProgress) => void,
    signal: AbortSignal,
  ): Promise<SourceResult> => {
    const { guildId, userId } = caller;
    const channel = await findReadable(services, caller, range.channelId);
    if ('ok' in channel) return channel;
    const settings = await services.settings.of(guildId);
    const begun = await services.runs.begin(userId, settings.dailyRuns);
    if (!begun.ok) return toLimitRefusal(begun.reason, begun.limit);
    const watch = services.deletions.watch();
    const createdAt = now();
    let isCounted = false;
    try {
      const read = await readRange(services, caller, channel, range, onProgress, signal);
      if ('ok' in read) return read;
      isCounted = true;
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
        ...(needsReview(settings) && summary.checked === undefined && { needsReview: true }),
      };
      await summaries.put(stored);
      return { ok: true, stored };
    } catch (error) {
      if (error instanceof RefusedMeanwhile) return error.refusal;
      throw error;
    } finally {
      watch.end();
      await begun.end({ counted: isCounted });
    }
  };

  return {
    isReady: () => client.ws.status === 0,
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
    async list(caller, after, limit) {
      const asked = (await summaries.askedBy(caller.userId)).filter(
        ({ guildId }) => guildId === caller.guildId,
      );
      const stored = await Promise.all(asked.map(each => summaries.get(each.guildId, each.summaryId)));
      const places = stored
        .flatMap(each => (each === null ? [] : { createdAt: each.createdAt, summaryId: each.summary.id }))
        .sort(compareNewest)
        .filter(place => after === null || compareNewest(place, after) > 0);
      const found: StoredSummary[] = [];
      for (const { summaryId } of places) {
        const opened = await open(caller, summaryId);
        if (!opened.ok) continue;
        if (found.length === limit) return { summaries: found, hasMore: true };
        found.push(opened.stored);
      }
      return { summaries: found, hasMore: false };
    },
  };
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
    ? { ok: false, reason: 'not_found', detail: english.denied(reason, channelId) }
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
  const empty = toEmptyWords(conversation, `#${channel.name}`, english);
  if (empty !== null) return { ok: false, reason: 'nothing_to_read', detail: empty };
  if (await isContentHidden(conversation, client))
    return { ok: false, reason: 'nothing_to_read', detail: english.contentHidden };
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
