import { setTimeout } from 'node:timers/promises';
import { type Client, Events, type Interaction } from 'discord.js';
import type { OpenRunStore } from '../../app/answers/ports.ts';
import type { Digests } from '../../app/digests/digests.ts';
import type {
  Clock,
  Engine,
  FeedbackStore,
  Judge,
  PrivacyStore,
  SummaryStore,
  ZoneStore,
} from '../../app/ports.ts';
import type { Runs } from '../../app/runs.ts';
import type { Settings } from '../../app/settings.ts';
import type { Logger } from '../../log.ts';
import { parseDigestId } from '../../render/digests/digest-id.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import { createCatchup } from './catchup/catchup.ts';
import type { Bot, Command } from './command.ts';
import { createDigestCommand, type DigestCommand } from './digests/command/digest-command.ts';
import { type DigestingParts, startDigesting } from './digests/run-digests.ts';
import { followEvents } from './history/cache-events.ts';
import { createMessageCache } from './history/message-cache.ts';
import { answerHelp } from './interaction/help.ts';
import { orRefusal } from './interaction/refusals.ts';
import { answerFailure, say } from './interaction/reply.ts';
import { stopPersisting } from './interaction/retry-answer.ts';
import { answerForm, answerPress } from './interaction/route-press.ts';
import { findWrongNumber } from './interaction/whole-numbers.ts';
import { answerPrivacy, answerPrivacyPress } from './settings/privacy/answer-privacy.ts';
import { answerSettings } from './settings/settings.ts';
import { answerZone } from './settings/time-zone.ts';
import type { Pace } from './summarize/progress-updates.ts';
import { startRecovery } from './summarize/runs/recovery.ts';
import { createSummarizing, type Summarizing } from './summarize/summarize.ts';
import { createDeletions } from './sync/deletions.ts';
import { createHearing } from './sync/gateway-continuity.ts';
import { type Amending, createAmending } from './sync/summary-sync.ts';

export type BotParts = {
  readonly client: Client<true>;
  readonly commands: readonly Command[];
  readonly engine: Engine;
  /** Writes where the engine brought nothing that holds. */
  readonly fallback?: Engine;
  /** Looks at claims of the engine's, and at statements that hold. */
  readonly judge?: Judge;
  readonly summaries: SummaryStore;
  readonly zones: ZoneStore;
  readonly feedback: FeedbackStore;
  readonly privacy: PrivacyStore;
  readonly runs: Runs;
  /** Runs with unfinished answers. */
  readonly openRuns: OpenRunStore;
  /** Distinguishes this process from others that use the same store. */
  readonly processId: string;
  /** How long a killed process still counts as alive, in milliseconds. */
  readonly leaseMs?: number;
  readonly settings: Settings;
  readonly log: Logger;
  readonly newId: () => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
  readonly clock: Clock;
  /** Without it no digests run. */
  readonly digesting?: Pick<DigestingParts, 'digests' | 'jobs' | 'mostDigests' | 'concurrency'>;
  /** How often people who wait are shown how far it has come; without it, as often as Discord likes. */
  readonly pace?: Pace;
};

/** Answers what people do on Discord, from now until it is stopped. */
export type RunningBot = {
  readonly digests: Digests | null;
  /** Takes on nothing more, and tells those who wait. */
  readonly stop: () => Promise<void>;
};

/** About 100,000 messages. */
const maxCacheBytes = 128 * 2 ** 20;

