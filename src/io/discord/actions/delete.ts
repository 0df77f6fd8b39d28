import { PermissionFlagsBits } from 'discord.js';
import { say } from '../answer.ts';
import { type Action, isForOne } from './action.ts';

/** Takes the summary off the channel and out of the store; by whoever asked, or may manage messages there. */
export const deleteAction: Action<'delete'> = {
  name: 'delete',
  onlyRequester: false,
  run: async ({ interaction, kept, words, isRequester, parts }) => {
    const mayManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageMessages) ?? false;
    if (!isRequester && !(mayManage && !isForOne(interaction))) return say(interaction, words.notYours);
    await interaction.deferUpdate();
    // What is kept goes first: when the message is gone, no copy of it may still open.
    await parts.summaries.remove(kept.guildId, kept.summary.id);
    await interaction.deleteReply();
    parts.log.info({ summary: kept.summary.id }, 'summary-deleted');
  },
};
