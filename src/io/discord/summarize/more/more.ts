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
    const { interaction, words, summarySync } = context;
    const { kept, denied } = pressed;
    // For 15 minutes, this press allows the bot to edit the person's private messages, and to delete a post.
    if (!isEphemeral(interaction)) summarySync.holdPost(interaction, interaction.message.id);
    else if (denied === null)
      await summarySync.follow(kept, interaction, interaction.message.id, toRedraw(interaction, words));
    const draw = await toPanelDraw(context, pressed);
    const { id } = await followUp(interaction, { ...draw(kept), flags: MessageFlags.Ephemeral });
    await summarySync.follow(kept, interaction, id, draw);
  },
};

/** Returns to the panel from the question about deletion. */
export const keepAction: Action<'keep'> = {
  name: 'keep',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, pressed) => {
    const { interaction, summarySync } = context;
    const { kept } = pressed;
    const draw = await toPanelDraw(context, pressed);
    const { id } = await edit(interaction, draw(kept));
    await summarySync.follow(kept, interaction, id, draw);
  },
};

async function toPanelDraw(
  { interaction, locale, words, viewerLinks }: PressContext,
  { kept, isRequester, denied }: Omit<Pressed, 'action'>,
): Promise<(now: StoredSummary) => MessageBody> {
  const rights = {
    denied,
    isRequester,
    isManager: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true,
    mayReview: await mayReview(interaction, kept),
    mayDelete: await mayDelete(interaction, kept),
    viewerUrl:
      viewerLinks && kept.guildId !== null
        ? viewerLinks.toUrl({
            guildId: kept.guildId,
            summaryId: kept.summary.id,
            userId: interaction.user.id,
          })
        : null,
  };
  return now => toPanel(now, rights, words, locale);
}
