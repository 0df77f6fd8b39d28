import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import type { StoredSummary } from '../../../../app/ports.ts';
import { type Action, isEphemeral, type PressContext, type Pressed } from '../../interaction/action.ts';
import type { MessageBody } from '../../interaction/message-body.ts';
import { edit, followUp } from '../../interaction/reply.ts';
import { mayReview } from '../../review/review.ts';
import { mayDelete } from '../buttons/delete.ts';
import { toRedraw } from '../buttons/turn-page.ts';
import { toPanel } from './panel.ts';

/** Opens a panel for the person who pressed, with their actions on the summary. */
export const moreAction: Action<'more'> = {
  name: 'more',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, pressed) => {
    const { interaction, t, summarySync } = context;
    const { stored, denied } = pressed;
    // For 15 minutes, this press allows the bot to edit the person's private messages, and to delete a post.
    if (!isEphemeral(interaction)) summarySync.holdPost(interaction, interaction.message.id);
    else if (denied === null)
      await summarySync.follow(stored, interaction, interaction.message.id, toRedraw(interaction, t));
    const draw = await toPanelDraw(context, pressed);
    await summarySync.show(stored, interaction, draw, body =>
      followUp(interaction, { ...body, flags: MessageFlags.Ephemeral }),
    );
  },
};

/** Returns to the panel from the question about deletion. */
export const keepAction: Action<'keep'> = {
  name: 'keep',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, pressed) => {
    const { interaction, summarySync } = context;
    const { stored } = pressed;
    const draw = await toPanelDraw(context, pressed);
    await summarySync.show(stored, interaction, draw, body => edit(interaction, body));
  },
};

async function toPanelDraw(
  { interaction, t, viewerLinks }: PressContext,
  { stored, isRequester, denied }: Omit<Pressed, 'action'>,
): Promise<(now: StoredSummary) => MessageBody> {
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
  return now => toPanel(now, rights, t);
}
