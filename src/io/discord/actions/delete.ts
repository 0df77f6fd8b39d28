import { PermissionFlagsBits } from 'discord.js';
import { isAnswerGone, say } from '../answer.ts';
import { type Action, isForOne, type Press, toAskerId } from './action.ts';

/**
 * Deletes the posts of the summary, then its record. Allowed to the person who asked and to people who may manage
 * messages there. A second press is possible until the first has succeeded.
 */
export const deleteAction: Action<'delete'> = {
  name: 'delete',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ interaction, kept, words, isRequester, parts }) => {
    if (!isRequester && !mayManageHere(interaction)) return say(interaction, words.notYours);
    const named = { guildId: kept.guildId, summaryId: kept.summary.id };
    await parts.amending.remove(named, {
      messageId: interaction.message.id,
      delete: () => deleteMessage(interaction),
    });
  },
};

/** Deletes the message of a summary that is no longer stored; false if the person may not. */
export async function deleteLeftover(interaction: Press): Promise<boolean> {
  if (toAskerId(interaction) !== interaction.user.id && !mayManageHere(interaction)) return false;
  await deleteMessage(interaction);
  return true;
}

function mayManageHere(interaction: Press): boolean {
  const mayManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageMessages) ?? false;
  return mayManage && !isForOne(interaction);
}

/** A missing message counts as deleted. */
async function deleteMessage(interaction: Press): Promise<void> {
  try {
    await interaction.deleteReply();
  } catch (error) {
    if (!isAnswerGone(error)) throw error;
  }
}
