import { MessageFlags } from 'discord.js';
import { toSummaryMessage } from '../summary-message.ts';
import type { Action } from './action.ts';

/** Shows a private summary that came too late for its answer, to the person who asked for it. */
export const openAction: Action<'open'> = {
  name: 'open',
  onlyRequester: true,
  run: async ({ interaction, kept, words }) => {
    const message = toSummaryMessage(kept, { page: 1, isPrivate: true, words });
    await interaction.reply({ ...message, flags: MessageFlags.Ephemeral });
  },
};
