import { ButtonStyle, type GuildTextBasedChannel } from 'discord.js';
import { pause } from '../../../app/pauses.ts';
import type { PostedMessage, StoredSummary } from '../../../app/ports.ts';
import { type SummarizeRequest, type SummaryProgress, summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { toCitedIds, toCounts } from '../../../core/claims/footnotes.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { type Conversation, toAuthorIds, withoutAuthors } from '../../../core/conversation/message.ts';
import { type GuildSettings, needsReview, type SettingDefaults } from '../../../core/settings.ts';
import { toLoggedError } from '../../../log.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import type { Texts } from '../../../render/texts.ts';
import { createFollower } from '../access/check-access.ts';
import { findChannel } from '../access/places.ts';
import {
  AccessLost,
  checkRequestAccess,
  type RequestedChannels,
  toChannels,
  toMention,
} from '../access/requested-channels.ts';
import { type MessageBody, noMentions, type Row, toButton, toRow } from '../components.ts';
import { toEmptyWords } from '../history/history.ts';
import type { Ask, RequestContext } from '../interaction/context.ts';
import { answerLifeMs, isTemporary, orUnavailable, retryWhileTemporary } from '../interaction/failures.ts';
import {
  finishAnswer,
  isAnswerGone,
  isTooLate,
  removeAnswer,
  replyPrivately,
  toShow,
} from '../interaction/reply.ts';
import type { DeletionWatch } from '../sync/gateway-events.ts';
import { findMemory } from '../topics.ts';
import { checkGiven } from './check.ts';
import { defaultUpdateInterval, startProgressUpdates, toProgressMessage } from './progress.ts';
import type { Read, Refused } from './read-window.ts';
import type { Run } from './runs.ts';
import { isCard, postOnce, sendDirect, toPostMessage, toSummaryMessage } from './summary-message.ts';

/** What one summary is written for. */
type SummaryTask = {
  /** Null for a file. */
  readonly requested: RequestedChannels | null;
  readonly ask: Ask;
  readonly run: Run;
  /** Since before anything was read. */
  readonly watch: DeletionWatch;
  /** What holds in the server. */
  readonly settings: Pick<GuildSettings & SettingDefaults, 'language' | 'minConfidence' | 'review'>;
  readonly payer: Payer;
};

/**
 * Summarizes what was read, and shows claims as they come; or checks the given statements against it. Leaves out what was
 * deleted meanwhile, or was written by somebody who opted out meanwhile. Refuses if the person may no longer read it.
 */
export async function writeSummary(
  context: RequestContext,
  task: SummaryTask,
  { conversation: read, zone, given }: Read,
): Promise<Summary | Refused> {
  const { locale, t, privacy, signal } = context;
  const { requested, ask, watch, settings, payer } = task;
  const place = requested === null ? '' : toMention(requested);
  const memory =
    given || requested === null || context.engine.writesQuotes
      ? undefined
      : await findMemory(context, read, toChannels(requested));
  const request: SummarizeRequest = {
    detail: ask.request.detail,
    zone,
    window: {},
    language: ask.request.language ?? settings.language ?? locale,
    minConfidence: settings.minConfidence,
    payer,
    memory,
    focus: ask.request.focus,
  };
  const { threadId, channelIds = [] } = read.source;
  let conversation = read;
  for (;;) {
    const messages = conversation.messages.filter(({ id }) => !watch.deleted().has(id));
    if (messages.length === 0)
      return { refused: toEmptyWords(conversation, place, t) ?? t('bot.deletedMeanwhile', { place }) };
    const current = { ...conversation, messages };
    const summary = given
      ? await checkGiven(current, given, request, context, signal)
      : await draft(context, task, current, request);
    if ('refused' in summary) return summary;
    await pause();
    const refusal = requested && (await checkRequestAccess(context, requested, ask));
    if (refusal !== null) return { refused: refusal };
    const optedOut = await privacy.optedOut([...toAuthorIds(current), ...(given ? [given.authorId] : [])]);
    if (given && optedOut.has(given.authorId)) return { refused: t('bot.privacy.authorOptedOut') };
    if (optedOut.size > 0) {
      conversation = withoutAuthors(conversation, optedOut);
      continue;
    }
    const gone = watch.deleted();
    if (given && gone.has(given.messageId)) return { refused: t('bot.denied.gone', { place: '' }) };
    if ([threadId, ...channelIds].some(id => id !== undefined && gone.has(id)))
      return { refused: t('bot.denied.gone', { place: '' }) };
    if (messages.every(({ id }) => gone.has(id))) return { refused: t('bot.deletedMeanwhile', { place }) };
    if (!toCitedIds(summary).some(id => gone.has(id))) return summary;
  }
}

async function draft(
  context: RequestContext,
  { requested, ask, run, watch, settings }: SummaryTask,
  conversation: Conversation,
  request: SummarizeRequest,
): Promise<Summary | Refused> {
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
      const options = { runId: run.id, isCard: isCard(ask.request), t };
      return soFar && toProgressMessage(toProgress(conversation, soFar, isHidden), options);
    },
    mayShow: async () => {
      const refusal = requested && (await checkRequestAccess(context, requested, ask, await follow?.()));
      if (refusal !== null) ending.abort(new AccessLost(refusal));
      return refusal === null && (await privacy.optedOut(toAuthorIds(conversation))).size === 0;
    },
    show: async body => run.noteAnswer(await show(body)),
    onLost: error => {
      log.debug({ interaction: interaction.id }, 'progress-update-failed');
      // Nobody would see the rest, which costs money.
      if (isAnswerGone(error)) ending.abort(error);
      return !isAnswerGone(error) && !isTooLate(error);
    },
  });
  const onVerified = (now: SummaryProgress) => {
    soFar = now;
  };
  const isGone = (id: string) => watch.deleted().has(id);
  const ports = { engine, fallback, judge, log, telemetry, newId };
  try {
    const own = AbortSignal.any([signal, ending.signal]);
    return await summarize(conversation, request, { ...ports, isGone, onVerified }, own);
  } catch (error) {
    if (error instanceof AccessLost) return { refused: error.sentence };
    throw error;
  } finally {
    await updates.end();
  }
}

