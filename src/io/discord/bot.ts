import {
  type APIInteraction,
  ApplicationCommandType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Client,
  Events,
  GatewayDispatchEvents,
  InteractionType,
  type MessageContextMenuCommandInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { ApiSource } from '../../app/api-ports.ts';
import { startDecisionLog } from '../../app/decisions/decision-log.ts';
import type { EntryStore } from '../../app/decisions/ports.ts';
import type { Digests } from '../../app/digests/digests.ts';
import type { JobQueue } from '../../app/jobs.ts';
import type { SummaryStore } from '../../app/store-ports.ts';
import { UserError } from '../../errors.ts';
import { toLoggedError } from '../../log.ts';
import { createLru } from '../../lru.ts';
import { toTexts } from '../../render/texts.ts';
import { createApiSource } from './api/api-source.ts';
import { receivesEvents } from './client.ts';
import { createEntryPlaces } from './decisions/entry-places.ts';
import { createDrafts } from './digests/drafts.ts';
import { type DigestOptions, startDigestRuns } from './digests/run-digests.ts';
import type { MessageRecord } from './history/message.ts';
import { createMessageCache, followEvents } from './history/message-cache.ts';
import { answerFailure } from './interaction/answer-failure.ts';
import type {
  BaseServices,
  GivenServices,
  Localized,
  RequestContext,
  Services,
  Suggestion,
} from './interaction/context.ts';
import { stopRetries } from './interaction/failures.ts';
import { replyPrivately } from './interaction/reply.ts';
import { answerControl } from './interaction/routes.ts';
import { eraseGuild, eraseLeft } from './settings/server-data.ts';
import { warnServerOwner } from './settings/settings.ts';
import { startRecovery } from './summarize/recovery.ts';
import { createLiveRuns } from './summarize/runs.ts';
import { summarize } from './summarize/summarize.ts';
import { createEntryStates } from './sync/cited-changes.ts';
import { createDeletions, createGatewayContinuity } from './sync/gateway-events.ts';
import { createSummarySync } from './sync/summary-sync.ts';
import { renderCapWarning, warnOwner } from './usage.ts';

type BotOptions = GivenServices & {
  /** Null in a process without a gateway: it only runs digests and serves the API. */
  readonly commands: readonly Command[] | null;
  /** Without it no digests run. */
  readonly digesting?: DigestOptions;
  /** The decisions and tasks of servers, and the jobs that follow from them. */
  readonly deciding: { readonly entries: EntryStore; readonly jobs: JobQueue };
};

type RunningBot = {
  readonly digests: Digests | null;
  /** Answers the HTTP API from the servers that this bot is in. */
  readonly api: ApiSource;
  readonly stop: () => Promise<void>;
};

/** About 200,000 short messages. */
const maxCacheBytes = 128 * 2 ** 20;

/** Answers what people do on Discord, runs digests and serves the API until it is stopped. */
export function startBot({ commands, digesting, ...options }: BotOptions): RunningBot {
  const base = createBase(options);
  const { summarySync, decisionLog } = base;
  const liveRuns = createLiveRuns(base);
  const digests = digesting ? startDigestRuns(base, digesting) : null;
  const services: Services = {
    ...base,
    liveRuns,
    digests,
    drafts: createDrafts(),
    summarize,
    findTarget: followTargets(base.client),
  };
  const stopAnswering = commands && answerInteractions(services, commands);
  return {
    digests,
    api: createApiSource(base, digesting?.digests),
    stop: async () => {
      await Promise.all([stopAnswering?.(), digests?.stop(), summarySync.stop(), decisionLog.stop()]);
    },
  };
}

/** As many as may be answered at once. */
const mostTargets = 1_000;

/** Finds the message that a command of a message's menu is about by the id of its interaction. */
function followTargets(client: Client): Services['findTarget'] {
  const targets = createLru<MessageRecord>(mostTargets);
  client.on(Events.Raw, ({ t, d }: { t: string; d: APIInteraction }) => {
    if (t !== GatewayDispatchEvents.InteractionCreate || d.type !== InteractionType.ApplicationCommand)
      return;
    if (d.data.type !== ApplicationCommandType.Message) return;
    const target = d.data.resolved.messages[d.data.target_id];
    if (target) targets.set(d.id, target);
  });
  return id => targets.get(id);
}

/** Until the function that it returns is called, which notifies the people who wait. */
function answerInteractions(services: Services, commands: readonly Command[]): () => Promise<void> {
  const { client, summaries, liveRuns, telemetry, log } = services;
  const withinLimit = createPersonLimit();
  client.on(Events.InteractionCreate, interaction => {
    const { id } = interaction.user;
    if (interaction.isAutocomplete()) {
      const noSuggestions = () => interaction.respond([]).catch(() => {});
      void withinLimit(
        id,
        () => suggestValues(createContext(interaction, services), commands),
        noSuggestions,
      );
    } else if (interaction.isRepliable()) {
      const context = createContext(interaction, services);
      const refuse = () =>
        replyPrivately(interaction, context.t('bot.tooManyAtOnce')).catch(error =>
          answerFailure(context, error),
        );
      void withinLimit(id, () => answer(context, commands), refuse);
    }
  });
  const stopping = new AbortController();
  client.on(Events.GuildDelete, guild => void eraseGuild(guild.id, summaries, log));
  client.on(Events.Error, error => log.error(toLoggedError(error), 'client-failed'));
  client.on(Events.ShardDisconnect, ({ code }, shard) => log.warn({ shard, code }, 'gateway-closed'));
  client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'gateway-resumed'));
  telemetry.gauge('runs', liveRuns.count);
  telemetry.gauge('guilds', () => client.guilds.cache.filter(({ id }) => receivesEvents(client, id)).size);
  void eraseLeft(services, stopping.signal);
  const recovery = startRecovery(services);
  return async () => {
    stopRetries(client);
    stopping.abort();
    const reason = new UserError('cancelled', 'The bot is being stopped.');
    await Promise.all([recovery.stop(), liveRuns.stop(reason)]);
  };
}

