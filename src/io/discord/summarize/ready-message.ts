import { ButtonStyle, ComponentType } from 'discord.js';
import { toCustomId } from '../../../render/custom-id.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import { noMentions } from '../interaction/message-body.ts';

/**
 * The message in a channel for a private summary that was too late for its answer: it is ready, with a button that
 * checks access.
 */
export function toReadyMessage(summaryId: string, person: string, words: BotWords) {
  return {
    content: words.readyOpen(person),
    components: [
      {
        type: ComponentType.ActionRow as const,
        components: [
          {
            type: ComponentType.Button as const,
            style: ButtonStyle.Primary as const,
            label: words.buttons.open,
            custom_id: toCustomId({ summaryId, action: 'open' }),
          },
        ],
      },
    ],
    allowedMentions: noMentions,
  };
}
