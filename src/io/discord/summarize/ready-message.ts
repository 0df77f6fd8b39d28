import { ButtonStyle, ComponentType } from 'discord.js';
import { toCustomId } from '../../../render/custom-id.ts';
import type { Texts } from '../../../render/texts.ts';
import { noMentions } from '../interaction/message-body.ts';

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