function createBase({ deciding, ...parts }: Omit<BotOptions, 'commands' | 'digesting'>): BaseServices {
  const { client, log, usage, telemetry, now } = parts;
  const summaries: SummaryStore = {
    ...parts.summaries,
    put: async stored => {
      await parts.summaries.put(stored);
      await decisionLog.observe(stored);
    },
  };
  const given: GivenServices = { ...parts, summaries };
  usage.onBotWarning(async cap => void (await warnOwner(client, renderCapWarning(cap), log)));
  parts.settings.onUnreadable(guildId => void warnServerOwner(client, guildId, log));
  const deletions = createDeletions(client);
  const nowMs = () => Date.parse(now());
  const decisionLog = startDecisionLog({
    ...given,
    ...deciding,
    places: createEntryPlaces({
      ...given,
      entries: deciding.entries,
      deletions,
      refreshEntries: entries => refreshEntries(entries),
    }),
  });
  deletions.listen((guildId, ids) => {
    // A deletion is final; an edit may have come before it.
    const { edited } = deletions.changed(ids, new Date(0).toISOString());
    void decisionLog
      .forget(guildId, { deleted: ids.filter(id => !edited.has(id)), edited })
      .catch(() => undefined);
  });
  const continuity = createGatewayContinuity(client, nowMs);
  const cache = createMessageCache({
    maxBytes: maxCacheBytes,
    now: nowMs,
    connectedSince: continuity.since,
  });
  followEvents(client, cache);
  client.rest.on('rateLimited', ({ method, route, timeToReset, scope }) => {
    log.warn({ method, route, timeToReset, scope }, 'discord-rate-limited');
    telemetry.count({ kind: 'discord-rate-limited' });
  });
  client.rest.on('response', (_, { status }) => telemetry.count({ kind: 'discord-response', status }));
  const summarySync = createSummarySync({
    ...given,
    deletions,
    continuity,
    onRevised: decisionLog.observe,
    checkOthers: async guildId => void (await refreshEntries(await decisionLog.list(guildId))),
  });
  const refreshEntries = createEntryStates({ client, continuity, decisionLog, now: nowMs });
  return {
    ...given,
    deletions,
    summarySync,
    cache,
    continuity,
    decisionLog,
    refreshEntries,
  };
}

