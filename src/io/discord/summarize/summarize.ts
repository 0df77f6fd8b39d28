import { setTimeout as sleep } from 'node:timers/promises';
import { ChannelType, type GuildTextBasedChannel, type RepliableInteraction } from 'discord.js';
import { toKeptClaims } from '../../../app/engine-request.ts';
import { pause } from '../../../app/pauses.ts';
import type { OpenRun, StoredSummary } from '../../../app/store-ports.ts';
import { toTrace } from '../../../app/telemetry-ports.ts';
import { keepFirst } from '../../../core/claims/assemble.ts';
import { mostThreads, toActiveThreads, toLinkedPlaces, toPlaces } from '../../../core/claims/footnotes.ts';
import { isHighlights, type Summary } from '../../../core/claims/summary.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { linesOfCard } from '../../../core/prompt/answer.ts';
import { needsReview } from '../../../core/settings.ts';
import { UserError } from '../../../errors.ts';
import { toInline } from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import { type RequestedChannels, toChannels } from '../access/open-channels.ts';
import { toPlacing } from '../access/places.ts';
import { readNews } from '../catchup.ts';
import { readDigest } from '../digests/last-week.ts';
import { readForQuestion } from '../find-answers.ts';
import { toFirstId } from '../history/message.ts';
import { answerFailure } from '../interaction/answer-failure.ts';
import { type Ask, isForUserOnly, type RequestContext, type Services } from '../interaction/context.ts';
import { Refusal } from '../interaction/failures.ts';
import { defer, edit, isAnswerGone, removeDeferral, toShow } from '../interaction/reply.ts';
import { openBill, toFeature, toRefusedRun } from '../usage.ts';
import { toRegenerateNote } from './again.ts';
import { readTarget } from './check.ts';
import { findEarlier, toCitedAnswer } from './last-summary.ts';
import { defaultUpdateInterval, toStopRow } from './progress.ts';
import { readFile, toFileBody } from './read-file.ts';
import { toInterruption } from './recovery.ts';
import { findRequested, type Read, readRequested, requireAccess } from './requested-channels.ts';
import { type Run, recordingMs, toOpenRun } from './runs.ts';
import { isCard } from './summary-message.ts';
import { publish, writeSummary } from './write-summary.ts';

/** One update takes about 5 ms of CPU. */
const updateMs = 20;

/** Reads, summarizes and answers, and defers the answer first if necessary. Reports every failure to the person. */
export const summarize: Services['summarize'] = (context, ask) =>
  context.liveRuns.follow(context.interaction, toRecorded(context.interaction, ask), run =>
    answer(context, ask, run),
  );

async function answer(given: RequestContext, ask: Ask, run: Run): Promise<void> {
  const { signal } = run;
  const { afterMs, everyMs } = given.pace ?? defaultUpdateInterval;
  // Progress of many runs takes no more than a quarter of a core.
  const pace = { afterMs, everyMs: Math.max(everyMs, given.liveRuns.count() * updateMs) };
  const context = { ...given, signal, pace };
  const { interaction } = context;
  try {
    // What is promised has to be known to the next process, but a slow store is not waited for.
    await Promise.race([run.saved(), sleep(recordingMs)]);
    if (!interaction.deferred) await defer(context);
    signal.throwIfAborted();
    await context.telemetry.run(toFeature(ask), () => answerAsked(context, ask, run));
  } catch (error) {
    const end = signal.reason instanceof Refusal ? signal.reason : error;
    const isLeft = isInterrupted(run) && !(end instanceof Refusal);
    await answerFailure(context, isLeft ? toInterruption(run.id, context.t) : end);
    // The next process gives the run back, and ends its answer if that failed here.
    if (isLeft) return;
  } finally {
    run.release();
  }
  await removeDeferral(interaction);
  await run.end();
}

