import { ComponentType, type ModalSubmitInteraction } from 'discord.js';
import { messagesSearched } from '../../../app/engine-request.ts';
import type { StoredRequest } from '../../../app/store-ports.ts';
import { details, type EngineReason, type Summary } from '../../../core/claims/summary.ts';
import { longestQuestion } from '../../../core/prompt/answer.ts';
import { type SummaryAction, toCustomId } from '../../../render/custom-id.ts';
import { toSelect, toTextBody, toTextField } from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import {
  type Action,
  type ComponentPress,
  maxFocus,
  type PressContext,
  type RequestContext,
  toAskerId,
  toCustomIds,
} from '../interaction/context.ts';
import { Refusal } from '../interaction/failures.ts';
import {
  defer,
  deferUpdate,
  edit,
  isAnswerGone,
  readField,
  replyPrivately,
  withinFormTime,
} from '../interaction/reply.ts';

const fields = { detail: 'detail', missed: 'missed' } as const;

/** Opens the form of *Again…*; false if the press has to be answered without one. */
export async function showAgainForm(
  { interaction, t, summaries }: RequestContext<ComponentPress>,
  { summaryId }: SummaryAction,
): Promise<boolean> {
  const { guildId, user } = interaction;
  const stored = await withinFormTime(summaries.get(guildId, summaryId));
  // Statements are always checked in full.
  if (stored?.requesterId !== user.id || stored.request.checkOf !== undefined) return false;
  const options = details.map(value => ({
    label: t(`bot.commands.summarize.details.${value}`),
    value,
    default: value === stored.request.detail,
  }));
  await interaction.showModal({
    custom_id: toCustomId({ summaryId, action: 'again' }),
    title: t('bot.buttons.again'),
    components: [
      { type: ComponentType.Label, label: t('bot.more.detail'), component: toSelect(fields.detail, options) },
      toTextField(fields.missed, t('bot.more.missed'), {
        longest: maxFocus,
        hint: t('bot.more.missedHint'),
        required: false,
      }),
    ],
  });
  return true;
}

/** Runs the same request again, with the messages since then and what the form says; public or private like the first summary. */
export const againAction: Action<'again'> = {
  showsNothing: true,
  onlyRequester: true,
  run: async (context, { stored }) => {
    const { interaction, t, summarize } = context;
    const { request } = stored;
    // A digest is run again from `/digest list`.
    if (request.digestId !== undefined) return replyPrivately(interaction, t('bot.unknownButton'));
    const isPrivate = stored.answeredAs === undefined;
    const given = interaction.isModalSubmit() ? readForm(interaction) : {};
    await summarize(context, { request: { ...request, ...given }, channelId: stored.channelId, isPrivate });
  },
};

function readForm(interaction: ModalSubmitInteraction): Partial<StoredRequest> {
  const { fields: given } = interaction;
  const [chosen] = given.fields.has(fields.detail) ? given.getStringSelectValues(fields.detail) : [];
  const detail = details.find(each => each === chosen);
  const missed = readField(interaction, fields.missed) ?? '';
  const focus = missed.trim().slice(0, maxFocus).toWellFormed();
  return { ...(detail && { detail }), ...(focus !== '' && { focus }) };
}

const questionField = 'question';

/** Opens the form of *Ask about this…*, or of *Ask further…* below an answer; access is checked when it is sent. */
export async function showAskForm(
  { interaction, t }: RequestContext<ComponentPress>,
  { summaryId }: SummaryAction,
): Promise<void> {
  // The panel of *More* has no button *More*.
  const isBelow = toCustomIds(interaction.message).includes(toCustomId({ summaryId, action: 'more' }));
  await interaction.showModal({
    custom_id: toCustomId({ summaryId, action: 'ask' }),
    title: t(isBelow ? 'bot.buttons.askFurther' : 'bot.buttons.ask'),
    components: [toTextField(questionField, t('bot.commands.ask.question'), { longest: longestQuestion })],
  });
}

/** Answers a question from where the messages of a summary are, for who asks. */
export const askAction: Action<'ask'> = {
  showsNothing: true,
  run: async (context, { stored }) => {
    const { interaction, t, summarize } = context;
    const { categoryId, everywhere } = stored.request;
    const question = (interaction.isModalSubmit() && readField(interaction, questionField)?.trim()) || '';
    if (question === '') return replyPrivately(interaction, t('bot.ask.noQuestion'));
    const isOne = categoryId === undefined && everywhere === undefined;
    await summarize(context, {
      request: {
        detail: 'brief',
        question: question.slice(0, longestQuestion).toWellFormed(),
        after: stored.summary.id,
        ...(everywhere ? { everywhere } : { messages: messagesSearched }),
        ...(categoryId !== undefined && { categoryId }),
      },
      channelId: isOne ? stored.channelId : null,
      isPrivate: true,
    });
  },
};

export async function regenerateRun(context: PressContext, runId: string): Promise<void> {
  const { interaction, t, openRuns, summarize } = context;
  const run = await openRuns.get(runId);
  if (run === null) return replyPrivately(interaction, t('bot.expired'));
  if (run.personId !== interaction.user.id) return replyPrivately(interaction, t('bot.notYours'));
  await defer(context);
  const { request, sourceId: channelId, isPrivate } = run;
  await summarize(context, { request, channelId, isPrivate, goesOn: request.question !== undefined });
}

/** After these, the same request may succeed: outages end, and another draft may be readable or supported. */
const retryable: ReadonlySet<EngineReason> = new Set([
  'rate_limited',
  'timed_out',
  'service_failed',
  'overloaded',
  'unreachable',
  'broken_off',
  'stalled',
  'ended_early',
  'unreadable',
  'unsupported',
]);

/** Suggests to regenerate, if that may help. The summary itself says what went wrong. */
export function toRegenerateNote({ engine }: Summary, t: Texts): string {
  return engine.reason !== undefined && retryable.has(engine.reason) ? t('bot.askAgain') : '';
}

/** Stops a summary for its requester. If there is no run, as after a restart, this says so, so that no message stays in progress. */
export async function stopRun(
  { interaction, t, liveRuns, openRuns, log }: PressContext,
  runId: string,
): Promise<void> {
  const run = liveRuns.find(runId);
  const askerId = run === null ? toAskerId(interaction) : run.personId;
  if (askerId !== interaction.user.id) return replyPrivately(interaction, t('bot.notYours'));
  // Before the acknowledgement, because every moment may cost money.
  const isStopped = run?.stop(new Refusal(t('bot.stopped'))) === true;
  await deferUpdate(interaction);
  if (isStopped) log.info({ interaction: runId }, 'summary-stopped');
  await run?.over;
  // So that no other process ends its answer too.
  if (run === null) await openRuns.remove(runId);
  const message = await interaction.fetchReply().catch((error: unknown) => {
    if (isAnswerGone(error)) return null;
    throw error;
  });
  const isStuck = message !== null && toCustomIds(message).includes(toCustomId({ runId, action: 'stop' }));
  // Discord may have refused what the run said itself.
  if (isStuck) await edit(interaction, toTextBody(t(isStopped ? 'bot.stopped' : 'bot.interrupted')));
  else if (!isStopped) await replyPrivately(interaction, t('bot.notWriting'));
}
