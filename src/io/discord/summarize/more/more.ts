import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import type { StoredSummary } from '../../../../app/ports.ts';
import { type Action, isForOne, type Pressed } from '../../interaction/action.ts';
import type { MessageBody } from '../../interaction/message-body.ts';
import { edit, followUp } from '../../interaction/reply.ts';
import { mayReview } from '../../review/review.ts';
import { mayDelete } from '../buttons/delete.ts';
import { toRedraw } from '../buttons/turn-page.ts';
import { toPanel } from './panel.ts';

/** Opens a panel, for the person who pressed, with what they may do with the summary. */
export const moreAction: Action<'more'> = {
  name: 'more',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ interaction, kept, words, isRequester, denied, parts }) => {
    const { amending } = parts;
    // For 15 minutes this press allows to change what only one person sees, and to delete a post.
    if (!isForOne(interaction)) amending.holdPost(interaction, interaction.message.id);
    else if (denied === null)
      await amending.follow(kept, interaction, interaction.message.id, toRedraw(interaction, words));
    const draw = await toPanelDraw({ interaction, kept, words, isRequester, denied });
    const { id } = await followUp(interaction, { ...draw(kept), flags: MessageFlags.Ephemeral });
    await amending.follow(kept, interaction, id, draw);
  },
};

/** Shows the panel again in place of the question whether to delete the summary. */
export const keepAction: Action<'keep'> = {
  name: 'keep',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ parts, ...pressed }) => {
    const { interaction, kept } = pressed;
    const draw = await toPanelDraw(pressed);
    const { id } = await edit(interaction, draw(kept));
    await parts.amending.follow(kept, interaction, id, draw);
  },
};

async function toPanelDraw({
  interaction,
  kept,
  words,
  isRequester,
  denied,
}: Omit<Pressed, 'action' | 'parts'>): Promise<(now: StoredSummary) => MessageBody> {
  const rights = {
    denied,
    isRequester,
    isManager: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true,
    mayReview: await mayReview(interaction, kept),
    mayDelete: await mayDelete(interaction, kept),
  };
  return now => toPanel(now, rights, words, interaction.locale);
}
