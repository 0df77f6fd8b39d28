import { finishReview } from '../../../core/claims/review.ts';
import { say } from '../answer.ts';
import { checkAudience } from '../audience.ts';
import { findChannel } from '../places.ts';
import { isHeld, mayReview, showReview, toDecider } from '../reviewing.ts';
import type { Action, Pressed } from './action.ts';

/**
 * Ends a review: the summary says who looked through it, and may be shared. One that was held is shown where it was asked
 * for, if everybody who reads there may still read what it rests on.
 */
export const finishAction: Action<'finish'> = {
  name: 'finish',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async pressed => {
    const { interaction, kept, words, parts } = pressed;
    if (!(await mayReview(interaction, kept))) return say(interaction, words.review.notYours);
    const publishes = isHeld(kept) && kept.answeredAs !== undefined;
    const denial = publishes ? await checkPlace(pressed) : null;
    if (denial !== null) return say(interaction, denial);
    const named = { guildId: kept.guildId, summaryId: kept.summary.id };
    const now = await parts.amending.revise(named, current => ({
      ...current,
      summary: finishReview(current.summary, toDecider(interaction, parts.now)),
    }));
    if (now === null) return say(interaction, words.expired);
    parts.log.info({ summary: kept.summary.id }, 'summary-reviewed');
    const note = publishes ? words.review.published : words.review.finished;
    await showReview(interaction, now, { note }, words, parts);
  },
};

async function checkPlace({ interaction, kept, words }: Pressed<'finish'>): Promise<string | null> {
  const [source, here] = await Promise.all([
    findChannel(interaction.client, kept.channelId),
    findChannel(interaction.client, kept.answeredAs?.channelId ?? ''),
  ]);
  if (source === null || here === null) return words.denied('gone', '');
  const denial = await checkAudience(source, here);
  return denial === null ? null : words.denied(denial.reason, `<#${denial.channelId}>`);
}
