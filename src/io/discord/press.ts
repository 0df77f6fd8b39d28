import type { Client } from 'discord.js';
import type { SummaryAction } from '../../render/custom-id.ts';
import { parseCustomId } from '../../render/custom-id.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import { checkAccess } from './access.ts';
import type { Action, ActionParts, Press } from './actions/action.ts';
import { actions } from './actions/index.ts';
import { answerFailure, say } from './answer.ts';
import { toCitedIds } from './cited.ts';
import { findChannel, type ReadableChannel } from './places.ts';

/**
 * Answers a press on a summary, whoever presses and whenever: what is no longer kept, not theirs, or no longer
 * readable to them is said in words. Whether the person may read what the summary rests on is asked anew each time.
 */
export async function answerPress(
  interaction: Press,
  client: Client<true>,
  parts: ActionParts,
): Promise<void> {
  try {
    const action = parseCustomId(interaction.customId);
    const words = toBotWords(interaction.locale);
    if (action === null) return await say(interaction, words.unknownButton);
    const kept = await parts.summaries.get(interaction.guildId, action.summaryId);
    if (kept === null) return await say(interaction, words.expired);
    const isRequester = kept.requesterId === interaction.user.id;
    if (actions[action.action].onlyRequester && !isRequester) return await say(interaction, words.notYours);
    const channel = await findChannel(client, kept.channelId);
    // What one asked for one may always delete, also when one may no longer read it.
    if (action.action !== 'delete' || !isRequester) {
      const denial =
        channel === null
          ? { reason: 'gone' as const, channelId: kept.channelId }
          : await checkAccess(channel, interaction.user.id, { shownIn: toHere(interaction) });
      if (denial !== null)
        return await say(interaction, words.denied(denial.reason, `<#${denial.channelId}>`));
    }
    const showsAgain = action.action !== 'delete' && action.action !== 'again';
    if (showsAgain && parts.deletions.touched(toCitedIds(kept.summary), kept.createdAt))
      return await say(interaction, words.changed);
    await run(actions[action.action] as Action, action, { interaction, kept, words, isRequester, parts });
  } catch (error) {
    await answerFailure(interaction, error, parts.log);
  }
}

/** Where a press shows what it shows; direct messages hold no summaries. */
function toHere({ channel }: Press): ReadableChannel | undefined {
  return channel === null || channel.isDMBased() ? undefined : channel;
}

function run(
  action: Action,
  asked: SummaryAction,
  pressed: Omit<Parameters<Action['run']>[0], 'action'>,
): Promise<void> {
  return action.run({ ...pressed, action: asked });
}