/** How far it has come; a claim that cites what was deleted is not in it, nor any that everybody would see unreviewed. */
function toProgress({ messages }: Conversation, soFar: SummaryProgress, isHidden: boolean) {
  const { verified, judging, toSummary } = soFar;
  return { messages: messages.length, claims: verified, judging, summary: isHidden ? null : toSummary() };
}

/** Stores a summary. If that fails, it is still shown, with a line that its buttons may not work. */
export async function storeSummary(
  { summaries, log, t }: RequestContext,
  stored: StoredSummary,
): Promise<string> {
  try {
    await summaries.put(stored);
    return '';
  } catch (error) {
    log.error({ summary: stored.summary.id, ...toLoggedError(error) }, 'summary-store-failed');
    return t('bot.storeTrouble');
  }
}

type PublishOptions = {
  readonly isPrivate: boolean;
  /** The lines above the summary. */
  readonly content: string;
  /** The rows below a private one. */
  readonly below?: readonly Row[] | undefined;
  /** Checked before each retry: a refusal if the person may no longer read the summary, otherwise null. */
  readonly refuseNow: () => Promise<string | null>;
};

/**
 * Publishes the summary as the answer, while Discord accepts one. After the answer's 15 minutes, a public one is edited
 * as an ordinary message, or posted again if that fails. For a private one, the channel only gets a message that it is
 * ready, with a button that checks access. If someone deleted the answer, nothing is posted.
 */
export async function publish(
  context: RequestContext,
  stored: StoredSummary,
  options: PublishOptions,
  run: Pick<Run, 'answeredAs'>,
): Promise<void> {
  const { isPrivate, content, below } = options;
  const { interaction, client, t, summaries, log, now: readClock } = context;
  const draw = (now: StoredSummary) =>
    isPrivate
      ? toSummaryMessage(now, { page: 1, isPrivate, t, content, below })
      : toPostMessage(now, { page: 1, t, content });
  const current = createSummaryLoader(context, stored, options);
  const show = toShow(context, options);
  try {
    const { shown, message } = await retryWhileTemporary(client, async () => {
      const now = await current();
      return { shown: now, message: now && (await show(draw(now))) };
    });
    if (shown === null || message === null) return await replyPrivately(interaction, t('bot.expired'));
    const post = { channelId: message.channelId, messageId: message.id };
    await notePost(context, shown, isPrivate ? {} : { answeredAs: post });
  } catch (error) {
    if (isAnswerGone(error)) await summaries.remove(stored.guildId, stored.summary.id);
    const isOver = interaction.createdTimestamp + answerLifeMs <= Date.parse(readClock());
    if (!isTooLate(error) && !(isOver && isTemporary(error))) throw error;
    log.warn({ summary: stored.summary.id, interaction: interaction.id }, 'answer-too-late');
    const isShown = await retryWhileTemporary(client, async () => {
      const now = await current();
      return now !== null && (await showLate(context, now, isPrivate ? null : draw(now), run));
    });
    if (!isShown) return;
  }
  const { id: summary, coverage, claims } = stored.summary;
  const { sourcesFound } = toCounts(stored.summary);
  log.info({ summary, read: coverage.read, claims: claims.length, sourcesFound }, 'summary-shown');
}

