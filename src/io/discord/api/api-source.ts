import type { ApiSource, Caller, ChannelRange, Refusal } from '../../../app/api-ports.ts';
import { check } from '../../../app/check.ts';
import { summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { mayUse } from '../../../core/access-rules.ts';
import { UserError } from '../../../errors.ts';
import { english } from '../../../render/texts.ts';
import { createLearnGuild, type LearnGuild } from '../access/access-snapshot.ts';
import { toRuledPerson } from '../access/check-access.ts';
import { fetchMember } from '../access/fetch-member.ts';
import { hasGateway } from '../client.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isTemporary } from '../interaction/retry-answer.ts';
import { createRunChannelRequest } from './run-channel-request.ts';
import { createListSummaries, createOpenSummary, createPageReader } from './stored-summaries.ts';

/** Answers requests of the HTTP API from Discord, under the permissions of the token's owner. */
export function createApiSource(services: BaseServices): ApiSource {
  const { client, engine, fallback, judge, log, telemetry, newId } = services;
  const learnGuild = createLearnGuild(client);
  const countRun = createCountRun(services);
  const run = unlessDiscordFails(createRunChannelRequest(services, learnGuild, countRun));
  const open = unlessDiscordFails(createOpenSummary(services, learnGuild));
  const readPage = unlessDiscordFails(createPageReader(services));
  return {
    list: createListSummaries(services.summaries, open, client),
    countRun,
    checkOwner: createCheckOwner(services, learnGuild),
    isReady: () => !hasGateway(client) || client.ws.status === 0,
    summarize: (caller, asked, onProgress, signal) => {
      const { detail, language, focus } = asked;
      const wording = {
        detail,
        ...(language !== undefined && { language }),
        ...(focus !== undefined && { focus }),
      };
      return run(
        caller,
        {
          range: asked,
          request: { ...wording, ...toStoredRange(asked) },
          write: (conversation, settings, isGone) => {
            const messagesRead = conversation.messages.length;
            return summarize(
              conversation,
              {
                ...(settings.language !== undefined && { language: settings.language }),
                ...wording,
                zone: settings.zone ?? 'UTC',
                window: {},
                minConfidence: settings.minConfidence,
                payer: toPayer(caller, asked.channelId),
              },
              {
                engine,
                ...(fallback && { fallback }),
                ...(judge && { judge }),
                log,
                telemetry,
                newId,
                isGone,
                onVerified: ({ verified, judging }) =>
                  onProgress({ messagesRead, claims: verified, judging }),
              },
              signal,
            );
          },
        },
        onProgress,
        signal,
      );
    },
    check: (caller, asked, onProgress, signal) =>
      run(
        caller,
        {
          range: asked,
          request: { detail: 'standard', ...toStoredRange(asked) },
          write: (conversation, settings, isGone) =>
            check(
              conversation,
              {
                statements: asked.statements.map(text => ({ text })),
                zone: settings.zone ?? 'UTC',
                window: {},
                payer: toPayer(caller, asked.channelId),
              },
              { newId, ...(judge && { judge }), log, isGone },
              signal,
            ),
        },
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
      if (!isTemporary(cause)) throw cause;
      throw new UserError('discord_unavailable', english('bot.discordTrouble'), { cause });
    }
  };
}

function toStoredRange({ messages, since }: ChannelRange) {
  return { ...(messages !== undefined && { messages }), ...(since !== undefined && { since }) };
}

/** The owner of a token pays as if they asked in Discord. */
function toPayer({ guildId, userId }: Caller, channelId: string): Payer {
  return { guildId, personId: userId, channelId, feature: 'api' };
}

function createCountRun({ settings, runs }: Pick<BaseServices, 'settings' | 'runs'>): ApiSource['countRun'] {
  return async ({ guildId, userId }, work) => {
    const { dailyRuns } = await settings.of(guildId);
    const begun = await runs.begin(userId, dailyRuns);
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

const notAllowed: Refusal = {
  ok: false,
  reason: 'not_allowed',
  detail:
    'The owner of this token is no longer a member of the server, or has none of the roles that may use Footnote.',
};

/** Checks the owner of a token with Discord, for requests that check access to no channel. */
function createCheckOwner(
  { client, privacy }: Pick<BaseServices, 'client' | 'privacy'>,
  learnGuild: LearnGuild,
): ApiSource['checkOwner'] {
  return async ({ guildId, userId }) => {
    await learnGuild(guildId);
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) return notAllowed;
    const person = await fetchMember(guild, userId);
    return mayUse(await privacy.access(guildId), toRuledPerson(person)) ? null : notAllowed;
  };
}
