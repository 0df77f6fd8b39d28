import { type RunAction, toCustomId } from '../../../../render/custom-id.ts';
import { type PressContext, toAskerId, toCustomIds } from '../../interaction/action.ts';
import { deferUpdate, edit, isAnswerGone, replyPrivately } from '../../interaction/reply.ts';

/**
 * Stops a summary in progress, for its requester. The run itself says that it was stopped; if there is none, for
 * example after a restart, this does, so that no message stays in progress.
 */
export async function stopRun(
  { interaction, t, findRun, openRuns }: PressContext,
  action: RunAction,
): Promise<void> {
  const run = findRun(action.runId);
  const askerId = run === null ? toAskerId(interaction) : run.personId;
  if (askerId !== interaction.user.id) return replyPrivately(interaction, t('bot.notYours'));
  // Before the acknowledgement, because every moment may cost money.
  const outcome = run?.stop() ?? 'over';
  await deferUpdate(interaction);
  if (outcome === 'stopping') return replyPrivately(interaction, t('bot.stoppingAlready'));
  // So that no other process ends its answer too.
  if (outcome === 'over') await openRuns.remove(action.runId);
  await run?.over;
  // The run deletes its public messages.
  const message = await interaction.fetchReply().catch((error: unknown) => {
    if (isAnswerGone(error)) return null;
    throw error;
  });
  const isStuck = message !== null && toCustomIds(message).includes(toCustomId(action));
  if (isStuck) {
    const content = outcome === 'stopped' ? t('bot.stopped') : t('bot.interrupted');
    await edit(interaction, { content, embeds: [], components: [] });
  } else if (outcome !== 'stopped') await replyPrivately(interaction, t('bot.notWriting'));
}
