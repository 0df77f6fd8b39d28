import type { GuildTextBasedChannel } from 'discord.js';
import type {
  ApiSource,
  Caller,
  ChannelRange,
  Refusal,
  SourceProgress,
  SourceResult,
} from '../../../app/api-ports.ts';
import type { StoredRequest, StoredSummary } from '../../../app/ports.ts';
import { toTrace } from '../../../app/telemetry-ports.ts';
import { toCitedIds } from '../../../core/claims/summary/cited-messages.ts';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { toAuthorIds, withoutAuthors } from '../../../core/conversation/opted-out.ts';
import { type GuildSettings, maxMessagesSetting, type SettingDefaults } from '../../../core/settings.ts';
import { english } from '../../../render/texts.ts';
import type { LearnGuild } from '../access/access-snapshot.ts';
import { checkAccess } from '../access/check-access.ts';
import { findChannel } from '../access/places.ts';
import { receivesEvents } from '../client.ts';
import { isContentHidden, readHistory, toEmptyWords } from '../history/history.ts';
import { parseSince } from '../history/window.ts';
import type { BaseServices } from '../interaction/context.ts';
import { needsReview } from '../review/needs-review.ts';
import type { DeletionWatch } from '../sync/gateway-events.ts';
import { toDenied, unknownChannel, unknownSummary } from './stored-summaries.ts';

/** What a caller asked for, and what writes it from the messages of the channel. */
type ChannelWork = {
  readonly range: ChannelRange;
  readonly request: StoredRequest;
  readonly write: (
    conversation: Conversation,
    settings: GuildSettings & SettingDefaults,
    isGone: (messageId: string) => boolean,
  ) => Promise<Summary>;
};

/** Reads a channel for a caller, has something written from it, and stores that. */
type RunChannelRequest = (
  caller: Caller,
  work: ChannelWork,
  onProgress: (progress: SourceProgress) => void,
  signal: AbortSignal,
) => Promise<SourceResult>;

/** Thrown out of a summary whose caller may no longer read the channel. */
class RefusedMeanwhile extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

export function createRunChannelRequest(
  services: BaseServices,
  learnGuild: LearnGuild,
  countRun: ApiSource['countRun'],
): RunChannelRequest {
  const { client, summaries, summarySync, telemetry, now } = services;
  const runNow: RunChannelRequest = async (caller, { range, request, write }, onProgress, signal) => {
    const { guildId, userId } = caller;
    await learnGuild(guildId);
    const channel = await findReadable(services, caller, range.channelId);
    if ('ok' in channel) return channel;
    return countRun(caller, async onRead => {
      const settings = await services.settings.of(guildId);
      const watch = services.deletions.watch();
      const createdAt = now();
      const noteRead = (messagesRead: number) => onProgress({ messagesRead, claims: 0, judging: false });
      try {
        const read = await telemetry.step('read', () =>
          readRange(services, caller, channel, range, noteRead, signal),
        );
        if ('ok' in read) return read;
        onRead();
        const summary = await writeCurrent(services, caller, channel, read, watch, conversation =>
          write(conversation, settings, id => watch.deleted().has(id)),
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
        if (receivesEvents(client, guildId)) return { ok: true, stored };
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
  return (...given) => telemetry.run('api', () => runNow(...given));
}

/**
 * Writes until the result cites nothing that was deleted, and nobody who opted out, meanwhile. Checks afterwards that
 * the caller may still read the channel.
 */
async function writeCurrent(
  { privacy }: Pick<BaseServices, 'privacy'>,
  { userId }: Caller,
  channel: GuildTextBasedChannel,
  read: Conversation,
  watch: DeletionWatch,
  write: (conversation: Conversation) => Promise<Summary>,
): Promise<Summary> {
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

const usualMessages = 100;

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

/** The messages of a range of a channel that the caller may read. */
async function readRange(
  { client, privacy, cache, zones, now, maxMessages = maxMessagesSetting.max }: BaseServices,
  { userId, guildId }: Caller,
  channel: GuildTextBasedChannel,
  { messages, since }: ChannelRange,
  onRead: (messagesRead: number) => void,
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
    onProgress: ({ read }) => onRead(read),
  });
  const empty = toEmptyWords(conversation, `#${channel.name}`, english);
  if (empty !== null) return { ok: false, reason: 'nothing_to_read', detail: empty };
  if (await isContentHidden(conversation, client))
    return { ok: false, reason: 'nothing_to_read', detail: english('bot.contentHidden') };
  return conversation;
}
