import { type APIMessage, MessageFlags, PermissionFlagsBits, Routes } from 'discord.js';
import type { LeftoverAction, SummaryAction } from '../../../../render/custom-id.ts';
import { toBotWords } from '../../../../render/words/bot/index.ts';
import type { BotWords } from '../../../../render/words/bot/words.ts';
import { isForOne, type Press, toAskerId } from '../../interaction/action.ts';
import { orRefusal } from '../../interaction/refusals.ts';
import { deferUpdate, edit, followUp, isAnswerGone, say } from '../../interaction/reply.ts';
import { toPlainButton, toRow } from '../summary-message.ts';

const endsPanel: ReadonlySet<SummaryAction['action']> = new Set(['delete', 'erase', 'keep']);

/** Says that a summary is no longer kept; people who may delete its message still can. */
export async function tellExpired(
  interaction: Press,
  { action }: SummaryAction,
  words: BotWords,
): Promise<void> {
  // A panel whose buttons lead nowhere is not left behind.
  if (isForOne(interaction) && endsPanel.has(action))
    return void (await edit(interaction, { content: words.expired, embeds: [], components: [] }));
  const mayDelete = !isForOne(interaction) && mayDeleteOf(interaction, toAskerId(interaction));
  if (!mayDelete || (action !== 'more' && action !== 'delete')) return say(interaction, words.expired);
  if (action === 'delete') {
    return interaction.deleteReply().catch((error: unknown) => {
      if (!isAnswerGone(error)) throw error;
    });
  }
  const customId = { messageId: interaction.message.id, action: 'delete' } as const;
  await followUp(interaction, {
    content: words.expired,
    components: [toRow([toPlainButton({ label: words.buttons.delete }, customId)])],
    flags: MessageFlags.Ephemeral,
  });
}

/** Deletes a message of the bot's in the channel of the press, of which no summary is kept. */
export async function deleteLeftover(interaction: Press, { messageId }: LeftoverAction): Promise<void> {
  const words = toBotWords(interaction.locale);
  const { client, channelId } = interaction;
  await deferUpdate(interaction);
  const route = Routes.channelMessage(channelId, messageId);
  const found = await orRefusal(client.rest.get(route));
  if (found === 'hidden') return say(interaction, words.denied('bot_view', `<#${channelId}>`));
  if (found !== 'gone') {
    const { author, interaction_metadata: asked } = found as APIMessage;
    const isOurs = author.id === client.user.id;
    if (!isOurs || !mayDeleteOf(interaction, asked?.user.id ?? null)) return say(interaction, words.notYours);
    await orRefusal(client.rest.delete(route));
  }
  await edit(interaction, { content: words.deleted, components: [] });
}

/** Whether it was asked for by the person who pressed, or they may manage messages here. */
function mayDeleteOf({ user, memberPermissions }: Press, askerId: string | null): boolean {
  return askerId === user.id || (memberPermissions?.has(PermissionFlagsBits.ManageMessages) ?? false);
}
