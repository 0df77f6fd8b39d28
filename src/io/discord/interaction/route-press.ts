import type { AnySelectMenuInteraction, ButtonInteraction, ModalSubmitInteraction } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import type { SummaryAction } from '../../../render/custom-id.ts';
import { parseCustomId } from '../../../render/custom-id.ts';
import { parseDigestId } from '../../../render/embed/digest-id.ts';
import { parseEntryId } from '../../../render/embed/entry-id.ts';
import { parseTopicId } from '../../../render/embed/topic-pages.ts';
import { toAnswerChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { parseMissed, summarizeMissed } from '../catchup/missed.ts';
import { answerEntryPress } from '../decisions/entry-command.ts';
import { answerDigestPress } from '../digests/digest-command.ts';
import { saveEdit, showEditModal } from '../review/edit-claim-modal.ts';
import { finishAction } from '../review/finish-button.ts';
import { isAwaitingReview } from '../review/needs-review.ts';
import { mayReview } from '../review/review.ts';
import { decideAction, reviewAction } from '../review/review-button.ts';
import { answerPrivacyPress, isPrivacyPress } from '../settings/privacy.ts';
import { deleteAction, eraseAction } from '../summarize/buttons/delete.ts';
import {
  helpfulAction,
  openCommentForm,
  saveComment,
  unhelpfulAction,
} from '../summarize/buttons/feedback.ts';
import { openAction } from '../summarize/buttons/open.ts';
import { regenerateAction } from '../summarize/buttons/regenerate.ts';
import { shareAction } from '../summarize/buttons/share.ts';
import { filterAction, sourcesAction } from '../summarize/buttons/sources.ts';
import { stopRun } from '../summarize/buttons/stop.ts';
import { turnAction } from '../summarize/buttons/turn-page.ts';
import { whyAction } from '../summarize/buttons/why.ts';
import { detailAction } from '../summarize/more/detail.ts';
import { deleteLeftover, notifyExpired } from '../summarize/more/leftover.ts';
import { keepAction, moreAction } from '../summarize/more/more.ts';
import { saveAction } from '../summarize/more/save.ts';
import { regenerate } from '../summarize/runs/interrupted.ts';
import { answerTopicPress } from '../topics.ts';
import type { Action, PressContext } from './action.ts';
import type { RequestContext } from './context.ts';
import { defer, deferUpdate, replyPrivately } from './reply.ts';

/** The action of each button and select, by its name in the custom id. */
export const actions: { readonly [Name in SummaryAction['action']]: Action<Name> } = {
  page: turnAction,
  sources: sourcesAction,
  filter: filterAction,
  why: whyAction,
  share: shareAction,
  more: moreAction,
  again: regenerateAction,
  detail: detailAction,
  save: saveAction,
  delete: deleteAction,
  erase: eraseAction,
  keep: keepAction,
  open: openAction,
  helpful: helpfulAction,
  unhelpful: unhelpfulAction,
  review: reviewAction,
  decide: decideAction,
  finish: finishAction,
};

/** Answers a press on any button or select. */
export async function answerComponent(
  context: RequestContext<ButtonInteraction | AnySelectMenuInteraction>,
): Promise<void> {
  const { interaction } = context;
  const entryAction = parseEntryId(interaction.customId);
  if (entryAction) return answerEntryPress(context, entryAction);
  if (interaction.isButton() || interaction.isStringSelectMenu() || interaction.isChannelSelectMenu()) {
    const action = parseDigestId(interaction.customId);
    if (action) return answerDigestPress({ ...context, interaction }, action);
  }
  if (interaction.isButton() || interaction.isStringSelectMenu()) {
    const action = parseTopicId(interaction.customId);
    if (action) return answerTopicPress({ ...context, interaction }, action);
  }
  if (isPrivacyPress(interaction)) return answerPrivacyPress({ ...context, interaction });
  if (interaction.isButton() || interaction.isStringSelectMenu())
    return answerPress({ ...context, interaction });
  await replyPrivately(interaction, context.t('bot.unknownButton'));
}

/** Answers a press on a button or select of a summary, by anyone and at any time. */
async function answerPress(context: PressContext): Promise<void> {
  const { interaction, t } = context;
  const missed = parseMissed(interaction);
  if (missed !== null) return summarizeMissed(context, missed);
  const action = parseCustomId(interaction.customId);
  if (action === null) return replyPrivately(interaction, t('bot.unknownButton'));
  if ('runId' in action)
    return action.action === 'again' ? regenerate(context, action) : stopRun(context, action);
  if ('messageId' in action) return deleteLeftover(context, action);
  if ('reasonFor' in action) return openCommentForm(context, action);
  if (action.action === 'decide' && action.step === 'edit') return showEditModal(context, action);
  await answerSummaryPress(context, action);
}

/** Answers a submitted modal. */
export async function answerModal(context: RequestContext<ModalSubmitInteraction>): Promise<void> {
  const { interaction, t } = context;
  const action = parseCustomId(interaction.customId);
  if (action !== null && 'reasonFor' in action) return saveComment(context, action);
  if (action !== null && 'action' in action && action.action === 'decide') return saveEdit(context, action);
  await replyPrivately(interaction, t('bot.unknownButton'));
}

/**
 * Acknowledges the press, loads the summary, and checks that it is still stored and that the person may use the button and
 * may still read what the summary cites. Then runs the button's action.
 */
async function answerSummaryPress(context: PressContext, action: SummaryAction): Promise<void> {
  const { interaction, client, t, privacy, summarySync } = context;
  const { onlyRequester, toAcknowledgement } = actions[action.action];
  await (toAcknowledgement(interaction) === 'update' ? deferUpdate(interaction) : defer(context));
  const stored = await getKept(context, action);
  if (stored === null) return notifyExpired(context, action);
  const isRequester = stored.requesterId === interaction.user.id;
  if (onlyRequester && !isRequester) return replyPrivately(interaction, t('bot.notYours'));
  // Requesters may always delete their summary, even if they may no longer read it.
  const deletes = isRequester && removes.has(action.action);
  let denied: string | null = null;
  if (!deletes || showsPanel.has(action.action)) {
    const denial = await checkStoredAccess(stored, client, interaction.user.id, {
      privacy,
      shownIn: toAnswerChannel(interaction),
    });
    denied = denial && t(`bot.denied.${denial.reason}`, { place: `<#${denial.channelId}>` });
    if (denied !== null && !deletes) return replyPrivately(interaction, denied);
  }
  const showsAgain = !showsNothing.has(action.action);
  const named = { guildId: stored.guildId, summaryId: stored.summary.id };
  const current = showsAgain ? await summarySync.withCurrent(named, async now => now) : stored;
  if (current === null) return replyPrivately(interaction, t('bot.expired'));
  // The person may have opened it as a reviewer, and may no longer be one.
  if (showsMore.has(action.action) && isAwaitingReview(current) && !(await mayReview(interaction, current)))
    return replyPrivately(interaction, t('bot.review.notYours'));
  // TypeScript does not see that the action has the type of its name.
  const { run } = actions[action.action] as Action;
  await run(context, { action, stored: current, isRequester, denied });
}

/** A deleted summary whose posts still exist can only be deleted again. */
async function getKept(
  { interaction: { guildId }, summaries }: PressContext,
  { action, summaryId }: SummaryAction,
): Promise<StoredSummary | null> {
  const stored = await summaries.get(guildId, summaryId);
  return stored === null && removes.has(action) ? summaries.getDeleted(guildId, summaryId) : stored;
}

/** Actions that show the *More* panel. */
const showsPanel: ReadonlySet<SummaryAction['action']> = new Set(['more', 'keep']);

/** Actions that lead to the deletion of a summary. */
const removes: ReadonlySet<SummaryAction['action']> = new Set(['more', 'keep', 'delete', 'erase']);

/** Actions on an open summary that show more of it. */
const showsMore: ReadonlySet<SummaryAction['action']> = new Set([
  'page',
  'sources',
  'filter',
  'why',
  'more',
  'keep',
  'save',
]);

/** Actions that show none of the summary's contents. */
const showsNothing: ReadonlySet<SummaryAction['action']> = new Set([
  'more',
  'delete',
  'erase',
  'keep',
  'again',
  'detail',
  'helpful',
  'unhelpful',
]);
