import type { GuildTextBasedChannel } from 'discord.js';
import {
  type ApiSource,
  type Caller,
  type ChannelRange,
  RequestRefused,
  type SourceProgress,
} from '../../../app/api-ports.ts';
import { check } from '../../../app/check.ts';
import type { DigestStore } from '../../../app/digests/ports.ts';
import type { StoredRequest, StoredSummary } from '../../../app/store-ports.ts';
import { summarize } from '../../../app/summarize.ts';
import { toTrace } from '../../../app/telemetry-ports.ts';
import { mayUse } from '../../../core/access-rules.ts';
import { toLinkedPlaces } from '../../../core/claims/footnotes.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import {
  type GuildSettings,
  maxMessagesSetting,
  needsReview,
  type SettingDefaults,
  toGlossary,
} from '../../../core/settings.ts';
import { UserError } from '../../../errors.ts';
import { english } from '../../../render/texts.ts';
import { checkAccess, toRuledPerson } from '../access/check-access.ts';
import { fetchMember, findChannel, learnGuild } from '../access/places.ts';
import { hasGateway, receivesEvents } from '../client.ts';
import { readHistory, requireMessages, toAttachmentLimits } from '../history/history.ts';
import { parseSince } from '../history/window.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isTemporary, Refusal } from '../interaction/failures.ts';
import { writeCurrent } from '../sync/gateway-events.ts';
import { createWebhookSource } from './digest-webhooks.ts';
import {
  createFindSummary,
  createListSummaries,
  createPageReader,
  toDenied,
  unknownChannel,
  unknownSummary,
} from './stored-summaries.ts';

/** Answers requests of the HTTP API from Discord, under the permissions of the token's owner. */
export function createApiSource(services: BaseServices, digests: DigestStore | undefined): ApiSource {
  const { client, engine, fallback, judge, log, telemetry, newId } = services;
  const countRun = createCountRun(services);
  const run = unlessDiscordFails(createRun(services, countRun));
  const find = unlessDiscordFails(createFindSummary(services));
  const readPage = createPageReader(services);
  const open = async (caller: Caller, summaryId: string) => {
    const stored = await find(caller, summaryId);
    if (stored === null) throw unknownSummary();
    return { stored };
  };
  const toRequest = ({ guildId, userId }: Caller, channelId: string, zone = 'UTC') => ({
    zone,
    window: {},
    // The owner of a token pays as if they asked in Discord.
    payer: { guildId, personId: userId, channelId, feature: 'api' } as const,
  });
  const webhooks = createWebhookSource(services, digests);
  return {
    list: createListSummaries(services, find),
    countRun,
    checkOwner: unlessDiscordFails((caller: Caller) => checkOwner(services, caller)),
    isReady: () => !hasGateway(client) || client.ws.status === 0,
    summarize: (caller, { detail, language, focus, question, ...range }, onProgress, signal) => {
      const wording = {
        detail,
        ...(language !== undefined && { language }),
        ...(focus !== undefined && { focus }),
        ...(question !== undefined && { question }),
      };
      const write: Write = (conversation, { language: own, zone, minConfidence, glossary }, isGone) => {
        const messagesRead = conversation.messages.length;
        const onVerified = ({ verified, judging }: { verified: number; judging: boolean }) =>
          onProgress({ messagesRead, claims: verified, judging });
        return summarize(
          conversation,
          {
            language: own,
            ...wording,
            minConfidence,
            glossary: toGlossary(glossary),
            ...toRequest(caller, range.channelId, zone),
          },
          { engine, fallback, judge, log, telemetry, newId, isGone, onVerified },
          signal,
        );
      };
      return run(caller, { range, request: wording, write }, onProgress, signal);
    },
    check: (caller, { statements, ...range }, onProgress, signal) => {
      const write: Write = (conversation, { zone }, isGone) =>
        check(
          conversation,
          { statements: statements.map(text => ({ text })), ...toRequest(caller, range.channelId, zone) },
          { newId, judge, workers: engine.workers, log, isGone },
          signal,
        );
      return run(caller, { range, request: { detail: 'standard' }, write }, onProgress, signal);
    },
    ...webhooks,
    setWebhook: unlessDiscordFails(webhooks.setWebhook),
    open,
    async openPage(caller, summaryId) {
      const { stored } = await open(caller, summaryId);
      const shown = await readPage(stored);
      // Reading may take long, and what changed meanwhile counts.
      return { ...(await open(caller, summaryId)), ...shown };
    },
  };
}

/** Turns temporary failures of Discord into an error that callers see. */
function unlessDiscordFails<Given extends readonly unknown[], Result>(
  ask: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    try {
      return await ask(...given);
    } catch (cause) {
      if (cause instanceof Refusal) throw new RequestRefused('nothing_to_read', cause.message);
      if (!isTemporary(cause)) throw cause;
      throw new UserError('discord_unavailable', english('bot.discordTrouble'), { cause });
    }
  };
}

function createCountRun({ settings, runs }: BaseServices): ApiSource['countRun'] {
  return async ({ guildId, userId }, work) => {
    const { dailyRuns } = await settings.of(guildId);
    const begun = await runs.begin(userId, dailyRuns);
    if (!begun.ok) {
      const { reason, limit } = begun;
      if (reason === 'running')
        throw new RequestRefused(
          'busy',
          'Another summary for the owner of this token is running. Send the request again when it has ended.',
        );
      throw new RequestRefused(
        'limit_reached',
        `The owner of this token has used today's ${limit} summaries.`,
      );
    }
    let isCounted = false;
    try {
      return await work(() => {
        isCounted = true;
      });
    } finally {
      await begun.end({ counted: isCounted });
    }
  };
}