export function startBot(parts: BotParts): RunningBot {
  const { client, log, summaries } = parts;
  const deletions = createDeletions(client);
  const nowMs = () => Date.parse(parts.now());
  const hearing = createHearing(client, nowMs);
  const cache = createMessageCache({
    maxBytes: maxCacheBytes,
    now: nowMs,
    heardSince: guildId => (guildId === null ? Number.POSITIVE_INFINITY : hearing.since(guildId)),
  });
  followEvents(client, cache);
  const amending = createAmending({ ...parts, deletions, hearing });
  const summarizing = createSummarizing({ ...parts, deletions, amending, cache });
  const digests = parts.digesting
    ? startDigesting({
        ...parts,
        ...parts.digesting,
        deletions,
        amending,
        waitForIdle: signal => waitForIdle(summarizing.countRuns, signal),
      })
    : null;
  const digestCommand = createDigestCommand({ ...parts, digests });
  const bot: Bot = {
    digest: digestCommand.execute,
    suggestDigests: digestCommand.suggest,
    summarize: summarizing.summarize,
    catchUp: createCatchup(parts),
    help: answerHelp,
    zone: (interaction, ask) => answerZone(interaction, ask, parts.zones, new Date(parts.now())),
    settings: (interaction, ask) => answerSettings(interaction, ask, parts),
    privacy: (interaction, ask) => answerPrivacy(interaction, ask, { ...parts, amending, digests }),
  };
  client.on(
    Events.InteractionCreate,
    interaction => void answer(interaction, bot, summarizing, { ...parts, amending, digests, digestCommand }),
  );
  client.on(Events.GuildDelete, guild => void eraseGuild(guild.id, summaries, log));
  client.on(Events.Error, error => log.error({ name: error.name, message: error.message }, 'client-failed'));
  client.on(Events.ShardDisconnect, ({ code }, shard) => log.warn({ shard, code }, 'gateway-closed'));
  client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'gateway-resumed'));
  client.rest.on('rateLimited', ({ method, route, timeToReset, scope }) =>
    log.warn({ method, route, timeToReset, scope }, 'discord-rate-limited'),
  );
  void eraseLeft(parts);
  const recovery = startRecovery(parts, summarizing.resume);
  return {
    digests,
    stop: async () => {
      stopPersisting(client);
      await Promise.all([recovery.stop(), summarizing.stop(), digests?.stop(), amending.stop()]);
    },
  };
}

const idleCheckMs = 500;
const longestIdleWaitMs = 120_000;

/** Digests give way to people who wait, but not for ever. */
async function waitForIdle(countRuns: () => number, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < longestIdleWaitMs && countRuns() > 0; waited += idleCheckMs)
    // Rejects only when the bot stops: no more waiting then.
    await setTimeout(idleCheckMs, undefined, { signal }).catch(() => {});
}

/** One funnel: whatever a command or a press throws becomes a sentence and a line in the log. */
async function answer(
  interaction: Interaction,
  bot: Bot,
  { summarize, findRun }: Summarizing,
  parts: BotParts & {
    readonly amending: Amending;
    readonly digests: Digests | null;
    readonly digestCommand: DigestCommand;
  },
): Promise<void> {
  const { client, commands, log } = parts;
  const actionParts = { ...parts, summarize, findRun };
  if (interaction.isModalSubmit()) return answerForm(interaction, actionParts);
  if (interaction.isButton() || interaction.isStringSelectMenu() || interaction.isChannelSelectMenu()) {
    const digestAction = parseDigestId(interaction.customId);
    if (digestAction) return parts.digestCommand.press(interaction, digestAction);
  }
  if (interaction.isButton() || interaction.isAnySelectMenu()) {
    const answered = answerPrivacyPress(interaction, parts);
    if (answered) return answered;
  }
  if (interaction.isButton() || interaction.isStringSelectMenu()) {
    return answerPress(interaction, client, actionParts);
  }
  const command = commands.find(
    each => 'commandName' in interaction && each.definition.name === interaction.commandName,
  );
  if (interaction.isAutocomplete()) {
    try {
      const suggestions =
        command?.kind === 'slash' ? ((await command.suggest?.(interaction, bot)) ?? []) : [];
      await interaction.respond(
        suggestions.map(each => (typeof each === 'string' ? { name: each, value: each } : each)),
      );
    } catch (error) {
      log.debug(
        { interaction: interaction.id, name: error instanceof Error ? error.name : '' },
        'suggestion-failed',
      );
    }
    return;
  }
  if (!interaction.isRepliable()) return;
  try {
    if (interaction.isChatInputCommand() && command?.kind === 'slash') {
      const wrong = findWrongNumber(interaction.options.data, command.definition.options);
      if (wrong) await say(interaction, toBotWords(interaction.locale).wrongNumber(wrong));
      else await command.execute(interaction, bot);
    } else if (interaction.isMessageContextMenuCommand() && command?.kind === 'message') {
      await command.execute(interaction, bot);
    } else throw new Error('a command that is not in the list');
  } catch (error) {
    await answerFailure(interaction, error, log);
  }
}

/** Erases what is kept of servers that the bot was taken out of while it was not running. */
async function eraseLeft({ client, summaries, log }: BotParts): Promise<void> {
  try {
    for (const guildId of await summaries.guildIds()) {
      if (client.guilds.cache.has(guildId)) continue;
      // Asked for each: with several processes a server may be another's.
      const guild = await orRefusal(client.guilds.fetch({ guild: guildId, force: true }));
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
