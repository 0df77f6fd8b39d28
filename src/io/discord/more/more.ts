import { MessageFlags } from 'discord.js';
import type { KeptSummary } from '../../../app/ports.ts';
import { type Action, isForOne } from '../actions/action.ts';
import { mayDelete } from '../actions/delete.ts';
import { toRedraw } from '../actions/turn.ts';
import { followUp } from '../answer.ts';
import { mayReview } from '../reviewing.ts';
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
    const rights = {
      denied,
      isRequester,
      mayReview: await mayReview(interaction, kept),
      mayDelete: await mayDelete(interaction, kept),
    };
    const draw = (now: KeptSummary) => toPanel(now, rights, words, interaction.locale);
    const { id } = await followUp(interaction, { ...draw(kept), flags: MessageFlags.Ephemeral });
    await amending.follow(kept, interaction, id, draw);
  },
};
