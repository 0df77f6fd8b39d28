import { type Client, PermissionFlagsBits } from 'discord.js';
import type { KeptSummary } from '../../../app/ports.ts';
import { say } from '../answer.ts';
import { findChannel } from '../places.ts';
import { orRefusal } from '../refusals.ts';
import { type Action, isForOne } from './action.ts';

/** Takes the summary off the channel and out of the store; by whoever asked, or may manage messages there. */
export const deleteAction: Action<'delete'> = {
  name: 'delete',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ interaction, kept, words, isRequester, parts }) => {
    const mayManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageMessages) ?? false;
    if (!isRequester && !(mayManage && !isForOne(interaction))) return say(interaction, words.notYours);
    // What is kept goes first: when the message is gone, no copy of it may still open.
    const { guildId, summary } = kept;
    const sharedAs = await parts.amending.withKept({ guildId, summaryId: summary.id }, async now => {
      await parts.summaries.remove(guildId, summary.id);
      return now?.sharedAs;
    });
    await interaction.deleteReply();
    if (isRequester && sharedAs !== undefined) await takeBack(interaction.client, sharedAs);
    parts.log.info({ summary: kept.summary.id }, 'summary-deleted');
  },
};

/** What was shared goes with what it was shared from; a post that is gone already is gone. */
async function takeBack(
  client: Client,
  { channelId, messageId }: NonNullable<KeptSummary['sharedAs']>,
): Promise<void> {
  const channel = await findChannel(client, channelId);
  await orRefusal(channel?.messages.delete(messageId) ?? Promise.resolve());
}
