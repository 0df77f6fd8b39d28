import { ButtonStyle, ComponentType } from 'discord.js';
import { type RunAction, toCustomId } from '../../../../render/custom-id.ts';
import { toBotWords } from '../../../../render/words/bot/index.ts';
import type { BotWords } from '../../../../render/words/bot/words.ts';
import type { ActionParts, Press } from '../../interaction/action.ts';
import { defer, say } from '../../interaction/reply.ts';
import { toAsk } from '../buttons/regenerate.ts';
import { toRow } from '../summary-message.ts';

/** What stands in place of a summary that nobody finishes. */
export function toInterruptedMessage(runId: string, words: BotWords) {
  return {
    content: words.interruptedRun,
    embeds: [],
    components: [
      toRow([
        {
          type: ComponentType.Button,
          style: ButtonStyle.Primary,
          label: words.buttons.again,
          custom_id: toCustomId({ runId, action: 'again' }),
        },
      ]),
    ],
  };
}

/** Asks for an interrupted summary again, for the person who asked. */
export async function regenerate(
  interaction: Press,
  { runId }: RunAction,
  { openRuns, summarize }: Pick<ActionParts, 'summarize' | 'openRuns'>,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const run = await openRuns.get(runId);
  if (run === null) return say(interaction, words.expired);
  if (run.personId !== interaction.user.id) return say(interaction, words.notYours);
  await defer(interaction);
  const ask = await toAsk(interaction.client, run.request, run.sourceId, run.isPrivate);
  if (ask === null) return say(interaction, words.denied('gone', ''));
  await summarize(interaction, ask);
}