/** Checks the owner of a token with Discord, for requests that check access to no channel. */
async function checkOwner({ client, privacy }: BaseServices, { guildId, userId }: Caller): Promise<void> {
  await learnGuild(client, guildId);
  const guild = client.guilds.cache.get(guildId);
  const person = guild ? toRuledPerson(await fetchMember(guild, userId)) : null;
  if (mayUse(await privacy.access(guildId), person)) return;
  const why = 'is no longer a member of the server, or has none of the roles that may use Footnote';
  throw new RequestRefused('not_allowed', `The owner of this token ${why}.`);
}

type Write = (
  conversation: Conversation,
  settings: GuildSettings & SettingDefaults,
  isGone: (messageId: string) => boolean,
) => Promise<Summary>;

type ChannelWork = { readonly range: ChannelRange; readonly request: StoredRequest; readonly write: Write };

/** Reads a channel for a caller, has something written from it, and stores that. */
function createRun(services: BaseServices, countRun: ApiSource['countRun']) {
  const { client, summaries, summarySync, telemetry, privacy, now } = services;
  const runNow = async (
    caller: Caller,
    { range, request, write }: ChannelWork,
    onProgress: (progress: SourceProgress) => void,
    signal: AbortSignal,
  ): Promise<{ readonly stored: StoredSummary }> => {
    const { guildId, userId } = caller;
    await learnGuild(client, guildId);
    const channel = await findReadable(services, caller, range.channelId);
    return countRun(caller, async onRead => {
      const settings = await services.settings.of(guildId);
      const watch = services.deletions.watch();
      const createdAt = now();
      const noteRead = (messagesRead: number) => onProgress({ messagesRead, claims: 0, judging: false });
      try {
        const read = await telemetry.step('read', () =>
          readRange(services, caller, channel, range, noteRead, signal),
        );
        onRead();
        const isGone = (id: string) => watch.deleted().has(id);
        const summary = await writeCurrent(
          read,
          { watch, privacy },
          current => {
            if (current.messages.length > 0 && !isGone(channel.id)) return write(current, settings, isGone);
            const deleted = 'The messages were deleted while they were being summarized.';
            throw new RequestRefused('nothing_to_read', deleted);
          },
          async conversation => {
            const denial = await checkAccess(channel, userId, { privacy });
            if (denial !== null) throw toDenied(denial);
            return conversation;
          },
        );
        const { messages, since } = range;
        const stored: StoredSummary = {
          summary,
          request: {
            ...request,
            ...(messages !== undefined && { messages }),
            ...(since !== undefined && { since }),
          },
          requesterId: userId,
          guildId,
          channelId: channel.id,
          createdAt,
          ...toLinkedPlaces(summary, read.messages),
          ...toTrace(telemetry),
          ...(needsReview(settings) && summary.checked === undefined && { needsReview: true }),
        };
        await summaries.put(stored);
        if (receivesEvents(client, guildId)) return { stored };
        // Nobody told this process what was deleted meanwhile.
        const named = { guildId, summaryId: summary.id };
        const current = await summarySync.withCurrent(named, async found => found);
        if (current === null) throw unknownSummary();
        return { stored: current };
      } finally {
        watch.end();
      }
    });
  };
  return (...given: Parameters<typeof runNow>) => telemetry.run('api', () => runNow(...given));
}

/** The channel or thread, if both the owner of the token and the bot may read it now. */
async function findReadable(
  { client, privacy }: BaseServices,
  { guildId, userId, channelIds }: Caller,
  channelId: string,
): Promise<GuildTextBasedChannel> {
  const channel = await findChannel(client, channelId);
  if (channel === null || channel.guildId !== guildId) throw unknownChannel();
  const parentId = channel.isThread() ? channel.parentId : null;
  if (channelIds !== undefined && ![channel.id, parentId].some(id => id !== null && channelIds.includes(id)))
    throw unknownChannel();
  const denial = await checkAccess(channel, userId, { privacy });
  if (denial !== null) throw toDenied(denial);
  return channel;
}

const usualMessages = 100;

async function readRange(
  services: BaseServices,
  { userId, guildId }: Caller,
  channel: GuildTextBasedChannel,
  { messages, since }: ChannelRange,
  onRead: (messagesRead: number) => void,
  signal: AbortSignal,
): Promise<Conversation> {
  const { client, privacy, cache, zones, settings, now, maxMessages = maxMessagesSetting.max } = services;
  const zone = (await zones.get(userId)) ?? (await settings.zoneOf(guildId));
  const context = { now: now(), zone, where: channel, personId: userId, signal };
  const found = since === undefined ? null : await parseSince(since, context);
  if (found?.ok === false) {
    if (found.reason === 'in_future')
      throw new RequestRefused('invalid', `"since" is in the future: ${found.at}.`);
    if (found.reason === 'no_own_message')
      throw new RequestRefused('invalid', 'The owner of this token wrote nothing recently.');
    throw new RequestRefused(
      'invalid',
      '"since" is not a time, such as "2 hours ago", "yesterday 9am" or "2026-03-09".',
    );
  }
  const wanted = messages ?? (found === null ? usualMessages : maxMessages);
  const window = { count: Math.min(wanted, maxMessages), from: found?.from, afterId: found?.afterId };
  const attachments = await toAttachmentLimits(services, guildId);
  const conversation = await readHistory(channel, window, {
    signal,
    attachments,
    privacy,
    cache,
    onProgress: ({ read }) => onRead(read),
  });
  await requireMessages({ client, t: english }, conversation, `#${channel.name}`, found?.from);
  return conversation;
}
