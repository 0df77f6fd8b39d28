import type { RepliableInteraction } from 'discord.js';
import type { Engine, Judge, PrivacyStore } from '../../../app/ports.ts';
import { type SummarizeRequest, type SummaryProgress, summarize } from '../../../app/summarize.ts';
import { toCitedIds } from '../../../core/claims/summary/cited-messages.ts';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { toAuthorIds, withoutAuthors } from '../../../core/conversation/opted-out.ts';
import type { GuildSettings, SettingDefaults } from '../../../core/settings.ts';
import type { Logger } from '../../../log.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import { LeaveLost } from '../access/access-lost.ts';
import { refuse } from '../access/refuse.ts';
import { checkGiven } from '../check/check.ts';
import type { Ask } from '../command.ts';
import { abortable } from '../history/abortable.ts';
import { type Asked, toChannels, toMention } from '../history/requested-channels.ts';
import { isAnswerGone, isTooLate, toShow } from '../interaction/reply.ts';
import { needsReview } from '../review/needs-review.ts';
import { toEmptyWords } from '../settings/privacy/empty-words.ts';
import type { DeletionWatch } from '../sync/deletions.ts';
import { toProgressMessage } from './progress-message.ts';
import { beginShowing, type Pace, usualPace } from './progress-updates.ts';
import type { Read, Refused } from './read-window.ts';
import type { NotedRun } from './runs/open-runs.ts';

export type WritingParts = {
  readonly engine: Engine;
  /** Writes where the engine brought nothing that holds. */
  readonly fallback?: Engine;
  /** Looks at claims of the engine's, and at statements that hold. */
  readonly judge?: Judge;
  /** Who opted out of being read, and what the server lets us read. */
  readonly privacy: PrivacyStore;
  /** How often claims are shown as they come. */
  readonly pace?: Pace;
  readonly log: Logger;
  readonly newId: () => string;
};

/** What one summary is written for. */
export type Commission = {
  readonly interaction: RepliableInteraction;
  readonly asked: Asked;
  readonly ask: Ask;
  readonly words: BotWords;
  readonly run: NotedRun;
  /** Since before anything was read. */
  readonly watch: DeletionWatch;
  /** What holds in the server. */
  readonly settings: Pick<GuildSettings & SettingDefaults, 'language' | 'minConfidence' | 'review'>;
};

/**
 * Writes the summary of what was read, showing claims as they come, or checks against it what was given. What was deleted
 * while we worked, or is by somebody who opted out meanwhile, is forgotten before anybody sees it; who may no longer read it is told so.
 */
export async function writeSummary(
  commission: Commission,
  { conversation: read, zone, given }: Read,
  parts: WritingParts,
): Promise<Summary | Refused> {
  const { interaction, asked, ask, words, run, watch, settings } = commission;
  const channels = toChannels(asked);
  const place = toMention(asked);
  const request: SummarizeRequest = {
    detail: ask.detail,
    zone,
    window: {},
    language: ask.language ?? settings.language ?? interaction.locale,
    minConfidence: settings.minConfidence,
    ...(ask.focus !== undefined && { focus: ask.focus }),
  };
  const { threadId, channelIds = [] } = read.source;
  let conversation = read;
  for (;;) {
    const messages = conversation.messages.filter(({ id }) => !watch.deleted().has(id));
    if (messages.length === 0)
      return { refused: toEmptyWords(conversation, place, words) ?? words.deletedMeanwhile(place) };
    const standing = { ...conversation, messages };
    const summary = given
      ? await checkGiven(standing, given, request, parts, run.signal)
      : await draft(commission, standing, request, parts);
    if ('refused' in summary) return summary;
    const refusal = await refuse(interaction, channels, ask, words, parts.privacy);
    if (refusal !== null) return { refused: refusal };
    const optedOut = await parts.privacy.optedOut([
      ...toAuthorIds(standing),
      ...(given ? [given.authorId] : []),
    ]);
    if (given && optedOut.has(given.authorId)) return { refused: words.privacy.authorOptedOut };
    if (optedOut.size > 0) {
      conversation = withoutAuthors(conversation, optedOut);
      continue;
    }
    const gone = watch.deleted();
    if (given && gone.has(given.messageId)) return { refused: words.denied('gone', '') };
    if ([threadId, ...channelIds].some(id => id !== undefined && gone.has(id)))
      return { refused: words.denied('gone', '') };
    if (messages.every(({ id }) => gone.has(id))) return { refused: words.deletedMeanwhile(place) };
    if (!toCitedIds(summary).some(id => gone.has(id))) return summary;
  }
}

async function draft(
  { interaction, asked, ask, words, run, watch, settings }: Commission,
  conversation: Conversation,
  request: SummarizeRequest,
  { engine, fallback, judge, privacy, pace = usualPace, log, newId }: WritingParts,
): Promise<Summary | Refused> {
  const ending = new AbortController();
  let soFar: SummaryProgress | null = null;
  // With many channels, claims are not streamed: each update would have to ask Discord about every channel again.
  const isCategory = asked.kind === 'category';
  const isHidden = isCategory || (needsReview(settings) && !ask.isPrivate);
  const showing = beginShowing({
    pace,
    toBody: () => toProgressMessage(toProgress(conversation, soFar, isHidden), run.id, words),
    mayShow: async () => {
      if (isCategory) return true;
      const refusal = await refuse(interaction, toChannels(asked), ask, words, privacy);
      if (refusal !== null) ending.abort(new LeaveLost(refusal));
      return refusal === null && (await privacy.optedOut(toAuthorIds(conversation))).size === 0;
    },
    show: async body => run.noteAnswer(await toShow(ask)(interaction, body)),
    onLost: error => {
      log.debug({ interaction: interaction.id }, 'progress-update-failed');
      // Nobody would see what it goes on to cost.
      if (isAnswerGone(error)) ending.abort(error);
      return !isAnswerGone(error) && !isTooLate(error);
    },
  });
  const onVerified = (now: SummaryProgress) => {
    soFar = now;
  };
  const isGone = (id: string) => watch.deleted().has(id);
  const ports = {
    engine,
    ...(fallback && { fallback }),
    ...(judge && { judge }),
    log,
    newId,
    isGone,
    onVerified,
  };
  try {
    return await abortable(AbortSignal.any([run.signal, ending.signal]), own =>
      summarize(conversation, request, ports, own),
    );
  } catch (error) {
    if (error instanceof LeaveLost) return { refused: error.sentence };
    throw error;
  } finally {
    await showing.end();
  }
}

/** How far it has come; a claim that cites what was deleted is not in it, nor any that everybody would see unreviewed. */
function toProgress({ messages }: Conversation, soFar: SummaryProgress | null, isHidden: boolean) {
  const summary = isHidden ? null : (soFar?.toSummary() ?? null);
  const { verified = 0, judging = false } = soFar ?? {};
  return { messages: messages.length, claims: verified, judging, summary };
}
