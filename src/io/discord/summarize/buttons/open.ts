import type { Action } from '../../interaction/action.ts';
import { edit, replyPrivately } from '../../interaction/reply.ts';
import { isAwaitingReview } from '../../review/needs-review.ts';
import { mayReview } from '../../review/review.ts';
import { toRegenerateNote } from '../regenerate-note.ts';
import { toSummaryMessage } from '../summary-message.ts';

/**
 * Shows a private summary that was too late for its answer, only to its requester. A held public summary is also shown
 * to people who may review it.
 */
export const openAction: Action<'open'> = {
  onlyRequester: false,
  toAcknowledgement: () => 'private',
  run: async ({ interaction, t }, { stored, isRequester }) => {
    const isForAll = stored.answeredAs !== undefined;
    const may =
      isRequester || (isForAll && isAwaitingReview(stored) && (await mayReview(interaction, stored)));
    if (!may) return replyPrivately(interaction, t('bot.notYours'));
    const content = toRegenerateNote(stored.summary, t);
    await edit(interaction, toSummaryMessage(stored, { page: 1, isPrivate: !isForAll, t, content }));
  },
};
