import { ButtonStyle, type GuildTextBasedChannel, type RepliableInteraction } from 'discord.js';
import type { SummarizeRequest } from '../../../app/engine-request.ts';
import { pause } from '../../../app/pauses.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { type SummaryProgress, summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { type Conversation, toAuthorIds } from '../../../core/conversation/message.ts';
import { type GuildSettings, needsReview, type SettingDefaults, toGlossary } from '../../../core/settings.ts';
import { toLoggedError } from '../../../log.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { type MessageBody, type Row, toButton, toRow } from '../../../render/embed/message-body.ts';
import { createFollower } from '../access/check-access.ts';
import { type RequestedChannels, toChannels, toMention } from '../access/open-channels.ts';
import { findChannel } from '../access/places.ts';
import { toEmptyWords } from '../history/history.ts';
import type { Ask, RequestContext } from '../interaction/context.ts';
import {
  answerLifeMs,
  isTemporary,
  orUnavailable,
  Refusal,
  retryWhileTemporary,
} from '../interaction/failures.ts';
import { deleteMessage, fetchMessage, postOnce, sendDirect } from '../interaction/messages.ts';
import { isAnswerGone, isTooLate, toShow } from '../interaction/reply.ts';
import { type DeletionWatch, writeCurrent } from '../sync/gateway-events.ts';
import { findMemory } from '../topics.ts';
import { checkGiven } from './check.ts';
import { toCitedAnswer } from './last-summary.ts';
import { defaultUpdateInterval, startProgressUpdates, toProgressMessage } from './progress.ts';
import { type Read, requireAccess } from './requested-channels.ts';
import type { Run } from './runs.ts';
import { isCard, toPostMessage, toSummaryMessage } from './summary-message.ts';

type SummaryTask = {
  readonly requested: RequestedChannels | null;
  readonly ask: Ask;
  readonly earlier: StoredSummary | null;
  readonly run: Run;
  /** Since before anything was read. */
  readonly watch: DeletionWatch;
  readonly settings: GuildSettings & SettingDefaults;
  readonly payer: Payer;
};

/** Summarizes what was read, and shows claims as they come; or checks the given statements against it. Refuses if nothing may be shown. */
export async function writeSummary(
  context: RequestContext,
  task: SummaryTask,
  { conversation: read, zone, given, reworded }: Read,
): Promise<Summary> {
  const { locale, t, privacy, signal, engine } = context;
  const { ask, earlier, watch, settings, payer } = task;
  const { requested } = task;
  const place = requested === null ? '' : toMention(requested);
  const { detail, language, focus, question } = ask.request;
  const memory =
    given || requested === null || engine.writesQuotes || question !== undefined
      ? undefined
      : await findMemory(context, read, toChannels(requested));
  const request: SummarizeRequest = {
    detail,
    zone,
    window: {},
    language: language ?? settings.language ?? locale,
    minConfidence: settings.minConfidence,
    glossary: toGlossary(settings.glossary),
    payer,
    memory,
    isCard: isCard(ask.request) && question === undefined,
    focus,
    question,
    reworded,
    earlier: earlier === null ? undefined : toCitedAnswer(earlier),
  };
  const { threadId, channelIds = [] } = read.source;
  return writeCurrent(
    read,
    { watch, privacy },
    (current, all) => {
      if (current.messages.length === 0)
        throw new Refusal(toEmptyWords(all, place, t) ?? t('bot.deletedMeanwhile', { place }));
      return given
        ? checkGiven(current, given, request, context, signal)
        : draft(context, task, current, request);
    },
    async conversation => {
      await pause();
      if (requested !== null) await requireAccess(context, requested, ask);
      if (given && (await privacy.optedOut([given.authorId])).size > 0)
        throw new Refusal(t('bot.privacy.authorOptedOut'));
      const isGone = (id: string | undefined) => id !== undefined && watch.deleted().has(id);
      if ([given?.messageId, threadId, ...channelIds].some(isGone))
        throw new Refusal(t('bot.denied.gone', { place: '' }));
      const { messages } = conversation;
      if (messages.length > 0 && messages.every(({ id }) => isGone(id)))
        throw new Refusal(t('bot.deletedMeanwhile', { place }));
      return conversation;
    },
  );
}

