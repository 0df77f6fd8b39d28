import {
  applyDecision,
  finishReview,
  isAwaitingReview,
  isUndecided,
  toReviewItems,
} from '../../../core/claims/review.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { toReviewerName, toState } from '../../../render/embed/review-page.ts';
import type { Action } from '../interaction/context.ts';
import { replyPrivately } from '../interaction/reply.ts';
import { saveEdit } from './edit-claim-modal.ts';
import { checkPosts, mayReview, showReview, toDecider } from './review.ts';

/** Opens the review panel, for people who may review the summary. */
export const reviewAction: Action<'review'> = {
  onlyRequester: false,
  toAcknowledgement: () => 'private',
  run: async (context, { stored }) => {
    const { interaction, t } = context;
    if (!(await mayReview(interaction, stored))) return replyPrivately(interaction, t('bot.review.notYours'));
    await showReview(context, stored, {});
  },
};

/**
 * Moves through the panel, or decides the current item, or rewords it with what a form says. If another person decided it meanwhile, its current state is
 * shown instead. After a decision, the next undecided item is shown.
 */
export const decideAction: Action<'decide'> = {
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, { action, stored }) => {
    const { interaction, t, summarySync, log } = context;
    if (!(await mayReview(interaction, stored))) return replyPrivately(interaction, t('bot.review.notYours'));
    const { itemId, step, state } = action;
    const choice = step === 'confirmed' || step === 'noted' || step === 'removed' ? step : null;
    const isForm = interaction.isModalSubmit();
    if (choice === null && !isForm) return showReview(context, stored, { itemId });
    const denial = choice === 'removed' ? null : await checkPosts(context, stored);
    if (denial !== null) return replyPrivately(interaction, denial);
    if (isForm) return saveEdit({ ...context, interaction }, action, stored);
    if (choice === null) return;

    let isDecided = false;
    const named = { guildId: stored.guildId, summaryId: stored.summary.id };
    const now = await summarySync.revise(named, current => {
      const item = toReviewItems(current.summary).find(({ id }) => id === itemId);
      const isMeant = item !== undefined && toState(item) === state;
      const decider = toDecider(context);
      const summary = isMeant ? applyDecision(current.summary, itemId, choice, decider) : null;
      isDecided = summary !== null;
      return summary && { ...current, summary };
    });
    if (now === null) return replyPrivately(interaction, t('bot.expired'));
    if (!isDecided) return showReview(context, now, { itemId, note: t('bot.review.changedMeanwhile') });
    log.info({ summary: stored.summary.id, item: itemId, decision: choice }, 'claim-reviewed');
    // The next item is shown without the decided one, so this line confirms the decision.
    const by = toReviewerName(toDecider(context).by, t);
    const opened = {
      itemId: toNext(now.summary, itemId),
      note: escapeDiscord(t(`bot.review.${choice}`, { by })),
    };
    await showReview(context, now, opened);
  },
};

/** The next undecided item, otherwise an undecided one before it, otherwise the same. */
function toNext(summary: Summary, itemId: string): string {
  const items = toReviewItems(summary);
  const at = items.findIndex(({ id }) => id === itemId);
  const next = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].find(isUndecided);
  return next?.id ?? itemId;
}

/**
 * Finishes a review: the summary names its reviewer, and may be shared. A held summary is published in the channel of
 * its request. Before that, everyone who can read the channel must still have access to the sources.
 */
export const finishAction: Action<'finish'> = {
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, { stored }) => {
    const { interaction, t, summarySync, log } = context;
    if (!(await mayReview(interaction, stored))) return replyPrivately(interaction, t('bot.review.notYours'));
    const publishes = isAwaitingReview(stored) && stored.answeredAs !== undefined;
    const denial = await checkPosts(context, stored);
    if (denial !== null) return replyPrivately(interaction, denial);
    const named = { guildId: stored.guildId, summaryId: stored.summary.id };
    const now = await summarySync.revise(named, current => ({
      ...current,
      summary: finishReview(current.summary, toDecider(context)),
    }));
    if (now === null) return replyPrivately(interaction, t('bot.expired'));
    log.info({ summary: stored.summary.id }, 'summary-reviewed');
    const finished = publishes ? t('bot.review.published') : t('bot.review.finished');
    await showReview(context, now, { finished });
  },
};
