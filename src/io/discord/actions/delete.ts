import type { KeptSummary } from '../../../app/ports.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { Removed } from '../amending.ts';
import { edit, isAnswerGone, say } from '../answer.ts';
import { mayManageMessages } from '../more/manage-messages.ts';
import { toPosts } from '../sync/redraw-posts.ts';
import { type Action, isForOne, type Press } from './action.ts';

/**
 * Deletes the posts of the summary, then its record. A second press is possible until the first has succeeded. Pressed
 * where only one person sees it, that message says what was deleted.
 */
export const deleteAction: Action<'delete'> = {
  name: 'delete',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async ({ interaction, kept, words, isRequester, parts }) => {
    if (!(await mayDelete(interaction, kept))) return say(interaction, words.notYours);
    const named = { guildId: kept.guildId, summaryId: kept.summary.id };
    if (!isForOne(interaction)) {
      const messageId = interaction.message.id;
      await parts.amending.remove(named, { messageId, delete: () => deleteMessage(interaction) });
      return;
    }
    const removed = await parts.amending.remove(named);
    const content = toDeletedWords(kept, removed, isRequester, words);
    await edit(interaction, { content, embeds: [], components: [] });
  },
};

/** Whether somebody may delete a summary: the person who asked, and people who may manage messages where it is posted. */
export async function mayDelete({ client, user }: Press, kept: KeptSummary): Promise<boolean> {
  if (kept.requesterId === user.id) return true;
  for (const { channelId } of toPosts(kept))
    if (await mayManageMessages(client, channelId, user.id)) return true;
  return false;
}

/** Says what could not be deleted: posts in a channel that is closed to the bot, private messages whose time is over. */
function toDeletedWords(
  { answeredAs, request }: KeptSummary,
  { left, hadCopy }: Removed,
  isRequester: boolean,
  { deleted, more }: BotWords,
): string {
  const [post] = left;
  if (post !== undefined) return more.postLeft(`<#${post.channelId}>`);
  const hasCopy = isRequester && answeredAs === undefined && request.digestId === undefined;
  return hasCopy && !hadCopy ? more.copyLeft : deleted;
}

/** A missing message counts as deleted. */
async function deleteMessage(interaction: Press): Promise<void> {
  try {
    await interaction.deleteReply();
  } catch (error) {
    if (!isAnswerGone(error)) throw error;
  }
}
