import type { Client, GuildTextBasedChannel, RepliableInteraction } from 'discord.js';
import type { Engine, KeptSummary, SummaryStore, ZoneStore } from '../../app/ports.ts';
import type { Runs } from '../../app/runs.ts';
import { summarize } from '../../app/summarize.ts';
import type { Summary } from '../../core/claims/summary.ts';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { abortable } from './abortable.ts';
import { checkAccess } from './access.ts';
import { answerFailure, defer, edit, isAnswerGone, say } from './answer.ts';
import { checkAudience } from './audience.ts';
import { toCitedIds } from './cited.ts';
import type { Ask } from './command.ts';
import type { Deletions, DeletionWatch } from './deletions.ts';
import { findChannel } from './places.ts';
import { keep, publish, toKeptRequest } from './publishing.ts';
import { type Read, type Refused, readWanted } from './reading.ts';
import { findThread } from './thread.ts';

export type SummarizingParts = {
  readonly client: Client<true>;
  readonly engine: Engine;
  readonly summaries: SummaryStore;
  readonly zones: ZoneStore;
  readonly runs: Runs;
  readonly deletions: Deletions;
  readonly log: Logger;
  readonly newId: () => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

export type Summarizing = {
  /** Reads, summarizes and answers; whatever happens is told to the person. */
  readonly summarize: (interaction: RepliableInteraction, ask: Ask) => Promise<void>;
  /** Ends what is running, telling those who wait, and takes on nothing more. Resolves when all have been told. */
  readonly stop: () => Promise<void>;
};

export function createSummarizing(parts: SummarizingParts): Summarizing {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const answer = async (interaction: RepliableInteraction, ask: Ask) => {
    try {
      await defer(interaction, ask.isPrivate);
      stopping.signal.throwIfAborted();
      await run(interaction, ask, parts, stopping.signal);
    } catch (error) {
      await answerFailure(interaction, error, parts.log);
    }
  };

  return {
    summarize: (interaction, ask) => {
      const done = answer(interaction, ask).finally(() => running.delete(done));
      running.add(done);
      return done;
    },
    stop: async () => {
      stopping.abort(new UserError('cancelled', 'The bot is being stopped.'));
      await Promise.allSettled(running);
    },
  };
}

async function run(
  interaction: RepliableInteraction,
  ask: Ask,
  parts: SummarizingParts,
  signal: AbortSignal,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const channel = await findAsked(interaction, ask, parts.client);
  if (channel === null) return say(interaction, words.notSummarizable);
  const refusal = await refuse(interaction, channel, ask, words);
  if (refusal !== null) return say(interaction, refusal);

  const begun = await parts.runs.begin(interaction.user.id);
  if (!begun.ok) {
    return say(
      interaction,
      begun.reason === 'running' ? words.alreadyRunning : words.dailySpent(begun.limit),
    );
  }
  // From before reading on, so that what is edited in between counts as edited since.
  const createdAt = parts.now();
  let counted = false;
  const watch = parts.deletions.watch();
  try {
    const read = await readWanted(interaction, channel, ask, parts, words, signal);
    if ('refused' in read) return await say(interaction, read.refused);
    counted = true;
    try {
      await edit(interaction, { content: words.summarizing(read.conversation.messages.length) });
    } catch (error) {
      if (isAnswerGone(error)) throw error;
      parts.log.debug({ interaction: interaction.id }, 'progress-lost');
    }
    const summary = await summarizeRead(interaction, channel, ask, read, parts, watch, signal);
    if ('refused' in summary) return await say(interaction, summary.refused);
    const kept: KeptSummary = {
      summary,
      request: toKeptRequest(ask),
      requesterId: interaction.user.id,
      guildId: interaction.guildId,
      channelId: channel.id,
      createdAt,
    };
    const content = [read.note, await keep(kept, parts, words)].filter(Boolean).join('\n');
    await publish(interaction, kept, ask, content, parts, words);
  } finally {
    watch.end();
    await begun.end({ counted });
  }
}

/** The channel or thread that is to be read, which is the one that the gate judges; null where there is none. */
async function findAsked(
  interaction: RepliableInteraction,
  { wanted, channelId }: Ask,
  client: Client<true>,
): Promise<GuildTextBasedChannel | null> {
  if (wanted.kind === 'thread') {
    const { channel } = await findThread(wanted.message);
    return channel.isDMBased() ? null : channel;
  }
  const id = channelId ?? interaction.channelId;
  return id === null ? null : findChannel(client, id);
}

/**
 * The gate, before anything is fetched and again before anything is shown; a public answer is also for everybody who
 * reads along.
 */
async function refuse(
  interaction: RepliableInteraction,
  channel: GuildTextBasedChannel,
  ask: Ask,
  words: BotWords,
): Promise<string | null> {
  const here = interaction.inGuild() ? (interaction.channel ?? undefined) : undefined;
  const denial =
    (await checkAccess(channel, interaction.user.id, { shownIn: here })) ??
    (ask.isPrivate || here === undefined ? null : await checkAudience(channel, here));
  return denial === null ? null : words.denied(denial.reason, `<#${denial.channelId}>`);
}

/** What was deleted while we worked is forgotten before anybody sees it; who may no longer read it is told so. */
async function summarizeRead(
  interaction: RepliableInteraction,
  channel: GuildTextBasedChannel,
  ask: Ask,
  { conversation, zone }: Read,
  { engine, newId }: SummarizingParts,
  watch: DeletionWatch,
  signal: AbortSignal,
): Promise<Summary | Refused> {
  const words = toBotWords(interaction.locale);
  const request = {
    detail: ask.detail,
    zone,
    window: {},
    language: ask.language ?? interaction.locale,
    ...(ask.focus !== undefined && { focus: ask.focus }),
  };
  const { threadId, channelIds = [] } = conversation.source;
  for (;;) {
    const messages = conversation.messages.filter(({ id }) => !watch.deleted().has(id));
    if (messages.length === 0) return { refused: words.empty(channel.toString()) };
    const summary = await abortable(signal, own =>
      summarize({ ...conversation, messages }, request, { engine, newId }, own),
    );
    const refusal = await refuse(interaction, channel, ask, words);
    if (refusal !== null) return { refused: refusal };
    const gone = watch.deleted();
    if ([threadId, ...channelIds].some(id => id !== undefined && gone.has(id)))
      return { refused: words.denied('gone', '') };
    if (!toCitedIds(summary).some(id => gone.has(id))) return summary;
  }
}
