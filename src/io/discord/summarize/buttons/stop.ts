import { type RunAction, toCustomId } from '../../../../render/custom-id.ts';
import { type PressContext, toAskerId, toControls } from '../../interaction/action.ts';
import { deferUpdate, edit, isAnswerGone, replyPrivately } from '../../interaction/reply.ts';

/**
 * Stops a summary in the making, for the person who asked. The run itself says that it was stopped; where nobody is
 * left to say anything, as after a restart, it is said here, so that no message goes on saying that it is written.
 */
export async function stopRun(
  { interaction, words, findRun, openRuns }: PressContext,
  action: RunAction,
): Promise<void> {
  const run = findRun(action.runId);
  const askerId = run === null ? toAskerId(interaction) : run.personId;
  if (askerId !== interaction.user.id) return replyPrivately(interaction, words.notYours);
  // Before it is acknowledged: every moment may cost something.
  const outcome = run?.stop() ?? 'over';
  await deferUpdate(interaction);
  if (outcome === 'stopping') return replyPrivately(interaction, words.stoppingAlready);
  // So that no process restarts it.
  if (outcome === 'over') await openRuns.remove(action.runId);
  await run?.over;
  // The run takes away what everybody saw of it.
  const message = await interaction.fetchReply().catch((error: unknown) => {
    if (isAnswerGone(error)) return null;
    throw error;
  });
  const isStuck = message !== null && toControls(message).includes(toCustomId(action));
  if (isStuck) {
    const content = outcome === 'stopped' ? words.stopped : words.interrupted;
    await edit(interaction, { content, embeds: [], components: [] });
  } else if (outcome !== 'stopped') await replyPrivately(interaction, words.notWriting);
}
