import { ButtonStyle, MessageFlags, PermissionFlagsBits } from 'discord.js';
import type { PostedMessage, StoredSummary } from '../../../../app/ports.ts';
import { type SummaryAction, toCustomId } from '../../../../render/custom-id.ts';
import type { Texts } from '../../../../render/texts.ts';
import { type MessageBody, noMentions, toButton, toRow } from '../../components.ts';
import {
  type Action,
  isEphemeral,
  type Press,
  type PressContext,
  toAskerId,
} from '../../interaction/context.ts';
import { edit, followUp, isAnswerGone, replyPrivately } from '../../interaction/reply.ts';
import { mayManageMessages } from '../../review/review.ts';
import { toPosts } from '../../sync/posts.ts';

/** Asks whether to delete a summary: in the panel if it was pressed there, or in a private message beside a post. */
export const deleteAction: Action<'delete'> = {
  deletes: true,
  showsNothing: true,
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ interaction, t }, { stored }) => {
    if (!(await mayDelete(interaction, stored))) return replyPrivately(interaction, t('bot.notYours'));
    const question = toQuestion(stored.summary.id, t);
    if (isEphemeral(interaction)) return void (await edit(interaction, question));
    await followUp(interaction, { ...question, flags: MessageFlags.Ephemeral });
  },
};

/**
 * Deletes the posts of a summary, then its record. The message with the question confirms it. Another press is possible until the first has succeeded.
 */
export const eraseAction: Action<'erase'> = {
  deletes: true,
  showsNothing: true,
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ interaction, t, summarySync }, { stored, isRequester }) => {
    if (!(await mayDelete(interaction, stored))) return replyPrivately(interaction, t('bot.notYours'));
    const named = { guildId: stored.guildId, summaryId: stored.summary.id };
    const left = await summarySync.remove(named);
    const content = toDeletedWords(stored, left, isRequester, t);
    await edit(interaction, { content, embeds: [], components: [] });
  },
};

function toQuestion(summaryId: string, t: Texts): MessageBody {
  const erase = toCustomId({ summaryId, action: 'erase' });
  return {
    content: t('bot.more.askDelete'),
    embeds: [],
    components: [
      toRow(
        toButton(t('bot.buttons.delete'), erase, { style: ButtonStyle.Danger }),
        toButton(t('bot.more.cancel'), toCustomId({ summaryId, action: 'keep' })),
      ),
    ],
    allowedMentions: noMentions,
  };
}

/** Whether a person may delete a summary: its requester, and people who may manage messages where it is posted. */
export async function mayDelete({ client, user }: Press, stored: StoredSummary): Promise<boolean> {
  if (stored.requesterId === user.id) return true;
  for (const { channelId } of toPosts(stored))
    if (await mayManageMessages(client, channelId, user.id)) return true;
  return false;
}

/** Says what could not be deleted: posts in a channel that the bot cannot reach, and a private message. */
function toDeletedWords(
  { answeredAs, request }: StoredSummary,
  [post]: readonly PostedMessage[],
  isRequester: boolean,
  t: Texts,
): string {
  if (post !== undefined) return t('bot.more.postLeft', { place: `<#${post.channelId}>` });
  const hasCopy = isRequester && answeredAs === undefined && request.digestId === undefined;
  return hasCopy ? t('bot.more.copyLeft') : t('bot.deleted');
}

const endsPanel: ReadonlySet<SummaryAction['action']> = new Set(['delete', 'erase', 'keep']);

/** Says that a summary is no longer stored; people who may delete its message still can with its button. */
export async function notifyExpired(
  { interaction, t }: PressContext,
  { action }: SummaryAction,
): Promise<void> {
  // A panel without working buttons is replaced.
  if (isEphemeral(interaction) && endsPanel.has(action))
    return void (await edit(interaction, { content: t('bot.expired'), embeds: [], components: [] }));
  const mayManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageMessages) === true;
  const mayDelete =
    !isEphemeral(interaction) && (mayManage || toAskerId(interaction) === interaction.user.id);
  if (action !== 'delete' || !mayDelete) return replyPrivately(interaction, t('bot.expired'));
  await interaction.deleteReply().catch((error: unknown) => {
    if (!isAnswerGone(error)) throw error;
  });
}
