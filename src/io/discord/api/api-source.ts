import type { ApiSource, Caller, ChannelRange } from '../../../app/api-ports.ts';
import { check } from '../../../app/check.ts';
import { summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { UserError } from '../../../errors.ts';
import { english } from '../../../render/texts.ts';
import { createLearnGuild } from '../access/access-snapshot.ts';
import { hasGateway } from '../client.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isTemporary } from '../interaction/retry-answer.ts';
import { createCheckOwner } from './check-owner.ts';
import { createCountRun } from './count-run.ts';
import { createListSummaries } from './list-summaries.ts';
import { createOpenSummary } from './open-summary.ts';
import { createPageReader } from './page-conversation.ts';
import { createRunChannelRequest } from './run-channel-request.ts';

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
              { newId, ...(judge && { judge }), threads: engine.threads, log, isGone },
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

/** A failure of Discord that passes is one that callers can read about. */
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
