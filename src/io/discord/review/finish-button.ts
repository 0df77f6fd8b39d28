import { finishReview } from '../../../core/claims/changes/review.ts';
import type { Action } from '../interaction/action.ts';
import { say } from '../interaction/reply.ts';
import { isHeld } from './needs-review.ts';
import { checkPosts, mayReview, showReview, toDecider } from './review.ts';

/**
 * Ends a review: the summary says who looked through it, and may be shared. One that was held is shown where it was asked
 * for. Wherever it is shown, everybody who reads there may still have to read what it rests on.
 */
export const finishAction: Action<'finish'> = {
  name: 'finish',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ interaction, kept, words, parts }) => {
    if (!(await mayReview(interaction, kept))) return say(interaction, words.review.notYours);
    const publishes = isHeld(kept) && kept.answeredAs !== undefined;
    const denial = await checkPosts(interaction.client, kept);
    if (denial !== null) return say(interaction, words.denied(denial.reason, `<#${denial.channelId}>`));
    const named = { guildId: kept.guildId, summaryId: kept.summary.id };
    const now = await parts.amending.revise(named, current => ({
      ...current,
      summary: finishReview(current.summary, toDecider(interaction, parts.now)),
    }));
    if (now === null) return say(interaction, words.expired);
    parts.log.info({ summary: kept.summary.id }, 'summary-reviewed');
    const finished = publishes ? words.review.published : words.review.finished;
    await showReview(interaction, now, { finished }, words, parts);
  },
};
