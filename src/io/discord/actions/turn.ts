import { MessageFlags } from 'discord.js';
import { checkAudience } from '../audience.ts';
import { findChannel } from '../places.ts';
import { toSummaryMessage } from '../summary-message.ts';
import { type Action, isForOne, type Pressed } from './action.ts';

/**
 * Turns the page: for the person whose page it is in place, for anybody else as a copy of their own; and as a copy
 * too where not everybody who reads along may any longer read what the next page shows.
 */
export const turnAction: Action<'page'> = {
  name: 'page',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async pressed => {
    const { interaction, action, kept, words, isRequester } = pressed;
    const isPrivate = isForOne(interaction);
    if (isPrivate || (isRequester && (await isForAll(pressed)))) {
      const { content } = interaction.message;
      await interaction.editReply(toSummaryMessage(kept, { page: action.page, isPrivate, words, content }));
      return;
    }
    const copy = toSummaryMessage(kept, { page: action.page, isPrivate: true, words });
    await interaction.followUp({ ...copy, flags: MessageFlags.Ephemeral });
  },
};

async function isForAll({ interaction, kept }: Pressed<'page'>): Promise<boolean> {
  const { client, channelId } = interaction;
  const [source, here] = await Promise.all([
    findChannel(client, kept.channelId),
    findChannel(client, channelId),
  ]);
  return source !== null && here !== null && (await checkAudience(source, here)) === null;
}
