import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, RepliableInteraction } from 'discord.js';
import type { OpenRun, OpenRunStore } from '../../../app/answers/ports.ts';
import type {
  Engine,
  Judge,
  PrivacyStore,
  StoredSummary,
  SummaryStore,
  ZoneStore,
} from '../../../app/ports.ts';
import type { Runs } from '../../../app/runs.ts';
import type { Settings } from '../../../app/settings.ts';
import { toPlaces } from '../../../core/claims/summary/cited-messages.ts';
import { UserError } from '../../../errors.ts';
import type { Logger } from '../../../log.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import { LeaveLost } from '../access/access-lost.ts';
import { refuse } from '../access/refuse.ts';
import type { Ask } from '../command.ts';
import type { MessageCache } from '../history/message-cache.ts';
import { findAsked, toChannels, toMention } from '../history/requested-channels.ts';
import {
  answerFailure,
  defer,
  editOnce,
  isAnswerGone,
  isTooLate,
  removePromise,
  say,
  toShow,
} from '../interaction/reply.ts';
import { isPassing, isPersistingStopped, persist } from '../interaction/retry-answer.ts';
import { needsReview } from '../review/needs-review.ts';
import { createLastKnown } from '../settings/privacy/last-known.ts';
import type { Deletions } from '../sync/deletions.ts';
import type { Amending } from '../sync/summary-sync.ts';
import { toStopRow } from './progress-message.ts';
import type { Pace } from './progress-updates.ts';
import { keep, publish, toKeptRequest } from './publish.ts';
import { type Read, readWanted } from './read-window.ts';
import { toAgainNote } from './regenerate-note.ts';
import { writeSummary } from './run-summary.ts';
import { createLiveRuns, type LiveRun, type Run, RunStopped } from './runs/live-runs.ts';
import { createOpenRuns, type NotedRun, type RunRecord, toOpenRun } from './runs/open-runs.ts';

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
  readonly openRuns: OpenRunStore;
  /** Tells this process from others that use the same store. */
  readonly processId: string;
  /** How long a process that was killed is taken to be alive, in milliseconds. */
  readonly leaseMs?: number;
  readonly settings: Settings;
  readonly deletions: Deletions;
  readonly amending: Amending;
  readonly cache?: MessageCache;
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
  /** Goes on with a run that another process has left: shows what it stored, or begins anew and says so. */
  readonly resume: (interaction: RepliableInteraction, ask: Ask, left: OpenRun) => Promise<void>;
  /** The run of this id while it is under way. */
  readonly findRun: (id: string) => LiveRun | null;
  readonly countRuns: () => number;
  /** Leaves what is running to the next process, telling those who wait, and takes on nothing more. Resolves when all have been told. */
  readonly stop: () => Promise<void>;
};

const recordingMs = 300;
/** How often it is asked whether a person's other summary is finished. */
const turnMs = 250;

export function createSummarizing(parts: SummarizingParts): Summarizing {
  const live = createLiveRuns();
  const openRuns = createOpenRuns(parts);

  const answer = async (interaction: RepliableInteraction, ask: Ask, run: Run, left: OpenRun | null) => {
    const record = openRuns.begin(left ?? toRecorded(interaction, ask));
    const noted = { ...run, noteAnswer: record.noteAnswer };
    try {
      // What is promised has to be known to the next process, but a slow store is not waited for.
      await Promise.race([record.saved(), sleep(recordingMs)]);
      if (!interaction.deferred) await defer(interaction);
      run.signal.throwIfAborted();
      if (left?.stage === 'showing') await showStored(interaction, ask, left, parts, record);
      else await answerAsked(interaction, ask, parts, noted, record, left !== null);
    } catch (error) {
      // The summary is stored: the next process shows it.
      if (run.isCommitted() && isPassing(error) && isPersistingStopped(parts.client)) return record.leave();
      if (isShutdown(run) && record.isKept()) {
        await tellStopping(interaction, parts.log);
        return record.leave();
      }
      await answerEnd(interaction, error, parts.log, run);
    }
    await removePromise(interaction);
    await record.end();
  };
  // An interaction is answered by one run, so its id is the run's too.
  const follow = (interaction: RepliableInteraction, ask: Ask, left: OpenRun | null) =>
    live.follow(interaction.id, interaction.user.id, run => answer(interaction, ask, run, left));

  return {
    summarize: (interaction, ask) => follow(interaction, ask, null),
    resume: follow,
    findRun: live.find,
    countRuns: live.count,
    stop: async () => {
      await live.stopAll(new UserError('cancelled', 'The bot is being stopped.'));
      await openRuns.stop();
    },
  };
}

function toRecorded(interaction: RepliableInteraction, ask: Ask): OpenRun | null {
  const sourceId = ask.channelId ?? interaction.channelId ?? '';
  return toOpenRun(interaction, { sourceId, request: toKeptRequest(ask), isPrivate: ask.isPrivate });
}

/** Shows what another process stored and did not come to show. */
async function showStored(
  interaction: RepliableInteraction,
  ask: Ask,
  { summaryId = '', note = '' }: OpenRun,
  parts: SummarizingParts,
  record: RunRecord,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const kept = await parts.summaries.get(interaction.guildId, summaryId);
  if (kept === null) return say(interaction, words.expired);
  const asked = await findAsked(interaction, ask, parts);
  if (asked === null) return say(interaction, words.denied('gone', ''));
  const refuseNow = () => refuse(interaction, toChannels(asked), ask, words, parts.privacy);
  await publish(
    interaction,
    kept,
    { isPrivate: ask.isPrivate, content: note, refuseNow },
    parts,
    words,
    record,
  );
}

