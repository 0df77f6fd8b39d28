import { finishReview } from '../../../core/claims/review.ts';
import type { Action } from '../interaction/action.ts';
import { replyPrivately } from '../interaction/reply.ts';
import { isAwaitingReview } from './needs-review.ts';
import { checkPosts, mayReview, showReview, toDecider } from './review.ts';

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
    const denial = await checkPosts(interaction.client, stored);
    if (denial !== null)
      return replyPrivately(
        interaction,
        t(`bot.denied.${denial.reason}`, { place: `<#${denial.channelId}>` }),
      );
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