async function draft(
  context: RequestContext,
  { requested, ask, run, watch, settings }: SummaryTask,
  conversation: Conversation,
  request: SummarizeRequest,
): Promise<Summary> {
  const { interaction, t, engine, fallback, judge, privacy, pace = defaultUpdateInterval } = context;
  const { log, telemetry, newId, signal } = context;
  const show = toShow(context, ask);
  const ending = new AbortController();
  let soFar: SummaryProgress | null = null;
  const isHidden = needsReview(settings) && !ask.isPrivate;
  const follow = requested && createFollower(requested.snapshot, interaction.user.id);
  const updates = startProgressUpdates({
    pace,
    // Until the first claim, the answer says already that the messages are being summarized.
    toBody: () => {
      if (soFar === null) return null;
      const { verified: claims, judging, toSummary } = soFar;
      // Without claims that cite what was deleted, and without any that everybody would see unreviewed.
      const progress = { messages: conversation.messages.length, claims, judging };
      const isQuestion = ask.request.question !== undefined;
      const options = { runId: run.id, isCard: isCard(ask.request), isQuestion, t };
      return toProgressMessage({ ...progress, summary: isHidden ? null : toSummary() }, options);
    },
    mayShow: async () => {
      if (requested !== null) await requireAccess(context, requested, ask, await follow?.());
      return (await privacy.optedOut(toAuthorIds(conversation))).size === 0;
    },
    show: async body => run.noteAnswer(await show(body)),
    onLost: error => {
      log.debug({ interaction: interaction.id }, 'progress-update-failed');
      // Nobody would see the rest, which costs money.
      const isUnseen = isAnswerGone(error) || error instanceof Refusal;
      if (isUnseen) ending.abort(error);
      return !isUnseen && !isTooLate(error);
    },
  });
  const onVerified = (now: SummaryProgress) => {
    const isFirst = soFar === null;
    soFar = now;
    // Who asks a question waits for its first line; each update asks Discord whether it may be shown.
    if (isFirst && ask.request.question !== undefined) updates.hurry();
  };
  const isGone = (id: string) => watch.deleted().has(id);
  const ports = { engine, fallback, judge, log, telemetry, newId };
  try {
    const own = AbortSignal.any([signal, ending.signal]);
    return await summarize(conversation, request, { ...ports, isGone, onVerified }, own);
  } finally {
    await updates.end();
  }
}

type PublishOptions = {
  readonly isPrivate: boolean;
  readonly content: string;
  readonly below?: readonly Row[] | undefined;
  /** Called before each retry: refuses if the person may no longer read the summary. */
  readonly recheck: () => Promise<void>;
};

/**
 * Publishes the summary as the answer. After its 15 minutes, a public one is posted beside it; of a private one, the channel gets
 * a button. If someone deleted the answer, nothing is posted.
 */
