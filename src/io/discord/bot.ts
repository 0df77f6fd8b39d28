import { setTimeout } from 'node:timers/promises';
import { Events } from 'discord.js';
import type { ApiSource } from '../../app/api/ports.ts';
import type { Digests } from '../../app/digests/digests.ts';
import type { SummaryStore } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import { createApiSource } from './api/api-source.ts';
import type { Command } from './command.ts';
import { createDrafts } from './digests/command/drafts.ts';
import { type DigestOptions, startDigestRuns } from './digests/run-digests.ts';
import { followEvents } from './history/cache-events.ts';
import { createMessageCache } from './history/message-cache.ts';
import {
  type BaseServices,
  createContext,
  type GivenServices,
  type RequestContext,
  type Services,
} from './interaction/context.ts';
import { answerFailure } from './interaction/reply.ts';
import { stopRetries } from './interaction/retry-answer.ts';
import { type CommandRouter, createCommandRouter } from './interaction/route-command.ts';
import { answerComponent, answerModal } from './interaction/route-press.ts';
import { orUnavailable } from './interaction/unavailable.ts';
import { startRecovery } from './summarize/runs/recovery.ts';
import { createSummarizer } from './summarize/summarize.ts';
import { createDeletions } from './sync/deletions.ts';
import { createGatewayContinuity } from './sync/gateway-continuity.ts';
import { createSummarySync } from './sync/summary-sync.ts';
import { warnOwner } from './usage/warn-owner.ts';

export type BotOptions = GivenServices & {
  readonly commands: readonly Command[];
  /** Without it no digests run. */
  readonly digesting?: Omit<DigestOptions, 'waitForIdle'>;
};

/** Answers what people do on Discord until it is stopped. */
export type RunningBot = {
  readonly digests: Digests | null;
  /** Answers the HTTP API from the servers that this bot is in. */
  readonly api: ApiSource;
  /** Accepts no more interactions, and notifies the people who wait. */
  readonly stop: () => Promise<void>;
};

/** About 200,000 short messages. */
const maxCacheBytes = 128 * 2 ** 20;

export function startBot({ commands, digesting, ...given }: BotOptions): RunningBot {
  const { client, log, summaries, derived = [], usage } = given;
  usage.onBotWarning(cap => warnOwner(client, cap, log));
  const deletions = createDeletions(client);
  // The store logs its failures.
  for (const store of derived)
    deletions.listen((guildId, ids) => void store.forget(guildId, ids).catch(() => undefined));
  const nowMs = () => Date.parse(given.now());
  const continuity = createGatewayContinuity(client, nowMs);
  const cache = createMessageCache({
    maxBytes: maxCacheBytes,
    now: nowMs,
    heardSince: guildId => (guildId === null ? Number.POSITIVE_INFINITY : continuity.since(guildId)),
  });
  followEvents(client, cache);
  const summarySync = createSummarySync({ ...given, deletions, continuity });
  const base: BaseServices = { ...given, deletions, summarySync, cache };
  const summarizing = createSummarizer(base);
  const digests = digesting
    ? startDigestRuns(base, {
        ...digesting,
        waitForIdle: signal => waitForIdle(summarizing.countRuns, signal),
      })
    : null;
  const services: Services = {
    ...base,
    digests,
    drafts: createDrafts(nowMs),
    summarize: summarizing.summarize,
    findRun: summarizing.findRun,
  };
  const { answerCommand, suggest } = createCommandRouter(commands);
  client.on(Events.InteractionCreate, interaction => {
    if (interaction.isAutocomplete()) void suggest(createContext(interaction, services));
    else if (interaction.isRepliable()) void answer(createContext(interaction, services), answerCommand);
  });
  client.on(Events.GuildDelete, guild => void eraseGuild(guild.id, summaries, log));
  client.on(Events.Error, error => log.error({ name: error.name, message: error.message }, 'client-failed'));
  client.on(Events.ShardDisconnect, ({ code }, shard) => log.warn({ shard, code }, 'gateway-closed'));
  client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'gateway-resumed'));
  client.rest.on('rateLimited', ({ method, route, timeToReset, scope }) =>
    log.warn({ method, route, timeToReset, scope }, 'discord-rate-limited'),
  );
  void eraseLeft(given);
  const recovery = startRecovery(services, summarizing.resume);
  return {
    digests,
    api: createApiSource(base),
    stop: async () => {
      stopRetries(client);
      await Promise.all([recovery.stop(), summarizing.stop(), digests?.stop(), summarySync.stop()]);
    },
  };
}

const idleCheckMs = 500;
const longestIdleWaitMs = 120_000;

/** Digests wait while people wait for summaries, but not forever. */
async function waitForIdle(countRuns: () => number, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < longestIdleWaitMs && countRuns() > 0; waited += idleCheckMs)
    // Rejects only when the bot stops: no more waiting then.
    await setTimeout(idleCheckMs, undefined, { signal }).catch(() => {});
}

/** Answers an interaction. Every failure becomes a sentence for the person and a line in the log. */
async function answer(context: RequestContext, answerCommand: CommandRouter['answerCommand']): Promise<void> {
  const { interaction } = context;
  try {
    if (interaction.isModalSubmit()) return await answerModal({ ...context, interaction });
    if (interaction.isButton() || interaction.isAnySelectMenu())
      return await answerComponent({ ...context, interaction });
    await answerCommand(context);
  } catch (error) {
    await answerFailure(context, error);
  }
}

/** Erases the data of servers that the bot was removed from while it was not running. */
async function eraseLeft({ client, summaries, log }: GivenServices): Promise<void> {
  try {
    for (const guildId of await summaries.guildIds()) {
      if (client.guilds.cache.has(guildId)) continue;
      // Asked for each: with several processes a server may be another's.
      const guild = await orUnavailable(client.guilds.fetch({ guild: guildId, force: true }));
      if (typeof guild === 'string') await eraseGuild(guildId, summaries, log);
    }
  } catch (error) {
    log.warn({ message: error instanceof Error ? error.message : '' }, 'guild-reconcile-failed');
  }
}

async function eraseGuild(guildId: string, summaries: SummaryStore, log: Logger): Promise<void> {
  try {
    log.info({ guild: guildId, summaries: await summaries.eraseGuild(guildId) }, 'guild-erased');
  } catch (error) {
    log.error({ guild: guildId, message: error instanceof Error ? error.message : '' }, 'guild-erase-failed');
  }
}
