import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { type Action, isEphemeral, type PressContext, type Pressed } from '../../interaction/action.ts';
import type { MessageBody } from '../../interaction/message-body.ts';
import { edit, followUp } from '../../interaction/reply.ts';
import { mayReview } from '../../review/review.ts';
import { mayDelete } from '../buttons/delete.ts';
import { toPanel } from './panel.ts';

/** Opens a panel for the person who pressed, with their actions on the summary. */
export const moreAction: Action<'more'> = {
  showsMore: true,
  showsNothing: true,
  showsPanel: true,
  deletes: true,
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, pressed) => {
    const { interaction, summarySync } = context;
    // For 15 minutes, this press allows the bot to delete the post.
    if (!isEphemeral(interaction)) summarySync.holdPost(interaction);
    await followUp(interaction, {
      ...(await toPanelMessage(context, pressed)),
      flags: MessageFlags.Ephemeral,
    });
  },
};

/** Returns to the panel from the question about deletion. */
export const keepAction: Action<'keep'> = {
  showsMore: true,
  showsNothing: true,
  showsPanel: true,
  deletes: true,
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, pressed) => {
    await edit(context.interaction, await toPanelMessage(context, pressed));
  },
};

async function toPanelMessage(
  { interaction, t, viewerLinks }: PressContext,
  { stored, isRequester, denied }: Omit<Pressed, 'action'>,
): Promise<MessageBody> {
  const rights = {
    denied,
    isRequester,
    isManager: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true,
    mayReview: await mayReview(interaction, stored),
    mayDelete: await mayDelete(interaction, stored),
    viewerUrl:
      viewerLinks && stored.guildId !== null
        ? viewerLinks.toUrl({
            guildId: stored.guildId,
            summaryId: stored.summary.id,
            userId: interaction.user.id,
          })
        : null,
  };
  return toPanel(stored, rights, t);
}