export async function publish(
  context: RequestContext,
  stored: StoredSummary,
  options: PublishOptions,
  run: Pick<Run, 'answeredAs'>,
): Promise<void> {
  const { isPrivate, content, below, recheck } = options;
  const { interaction, client, t, summaries, summarySync, log, now: readClock } = context;
  const draw = (now: StoredSummary) =>
    isPrivate
      ? toSummaryMessage(now, { page: 1, isPrivate, t, content, above: context.lead?.lines, below })
      : toPostMessage(now, { page: 1, t, content });
  const named = { guildId: stored.guildId, summaryId: stored.summary.id };
  let isRetry = false;
  const current = async (): Promise<StoredSummary> => {
    if (isRetry) await recheck();
    isRetry = true;
    const found = await summarySync.known(named);
    if (found === null) throw new Refusal(t('bot.expired'));
    // To lay it out takes some 20 ms.
    await pause();
    return found;
  };
  const show = toShow(context, options);
  try {
    const { shown, message } = await retryWhileTemporary(client, async () => {
      const shown = await current();
      return { shown, message: await show(draw(shown)) };
    });
    const answeredAs = { channelId: message.channelId, messageId: message.id };
    await notePost(context, shown, isPrivate ? {} : { answeredAs });
  } catch (error) {
    if (isAnswerGone(error)) await summaries.remove(stored.guildId, stored.summary.id);
    const isOver = interaction.createdTimestamp + answerLifeMs <= Date.parse(readClock());
    if (!isTooLate(error) && !(isOver && isTemporary(error))) throw error;
    log.warn({ summary: stored.summary.id, interaction: interaction.id }, 'answer-too-late');
    await retryWhileTemporary(client, async () => {
      const shown = await current();
      await (isPrivate ? tellReady(context, shown) : postLate(context, shown, draw(shown), run));
    });
  }
  const { id: summary, coverage, claims } = stored.summary;
  log.info({ summary, read: coverage.read, claims: claims.length }, 'summary-shown');
}

/** Posts a public summary after the answer's 15 minutes, unless its progress was deleted, and deletes that. */
async function postLate(
  context: RequestContext,
  stored: StoredSummary,
  body: MessageBody,
  run: Pick<Run, 'answeredAs'>,
): Promise<void> {
  const { interaction, client, t, summaries, log } = context;
  const here = await findHere(interaction);
  if (here === null) throw new Refusal(t('bot.denied.gone', { place: '' }));
  const progress = run.answeredAs();
  if (progress !== null && (await orUnavailable(fetchMessage(client, progress))) === 'gone') {
    await summaries.remove(stored.guildId, stored.summary.id);
    throw new Refusal(t('bot.expired'));
  }
  const post = await postOnce(here, body, `${stored.summary.id}:late`);
  await notePost(context, stored, { answeredAs: { channelId: here.id, messageId: post.id } });
  // If that fails, the progress message only shows old progress.
  if (progress !== null)
    await orUnavailable(deleteMessage(client, progress)).catch((error: unknown) =>
      log.warn({ answer: progress.messageId, ...toLoggedError(error) }, 'progress-unremoved'),
    );
}

async function findHere({ client, channelId }: RepliableInteraction): Promise<GuildTextBasedChannel | null> {
  return channelId === null ? null : findChannel(client, channelId);
}

/** Posts that a private summary is ready, in its channel or else a direct message, with a button. */
async function tellReady(
  { interaction, client, t, summaries }: RequestContext,
  stored: StoredSummary,
): Promise<void> {
  const { user } = interaction;
  const { id: summaryId } = stored.summary;
  const open = toCustomId({ summaryId, action: 'open' });
  const ready = {
    content: t('bot.readyOpen', { person: user.toString() }),
    components: [toRow(toButton(t('bot.buttons.open'), open, { style: ButtonStyle.Primary }))],
  };
  const key = `${summaryId}:late`;
  const here = await findHere(interaction);
  if (here !== null && typeof (await orUnavailable(postOnce(here, ready, key))) !== 'string') return;
  // A press in a direct message does not contain the server.
  await summaries.put({ ...stored, isDirect: true });
  await sendDirect(client, user.id, ready, key);
}

/** Stores where the summary was posted, and applies the changes since it was written. A failure is only logged. */
async function notePost(
  { summarySync, log }: RequestContext,
  stored: StoredSummary,
  note: Partial<StoredSummary>,
): Promise<void> {
  try {
    await summarySync.notePost(stored, note);
  } catch (error) {
    log.warn({ summary: stored.summary.id, ...toLoggedError(error) }, 'answer-location-save-failed');
  }
}
