import { type APIMessage, MessageFlags, PermissionFlagsBits, Routes } from 'discord.js';
import type { LeftoverAction, SummaryAction } from '../../../../render/custom-id.ts';
import { isEphemeral, type Press, type PressContext, toAskerId } from '../../interaction/action.ts';
import { deferUpdate, edit, followUp, isAnswerGone, replyPrivately } from '../../interaction/reply.ts';
import { orUnavailable } from '../../interaction/unavailable.ts';
import { toActionRow, toPlainButton } from '../summary-message.ts';

const endsPanel: ReadonlySet<SummaryAction['action']> = new Set(['delete', 'erase', 'keep']);

/** Says that a summary is no longer stored; people who may delete its message still can. */
export async function notifyExpired(
  { interaction, t }: PressContext,
  { action }: SummaryAction,
): Promise<void> {
  // A panel without working buttons is replaced.
  if (isEphemeral(interaction) && endsPanel.has(action))
    return void (await edit(interaction, { content: t('bot.expired'), embeds: [], components: [] }));
  const mayDelete = !isEphemeral(interaction) && mayDeleteOf(interaction, toAskerId(interaction));
  if (!mayDelete || (action !== 'more' && action !== 'delete'))
    return replyPrivately(interaction, t('bot.expired'));
  if (action === 'delete') {
    return interaction.deleteReply().catch((error: unknown) => {
      if (!isAnswerGone(error)) throw error;
    });
  }
  const customId = { messageId: interaction.message.id, action: 'delete' } as const;
  await followUp(interaction, {
    content: t('bot.expired'),
    components: [toActionRow([toPlainButton({ label: t('bot.buttons.delete') }, customId)])],
    flags: MessageFlags.Ephemeral,
  });
}

/** Deletes a message of the bot in this channel whose summary is no longer stored. */
export async function deleteLeftover(
  { interaction, t }: PressContext,
  { messageId }: LeftoverAction,
): Promise<void> {
  const { client, channelId } = interaction;
  await deferUpdate(interaction);
  const route = Routes.channelMessage(channelId, messageId);
  const found = await orUnavailable(client.rest.get(route));
  if (found === 'hidden')
    return replyPrivately(interaction, t('bot.denied.bot_view', { place: `<#${channelId}>` }));
  if (found !== 'gone') {
    const { author, interaction_metadata: asked } = found as APIMessage;
    const isOurs = author.id === client.user.id;
    if (!isOurs || !mayDeleteOf(interaction, asked?.user.id ?? null))
      return replyPrivately(interaction, t('bot.notYours'));
    await orUnavailable(client.rest.delete(route));
  }
  await edit(interaction, { content: t('bot.deleted'), components: [] });
}

/** Whether the person requested it or may manage messages here. */
function mayDeleteOf({ user, memberPermissions }: Press, askerId: string | null): boolean {
  return askerId === user.id || (memberPermissions?.has(PermissionFlagsBits.ManageMessages) ?? false);
}
