import { type SummarizeRequest, type SummaryProgress, summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { toCitedIds } from '../../../core/claims/footnotes.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { type Conversation, toAuthorIds, withoutAuthors } from '../../../core/conversation/message.ts';
import type { GuildSettings, SettingDefaults } from '../../../core/settings.ts';
import { needsReview } from '../../../core/settings.ts';
import { createFollower } from '../access/access-snapshot.ts';
import {
  AccessLost,
  checkRequestAccess,
  type RequestedChannels,
  toChannels,
  toMention,
} from '../access/requested-channels.ts';
import type { Ask } from '../command.ts';
import { toEmptyWords } from '../history/history.ts';
import type { RequestContext } from '../interaction/context.ts';
import { isAnswerGone, isTooLate, toShow } from '../interaction/reply.ts';
import type { DeletionWatch } from '../sync/gateway-events.ts';
import { findMemory } from '../topics.ts';
import { checkGiven } from './check.ts';
import { defaultUpdateInterval, startProgressUpdates, toProgressMessage } from './progress.ts';
import type { Read, Refused } from './read-window.ts';
import type { RecordedRun } from './runs.ts';

/** What one summary is written for. */
type SummaryTask = {
  /** Null for a file. */
  readonly requested: RequestedChannels | null;
  readonly ask: Ask;
  readonly run: RecordedRun;
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
    ...(memory && { memory }),
    ...(ask.request.focus !== undefined && { focus: ask.request.focus }),
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
    toBody: () => soFar && toProgressMessage(toProgress(conversation, soFar, isHidden), run.id, t),
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
