import type { ModalSubmitInteraction } from 'discord.js';
import type { Feedback, StoredSummary } from '../../../app/store-ports.ts';
import { type ReasonAction, toCustomId } from '../../../render/custom-id.ts';
import { toButton, toRow, toTextField } from '../../../render/embed/message-body.ts';
import type { Action, ComponentPress, PressContext, RequestContext } from '../interaction/context.ts';
import { deferUpdate, edit, readField, replyPrivately } from '../interaction/reply.ts';

const reasonField = 'reason';
const maxReason = 500;

/** Replaces a person's vote, and offers to add a comment. */
const toVoteAction = <Name extends 'helpful' | 'unhelpful'>(name: Name): Action<Name> => ({
  showsNothing: true,
  run: (context, { stored }) => count(context, stored, name === 'helpful'),
});
export const helpfulAction = toVoteAction('helpful');
export const unhelpfulAction = toVoteAction('unhelpful');

async function count(context: PressContext, stored: StoredSummary, isHelpful: boolean): Promise<void> {
  const { interaction, t, now } = context;
  const { guildId, summary } = stored;
  const personId = interaction.user.id;
  const isNoted = await note(context, guildId, summary.id, former =>
    // A second press on the same button, perhaps by accident, keeps the vote and its comment.
    former?.isHelpful === isHelpful ? former : { personId, isHelpful, at: now() },
  );
  if (!isNoted) return replyPrivately(interaction, t('bot.expired'));
  const comment = toCustomId({ reasonFor: summary.id, action: 'why' });
  await edit(interaction, {
    content: t('bot.feedback.thanks'),
    components: [toRow(toButton(t('bot.feedback.why'), comment))],
  });
}

/** Opens the form for a comment. It must be the first answer, so nothing is checked before. */
export async function openCommentForm(
  { interaction, t }: RequestContext<ComponentPress>,
  action: ReasonAction,
): Promise<void> {
  await interaction.showModal({
    custom_id: toCustomId(action),
    title: t('bot.feedback.why'),
    components: [
      toTextField(reasonField, t('bot.feedback.reason'), {
        longest: maxReason,
        hint: t('bot.feedback.whoReads'),
        hasLines: true,
        required: false,
      }),
    ],
  });
}

/** Stores the comment with its vote; an empty one removes it. */
export async function saveComment(
  context: RequestContext<ModalSubmitInteraction>,
  { reasonFor }: ReasonAction,
): Promise<void> {
  const { interaction, t, summaries } = context;
  if (interaction.isFromMessage()) await deferUpdate(interaction);
  // In a direct message, only the summary contains the server's id.
  const guildId = (await summaries.get(interaction.guildId, reasonFor))?.guildId ?? null;
  const reason = (readField(interaction, reasonField) ?? '').trim().slice(0, maxReason);
  const isNoted = await note(context, guildId, reasonFor, former => {
    if (former === undefined) return null;
    const { reason: _, ...opinion } = former;
    return { ...opinion, ...(reason !== '' && { reason: reason.toWellFormed() }) };
  });
  if (!isNoted) return replyPrivately(interaction, t('bot.expired'));
  await edit(interaction, { content: t('bot.feedback.kept'), components: [] });
}

/** Replaces a person's vote by the result of `change`. False if the summary is gone, or `change` gives null. */
function note(
  { interaction, summarySync, feedback, telemetry, log }: RequestContext,
  guildId: string | null,
  summaryId: string,
  change: (former: Feedback | undefined) => Feedback | null,
): Promise<boolean> {
  const personId = interaction.user.id;
  return summarySync.withStored({ guildId, summaryId }, async stored => {
    if (stored === null || guildId === null) return false;
    const given = await feedback.get(guildId, summaryId);
    const former = given.find(each => each.personId === personId);
    const next = change(former);
    if (next === null) return false;
    const others = given.filter(each => each !== former);
    await feedback.put(guildId, summaryId, [...others, next], stored.createdAt);
    const { isHelpful } = next;
    if (former?.isHelpful !== isHelpful) telemetry.count({ kind: 'feedback', isHelpful });
    log.info({ summary: summaryId, isHelpful }, 'feedback-given');
    return true;
  });
}
