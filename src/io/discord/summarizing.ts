import type { Client, GuildTextBasedChannel, RepliableInteraction } from 'discord.js';
import type { Engine, Judge, KeptSummary, PrivacyStore, SummaryStore, ZoneStore } from '../../app/ports.ts';
import type { Runs } from '../../app/runs.ts';
import type { Settings } from '../../app/settings.ts';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { toAgainNote } from './again-note.ts';
import type { Amending } from './amending.ts';
import { answerFailure, defer, edit, isAnswerGone, isTooLate, say, sayAlone } from './answer.ts';
import type { Ask } from './command.ts';
import type { Deletions } from './deletions.ts';
import { createLiveRuns, type LiveRun, type Run, RunStopped } from './live-runs.ts';
import { findChannel } from './places.ts';
import { createLastKnown } from './privacy/last-known.ts';
import { keep, publish, toKeptRequest } from './publishing.ts';
import { type Read, readWanted } from './reading.ts';
import { refuse } from './refuse.ts';
import { needsReview } from './reviewing.ts';
import type { Pace } from './showing.ts';
import { findThread } from './thread.ts';
import { writeSummary } from './writing.ts';

export type SummarizingParts = {
  readonly client: Client<true>;
  readonly engine: Engine;
  /** Writes where the engine brought nothing that holds. */
  readonly fallback?: Engine;
  /** Looks at claims of the engine's, and at statements that hold. */
  readonly judge?: Judge;
  readonly summaries: SummaryStore;
  readonly zones: ZoneStore;
  readonly privacy: PrivacyStore;
  readonly runs: Runs;
  readonly settings: Settings;
  readonly deletions: Deletions;
  readonly amending: Amending;
  readonly log: Logger;
  readonly newId: () => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
  /** How often people who wait are shown how far it has come. */
  readonly pace?: Pace;
};

export type Summarizing = {
  /** Reads, summarizes and answers, promising the answer first where nobody has; whatever happens is told to the person. */
  readonly summarize: (interaction: RepliableInteraction, ask: Ask) => Promise<void>;
  /** The run of this id while it is under way. */
  readonly findRun: (id: string) => LiveRun | null;
  readonly countRuns: () => number;
  /** Ends what is running, telling those who wait, and takes on nothing more. Resolves when all have been told. */
  readonly stop: () => Promise<void>;
};

export function createSummarizing(parts: SummarizingParts): Summarizing {
  const live = createLiveRuns();

  const answer = async (interaction: RepliableInteraction, ask: Ask, run: Run) => {
    try {
      if (!interaction.deferred) await defer(interaction, ask.isPrivate);
      run.signal.throwIfAborted();
      await answerAsked(interaction, ask, parts, run);
    } catch (error) {
      await answerEnd(interaction, error, parts.log, run);
    }
  };

  return {
    // An interaction is answered by one run, so its id is the run's too.
    summarize: (interaction, ask) =>
      live.follow(interaction.id, interaction.user.id, run => answer(interaction, ask, run)),
    findRun: live.find,
    countRuns: live.count,
    stop: () => live.stopAll(new UserError('cancelled', 'The bot is being stopped.')),
  };
}

async function answerAsked(
  interaction: RepliableInteraction,
  ask: Ask,
  { privacy: store, ...others }: SummarizingParts,
  run: Run,
): Promise<void> {
  const privacy = createLastKnown(store);
  const parts = { ...others, privacy };
  const words = toBotWords(interaction.locale);
  const channel = await findAsked(interaction, ask, parts.client);
  if (channel === null) return sayAlone(interaction, words.notSummarizable);
  const refusal = await refuse(interaction, channel, ask, words, privacy);
  if (refusal !== null) return sayAlone(interaction, refusal);

  const settings = await parts.settings.of(interaction.guildId);
  const begun = await parts.runs.begin(interaction.user.id, settings.dailyRuns);
  if (!begun.ok) {
    return sayAlone(
      interaction,
      begun.reason === 'running' ? words.alreadyRunning : words.dailySpent(begun.limit),
    );
  }
  // From before reading on, so that what is edited in between counts as edited since.
  const createdAt = parts.now();
  let counted = false;
  const watch = parts.deletions.watch();
  try {
    const read = await readWanted(interaction, channel, ask, parts, words, run);
    if ('refused' in read) return await sayAlone(interaction, read.refused);
    counted = true;
    try {
      await edit(interaction, { content: toProgressWords(read, words) });
    } catch (error) {
      if (isAnswerGone(error)) throw error;
      parts.log.debug({ interaction: interaction.id }, 'progress-lost');
    }
    const summary = await writeSummary(
      { interaction, channel, ask, words, run, watch, settings },
      read,
      parts,
    );
    if ('refused' in summary) return await sayAlone(interaction, summary.refused);
    run.commit();
    const kept: KeptSummary = {
      summary,
      request: toKeptRequest(ask),
      requesterId: interaction.user.id,
      guildId: interaction.guildId,
      channelId: channel.id,
      createdAt,
      locale: interaction.locale,
      ...(needsReview(settings) && summary.checked === undefined && { needsReview: true }),
    };
    // What is not kept has no button that could ask again.
    const note = (await keep(kept, parts, words)) || toAgainNote(summary, words);
    await publish(interaction, kept, ask, [read.note, note].filter(Boolean).join('\n'), parts, words);
  } finally {
    watch.end();
    await begun.end({ counted });
  }
}

function toProgressWords({ conversation, given }: Read, words: BotWords): string {
  const { length } = conversation.messages;
  return given ? words.checking(given.statements.length, length) : words.summarizing(length);
}

/** Tells what ended a run before its time: that the person has stopped it, or what went wrong. */
async function answerEnd(
  interaction: RepliableInteraction,
  error: unknown,
  log: Logger,
  { signal }: Run,
): Promise<void> {
  const isStopped = signal.reason instanceof RunStopped;
  if (!isStopped || isTooLate(error) || isAnswerGone(error)) return answerFailure(interaction, error, log);
  log.info({ interaction: interaction.id }, 'summary-stopped');
  try {
    await say(interaction, toBotWords(interaction.locale).stopped);
  } catch (second) {
    // The press that stopped it says so then.
    log.warn(
      { interaction: interaction.id, name: second instanceof Error ? second.name : '' },
      'stop-untold',
    );
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
  const id = wanted.kind === 'check' ? wanted.message.channelId : (channelId ?? interaction.channelId);
  return id === null ? null : findChannel(client, id);
}
