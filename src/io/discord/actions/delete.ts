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
    await interaction.deleteReply();
    // A copy that somebody else turned to is theirs alone; what is kept goes when the one who asked wants it gone.
    await parts.summaries.remove(kept.guildId, kept.summary.id);
    parts.log.info({ summary: kept.summary.id }, 'summary-deleted');
  },
};
