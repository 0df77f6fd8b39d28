import { ButtonStyle, ComponentType } from 'discord.js';
import { toCustomId } from '../../../render/custom-id.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import { nobody } from '../interaction/message-body.ts';

/** What a channel gets of a private summary whose answer came too late: that it is ready, and a button that is checked when pressed. */
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
    allowedMentions: nobody,
  };
}
