import { type Client, PermissionFlagsBits, Routes } from 'discord.js';
import type { PostedMessage } from '../../../app/ports.ts';
import { say } from '../answer.ts';
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
    const posts = await parts.amending.withKept({ guildId, summaryId: summary.id }, async now => {
      await parts.summaries.remove(guildId, summary.id);
      return [now?.sharedAs, now?.answeredAs];
    });
    await interaction.deleteReply();
    const others = posts.filter(post => post !== undefined && post.messageId !== interaction.message.id);
    if (isRequester) for (const post of others) if (post) await takeBack(interaction.client, post);
    parts.log.info({ summary: kept.summary.id }, 'summary-deleted');
  },
};

/** What everybody sees goes with what it was shared or opened from; a post that is gone already is gone. */
export async function takeBack(client: Client, { channelId, messageId }: PostedMessage): Promise<void> {
  await orRefusal(client.rest.delete(Routes.channelMessage(channelId, messageId)));
}