async function answerAsked(
  interaction: RepliableInteraction,
  ask: Ask,
  { privacy: store, ...others }: SummarizingParts,
  run: NotedRun,
  record: RunRecord,
  isRestarted: boolean,
): Promise<void> {
  const privacy = createLastKnown(store);
  const parts = { ...others, privacy };
  const words = toBotWords(interaction.locale);
  const showProgress = async (content: string, show: ReturnType<typeof toShow>) => {
    try {
      const components = [toStopRow(run.id, words)];
      record.noteAnswer(await show(interaction, { content, components }));
    } catch (error) {
      if (isAnswerGone(error)) throw error;
      parts.log.debug({ interaction: interaction.id }, 'progress-update-failed');
    }
  };
  await record.saved();
  if (isRestarted) await showProgress(words.restarted, editOnce);
  const asked = await findAsked(interaction, ask, parts);
  if (asked === null) return say(interaction, words.notSummarizable);
  const channels = toChannels(asked);
  const [first] = channels;
  if (first === undefined) return say(interaction, words.noneOfCategory(toMention(asked)));
  const refusal = await refuse(interaction, channels, ask, words, privacy);
  if (refusal !== null) return say(interaction, refusal);

  const settings = await parts.settings.of(interaction.guildId);
  // What is begun anew was counted the first time.
  const begin = () => parts.runs.begin(interaction.user.id, isRestarted ? 0 : settings.dailyRuns);
  let begun = await begin();
  // Several of one person may have been interrupted.
  while (isRestarted && !begun.ok && begun.reason === 'running') {
    await sleep(turnMs);
    run.signal.throwIfAborted();
    begun = await begin();
  }
  if (!begun.ok) {
    return say(
      interaction,
      begun.reason === 'running' ? words.alreadyRunning : words.dailySpent(begun.limit),
    );
  }
  if (begun.countedOn !== null) record.noteCounted(begun.countedOn);
  // From before reading on, so that what is edited in between counts as edited since.
  const createdAt = parts.now();
  let counted = false;
  const watch = parts.deletions.watch();
  try {
    const read = await readWanted(interaction, asked, ask, parts, words, run);
    if ('refused' in read) return await say(interaction, read.refused);
    counted = true;
    await showProgress(toProgressWords(read, words), toShow(ask));
    const summary = await writeSummary({ interaction, asked, ask, words, run, watch, settings }, read, parts);
    if ('refused' in summary) return await say(interaction, summary.refused);
    run.commit();
    const kept: StoredSummary = {
      summary,
      request: toKeptRequest(ask),
      requesterId: interaction.user.id,
      guildId: interaction.guildId,
      channelId: first.id,
      ...(asked.kind === 'category' && { places: toPlaces(summary, read.conversation.messages) }),
      createdAt,
      locale: interaction.locale,
      ...(needsReview(settings) && summary.checked === undefined && { needsReview: true }),
    };
    // What is not kept has no button that could ask again.
    const note = (await keep(kept, parts, words)) || toAgainNote(summary, words);
    const content = [isRestarted ? words.restarted : '', read.note, note].filter(Boolean).join('\n');
    await record.noteShowing(summary.id, content);
    const refuseNow = () => refuse(interaction, channels, ask, words, privacy);
    await publish(interaction, kept, { isPrivate: ask.isPrivate, content, refuseNow }, parts, words, record);
  } finally {
    watch.end();
    // What the next process goes on with is not counted again.
    await begun.end({ counted: counted || (isShutdown(run) && record.isKept()) });
  }
}

/** Whether the run ends because the process does. */
function isShutdown({ signal }: Run): boolean {
  return signal.reason instanceof UserError && signal.reason.code === 'cancelled';
}

async function tellStopping(interaction: RepliableInteraction, log: Logger): Promise<void> {
  const { stoppingRun } = toBotWords(interaction.locale);
  try {
    await persist(interaction.client, () =>
      editOnce(interaction, { content: stoppingRun, embeds: [], components: [] }),
    );
  } catch (error) {
    log.warn(
      { interaction: interaction.id, name: error instanceof Error ? error.name : '' },
      'stop-reply-failed',
    );
  }
}

function toProgressWords({ conversation, given }: Read, words: BotWords): string {
  const { length } = conversation.messages;
  return given ? words.checking(given.statements.length, length) : words.summarizing(length);
}

/** Tells what ended a run before its time: that the person has stopped it or may not read it, or what went wrong. */
async function answerEnd(
  interaction: RepliableInteraction,
  error: unknown,
  log: Logger,
  { signal }: Run,
): Promise<void> {
  const isStopped = signal.reason instanceof RunStopped && !isTooLate(error) && !isAnswerGone(error);
  if (!isStopped && !(error instanceof LeaveLost)) return answerFailure(interaction, error, log);
  log.info({ interaction: interaction.id }, 'summary-stopped');
  try {
    const { stopped } = toBotWords(interaction.locale);
    await say(interaction, error instanceof LeaveLost ? error.sentence : stopped);
  } catch (second) {
    // The press that stopped it says so then.
    log.warn(
      { interaction: interaction.id, name: second instanceof Error ? second.name : '' },
      'stop-reply-failed',
    );
  }
}
