import { MessageFlags } from 'discord.js';
import { toSummaryMessage } from '../summary-message.ts';
import { type Action, isForOne } from './action.ts';

/** Turns the page: for the person whose page it is in place, for anybody else as a copy of their own. */
export const turnAction: Action<'page'> = {
  name: 'page',
  onlyRequester: false,
  run: async ({ interaction, action, kept, words, isRequester }) => {
    const isPrivate = isForOne(interaction);
    const message = toSummaryMessage(kept, {
      page: action.page,
      isPrivate,
      words,
      content: interaction.message.content,
    });
    if (isRequester || isPrivate) await interaction.update(message);
    else
      await interaction.reply({
        ...toSummaryMessage(kept, { page: action.page, isPrivate: true, words }),
        flags: MessageFlags.Ephemeral,
      });
  },
};