/**
 * Loads the current summary before each attempt. From the second attempt on, access is checked again. Null if the summary
 * was deleted meanwhile.
 */
function createSummaryLoader(
  { summarySync, log }: RequestContext,
  first: StoredSummary,
  { refuseNow }: PublishOptions,
): () => Promise<StoredSummary | null> {
  /** Undefined if the store fails, which does not mean that the summary was deleted. */
  const load = async () => {
    try {
      return await summarySync.known({ guildId: first.guildId, summaryId: first.summary.id });
    } catch (error) {
      log.warn({ summary: first.summary.id, ...toLoggedError(error) }, 'summary-load-failed');
      return undefined;
    }
  };
  let isFirst = true;
  let isStored = false;
  return async () => {
    const stored = await load();
    // A summary that could not be stored is published anyway.
    if (isFirst) {
      isFirst = false;
      isStored = Boolean(stored);
      return stored ?? first;
    }
    const refusal = await refuseNow();
    if (refusal !== null) throw new AccessLost(refusal);
    return stored ?? (isStored && stored === null ? null : first);
  };
}

/** Publishes the summary after the answer's 15 minutes; false if someone deleted the answer. */
async function showLate(
  context: RequestContext,
  stored: StoredSummary,
  body: MessageBody | null,
  run: Pick<Run, 'answeredAs'>,
): Promise<boolean> {
  const { interaction, client, summaries } = context;
  const { id } = stored.summary;
  const answer = body === null ? null : run.answeredAs();
  if (body !== null && answer !== null) {
    const outcome = await finishAnswer(client, answer, body);
    if (outcome === 'gone') await summaries.remove(stored.guildId, id);
    if (outcome === 'finished') await notePost(context, stored, { answeredAs: answer });
    if (outcome !== 'refused') return outcome === 'finished';
  }
  const here = interaction.channelId === null ? null : await findChannel(client, interaction.channelId);
  if (body === null) return tellReady(context, here, stored);
  if (here === null) return false;
  const post = await postOnce(here, body, `${id}:late`);
  await notePost(context, stored, { answeredAs: { channelId: here.id, messageId: post.id } });
  if (answer !== null) await removeReplaced(context, answer);
  return true;
}

/** Deletes a progress message that the post replaced; if that fails, it only shows old progress. */
async function removeReplaced({ client, log }: RequestContext, answer: PostedMessage): Promise<void> {
  try {
    await removeAnswer(client, answer);
  } catch (error) {
    log.warn({ answer: answer.messageId, ...toLoggedError(error) }, 'progress-unremoved');
  }
}

/** Posts that a private summary is ready, in its channel or else in a direct message; false if neither is possible. */
async function tellReady(
  { interaction: { user }, client, t, summaries }: RequestContext,
  here: GuildTextBasedChannel | null,
  stored: StoredSummary,
): Promise<boolean> {
  const { id } = stored.summary;
  const ready = toReadyMessage(id, `<@${user.id}>`, t);
  const key = `${id}:late`;
  if (here !== null) {
    const post = await orUnavailable(postOnce(here, ready, key));
    if (typeof post !== 'string') return true;
  }
  // A press in a direct message does not contain the server.
  await summaries.put({ ...stored, isDirect: true });
  return sendDirect(client, user.id, ready, key);
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

/**
 * The message in a channel for a private summary that was too late for its answer: it is ready, with a button that
 * checks access.
 */
function toReadyMessage(summaryId: string, person: string, t: Texts) {
  const open = toCustomId({ summaryId, action: 'open' });
  return {
    content: t('bot.readyOpen', { person }),
    components: [toRow(toButton(t('bot.buttons.open'), open, { style: ButtonStyle.Primary }))],
    allowedMentions: noMentions,
  };
}