/** Answers an interaction. Every failure becomes a sentence for the person and a line in the log. */
async function answer(context: RequestContext, commands: readonly Command[]): Promise<void> {
  const { interaction } = context;
  try {
    if (interaction.isButton() || interaction.isAnySelectMenu() || interaction.isModalSubmit())
      return await answerControl({ ...context, interaction });
    await answerCommand(context, commands);
  } catch (error) {
    await answerFailure(context, error);
  } finally {
    await context.liveRuns.release(interaction.id);
  }
}

/** Nobody presses this fast by hand. */
const mostAtOnce = 10;

/** Bounds how many interactions of one person are answered at once, and so what they take of memory and of Discord's limits. */
function createPersonLimit() {
  const counts = new Map<string, number>();
  return async (
    personId: string,
    answer: () => Promise<void>,
    refuse: () => Promise<void>,
  ): Promise<void> => {
    const count = (counts.get(personId) ?? 0) + 1;
    if (count > mostAtOnce) return refuse();
    counts.set(personId, count);
    try {
      await answer();
    } finally {
      const left = (counts.get(personId) ?? 0) - 1;
      if (left > 0) counts.set(personId, left);
      else counts.delete(personId);
    }
  };
}

/** A slash command: its definition as Discord takes it, and its handler. */
export type SlashCommand = {
  readonly kind: 'slash';
  readonly definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly execute: (context: RequestContext<ChatInputCommandInteraction>) => Promise<void>;
  /** Suggestions for the option that is being typed, at most 25. */
  readonly suggest?: (
    context: RequestContext<AutocompleteInteraction>,
  ) => readonly Suggestion[] | Promise<readonly Suggestion[]>;
};

export type MessageCommand = {
  readonly kind: 'message';
  readonly definition: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  readonly execute: (context: RequestContext<MessageContextMenuCommandInteraction>) => Promise<void>;
};

export type Command = SlashCommand | MessageCommand;

/** Runs a slash command or a command of a message's menu. */
async function answerCommand(context: RequestContext, commands: readonly Command[]): Promise<void> {
  const { interaction } = context;
  const command = commands.find(
    each => 'commandName' in interaction && each.definition.name === interaction.commandName,
  );
  if (interaction.isChatInputCommand() && command?.kind === 'slash') {
    await command.execute({ ...context, interaction });
  } else if (interaction.isMessageContextMenuCommand() && command?.kind === 'message') {
    await command.execute({ ...context, interaction });
  } else throw new Error('a command that is not in the list');
}

async function suggestValues(
  context: RequestContext<AutocompleteInteraction>,
  commands: readonly Command[],
): Promise<void> {
  const { interaction, log } = context;
  const command = commands.find(({ definition }) => definition.name === interaction.commandName);
  try {
    const suggestions = command?.kind === 'slash' ? ((await command.suggest?.(context)) ?? []) : [];
    await interaction.respond(
      suggestions.map(each => (typeof each === 'string' ? { name: each, value: each } : each)),
    );
  } catch (error) {
    log.debug(
      { interaction: interaction.id, name: error instanceof Error ? error.name : '' },
      'suggestion-failed',
    );
  }
}

/** Called once for each interaction. */
function createContext<Interaction extends Localized>(
  interaction: Interaction,
  services: Services,
): RequestContext<Interaction> {
  const { locale } = interaction;
  return {
    ...services,
    interaction,
    locale,
    t: toTexts(locale),
    signal: new AbortController().signal,
  };
}