/** What can be asked again: no file or unsaved digest, which are not kept, nor anything in a direct message. */
function toRecorded(interaction: RepliableInteraction, ask: Ask): OpenRun | null {
  const { request, channelId, isPrivate, file, target, draft: unsaved } = ask;
  if (file !== undefined || target !== undefined || unsaved !== undefined || interaction.guildId === null)
    return null;
  return toOpenRun(interaction, { sourceId: channelId ?? interaction.channelId ?? '', request, isPrivate });
}

async function answerAsked(given: RequestContext, ask: Ask, run: Run): Promise<void> {
  const context = { ...given, lead: { lines: [] as readonly string[], rows: [] } };
  const { interaction, t, runs, liveRuns, deletions, telemetry, log, now } = context;
  const { guildId, user } = interaction;
  await run.saved();
  const isUnread = ask.file !== undefined || (ask.target !== undefined && isForUserOnly(interaction));
  const found = isUnread ? null : await findRequested(context, ask);
  const asked = ask.target ? null : found;
  const channelId = (asked && toChannels(asked)[0]?.id) ?? interaction.channelId ?? '';
  const settings = await context.settings.of(guildId);
  const begun = await runs.begin(user.id, settings.dailyRuns);
  if (!begun.ok) {
    const otherId = begun.reason === 'running' ? liveRuns.findOther(run.id, user.id) : null;
    throw new Refusal(toRefusedRun(begun, t), otherId === null ? [] : [toStopRow(otherId, t)]);
  }
  if (begun.countedOn !== null) void run.note({ countedOn: begun.countedOn });
  // From before reading on, so that what is edited in between counts as edited since.
  const createdAt = now();
  let counted = false;
  const watch = deletions.watch();
  const bill = openBill(interaction, ask.request.categoryId ?? channelId, toFeature(ask));
  try {
    const earlier = asked && (await findEarlier(context, ask, asked.snapshot));
    const read = await telemetry.step('read', () => {
      if (asked === null) return ask.target ? readTarget(context, ask.target) : readFile(context, ask, run);
      if (asked.kind === 'digest') return readDigest(context, asked, ask, run);
      if (asked.kind !== 'everywhere') return readRequested(context, asked, ask.request, run);
      return ask.request.question === undefined
        ? readNews(context, asked, ask.request, run)
        : readForQuestion(context, asked, { ...ask.request, earlier, payer: bill.payer }, run);
    });
    const requested = read.requested ?? asked;
    counted = true;
    try {
      const progress = { content: toProgressWords(read, ask, t), components: [toStopRow(run.id, t)] };
      run.noteAnswer(await toShow(context, ask)(progress));
    } catch (error) {
      if (isAnswerGone(error)) throw error;
      log.debug({ interaction: interaction.id }, 'progress-update-failed');
    }
    const task = { requested, ask, earlier, run, watch, settings, payer: bill.payer };
    const written = await writeSummary(context, task, read);
    run.commit();
    const waiting = await read.card?.renewLead(watch.deleted());
    const summary =
      waiting !== undefined && isCard(ask.request) ? keepFirst(written, linesOfCard - waiting) : written;
    if (requested === null) {
      await pause();
      await edit(interaction, toFileBody(summary, ask, [read.note, bill.toCapWords(t)], t));
      return;
    }
    const completed = read.complete?.(summary) ?? { summary };
    const stored = toStored(context, ask, completed, { read, requested, earlier, createdAt, settings });
    // What is not stored is not shown: nothing would follow the deletion of its messages.
    await context.summaries.put(stored);
    const note = toRegenerateNote(summary, t);
    const tellsCap = ask.isPrivate || !bill.isPrivate();
    const goesOn = toGoesOnNote(earlier, summary, read.conversation, t);
    const content = [read.note, goesOn, tellsCap ? bill.toCapWords(t) : '', note].filter(Boolean).join('\n');
    await run.note({ stage: 'showing', summaryId: summary.id });
    // While Discord does not take the answer, the person may ask for another.
    await begun.end();
    const recheck = () => requireAccess(context, requested, ask);
    const below = [...(read.card?.toMenu() ?? []), ...(read.rows ?? [])];
    const options = { isPrivate: ask.isPrivate, content, below, recheck };
    await telemetry.step('render', () => publish(context, stored, options, run));
  } finally {
    watch.end();
    // An interrupted run is given back when its answer says so.
    await begun.end({ counted: counted || isInterrupted(run) });
  }
}

