import { ButtonStyle, ComponentType } from 'discord.js';
import { toCustomId } from '../../../../render/custom-id.ts';
import type { Texts } from '../../../../render/texts.ts';
import type { Action } from '../../interaction/action.ts';
import { noMentions } from '../../interaction/message-body.ts';
import { edit, replyPrivately } from '../../interaction/reply.ts';
import { isAwaitingReview } from '../../review/needs-review.ts';
import { mayReview } from '../../review/review.ts';
import { toSummaryMessage } from '../summary-message.ts';
import { toRegenerateNote } from './regenerate.ts';

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

/**
 * The message in a channel for a private summary that was too late for its answer: it is ready, with a button that
 * checks access.
 */
export function toReadyMessage(summaryId: string, person: string, t: Texts) {
  return {
    content: t('bot.readyOpen', { person }),
    components: [
      {
        type: ComponentType.ActionRow as const,
        components: [
          {
            type: ComponentType.Button as const,
            style: ButtonStyle.Primary as const,
            label: t('bot.buttons.open'),
            custom_id: toCustomId({ summaryId, action: 'open' }),
          },
        ],
      },
    ],
    allowedMentions: noMentions,
  };
}
