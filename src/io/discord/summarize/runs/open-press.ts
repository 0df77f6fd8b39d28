import { setTimeout as sleep } from 'node:timers/promises';
import { MessageFlags } from 'discord.js';
import type { OpenRun } from '../../../../app/answers/ports.ts';
import { toTexts } from '../../../../render/texts.ts';
import type { PressContext } from '../../interaction/action.ts';
import type { Services } from '../../interaction/context.ts';
import { replyPrivately } from '../../interaction/reply.ts';
import { restoreInteraction } from '../../interaction/restored-interaction.ts';
import { retryWhileTemporary } from '../../interaction/retry-answer.ts';
import { defaultLeaseMs, toOpenRun } from './open-runs.ts';

/** A slow store is not waited for: Discord waits only three seconds. */
const recordingMs = 300;

/** Records a press while it is answered: if the process is killed, the next one ends its "thinking". */
export async function withOpenPress(context: PressContext, answer: () => Promise<void>): Promise<void> {
  const { interaction, openRuns, processId, log, leaseMs = defaultLeaseMs } = context;
  const begun = toOpenRun(interaction, { sourceId: '', request: { detail: 'standard' }, isPrivate: true });
  if (begun === null) return answer();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.warn({ message: error instanceof Error ? error.message : '' }, 'open-press-save-failed');
    }
  };
  const recorded = attempt(async () => {
    await openRuns.noteAlive(processId, leaseMs);
    await openRuns.put({ ...begun, stage: 'pressed', ownerId: processId });
  });
  await Promise.race([recorded, sleep(recordingMs)]);
  try {
    await answer();
  } finally {
    await recorded;
    await attempt(() => openRuns.remove(begun.id));
  }
}

/** Ends the "thinking" of a press whose process was killed; what was done can be seen by pressing again. */
export async function endPress(run: OpenRun, { client, openRuns, log }: Services): Promise<void> {
  const interaction = await retryWhileTemporary(client, () => restoreInteraction(client, run));
  try {
    const answer = await interaction?.fetchReply();
    if (interaction && answer?.flags.has(MessageFlags.Loading))
      await replyPrivately(interaction, toTexts(run.locale)('bot.stopping'));
  } catch (error) {
    // Its 15 minutes are over.
    log.debug({ run: run.id, name: error instanceof Error ? error.name : '' }, 'answer-too-late');
  }
  await openRuns.remove(run.id);
}