type Written = {
  readonly read: Read;
  readonly requested: RequestedChannels;
  readonly earlier: StoredSummary | null;
  readonly createdAt: string;
  readonly settings: Parameters<typeof needsReview>[0];
};

function toStored(
  { interaction, locale, telemetry }: RequestContext,
  ask: Ask,
  { summary, places }: Pick<StoredSummary, 'summary' | 'places'>,
  { read, requested, earlier, createdAt, settings }: Written,
): StoredSummary {
  return {
    summary,
    request: {
      ...ask.request,
      ...(read.since !== undefined && { since: read.since }),
      ...(earlier !== null && { after: earlier.summary.id }),
    },
    requesterId: interaction.user.id,
    guildId: interaction.guildId,
    channelId: toChannels(requested)[0]?.id ?? '',
    ...(ask.request.question !== undefined &&
      interaction.channelId !== null && { askedIn: interaction.channelId }),
    ...(requested.kind !== 'channel' && {
      places: { ...places, ...toPlaces(summary, read.conversation.messages) },
    }),
    ...toLinkedPlaces(summary, read.conversation.messages),
    ...(requested.kind === 'channel' && toKnownThreads(requested.channel, summary.timeRange?.start)),
    // A card has a menu of channels.
    ...(requested.kind !== 'channel' &&
      requested.kind !== 'everywhere' &&
      toActiveThreads(summary, read.conversation.messages)),
    createdAt,
    locale,
    ...toTrace(telemetry),
    ...(needsReview(settings) && summary.checked === undefined && { needsReview: true }),
  };
}

/** The public threads of a channel that were active since, as far as events tell: those archived long ago are unknown. */
function toKnownThreads(channel: GuildTextBasedChannel, since: string | undefined) {
  if (since === undefined || !('threads' in channel)) return {};
  const afterId = String(toFirstId(Date.parse(since)) - 1n);
  const threads = [...channel.threads.cache.values()]
    .filter(({ type, lastMessageId }) => {
      return type !== ChannelType.PrivateThread && compareSnowflakes(lastMessageId ?? '0', afterId) > 0;
    })
    .sort((a, b) => compareSnowflakes(b.lastMessageId ?? '0', a.lastMessageId ?? '0'))
    .slice(0, mostThreads)
    .map(thread => ({ id: thread.id, title: toPlacing(thread).source.title, afterId }));
  return threads.length === 0 ? {} : { threads };
}

/** Says which question an answer goes on with; quotes go on with none, and nothing does without a message behind that one. */
function toGoesOnNote(
  earlier: StoredSummary | null,
  summary: Summary,
  { messages }: Conversation,
  t: Texts,
): string {
  const question = earlier?.summary.question;
  if (earlier === null || question === undefined || isHighlights(summary)) return '';
  if (toKeptClaims(toCitedAnswer(earlier), messages).length === 0) return '';
  return `-# ${t('bot.ask.goesOn', { question: toInline(question) })}`;
}

/** Whether the bot stops, and the next process knows of the run. */
function isInterrupted({ signal: { reason }, isRecorded }: Run): boolean {
  return isRecorded() && reason instanceof UserError && reason.code === 'cancelled';
}

function toProgressWords({ conversation, given }: Read, { request }: Ask, t: Texts): string {
  const { messages } = conversation;
  if (given) return t('bot.checking', { statements: given.statements.length, messages: messages.length });
  if (request.question !== undefined) return t('bot.ask.answering', { messages: messages.length });
  return t('bot.summarizing', { messages: messages.length });
}
