import { ButtonStyle, ComponentType } from 'discord.js';
import { type RunAction, toCustomId } from '../../../../render/custom-id.ts';
import type { Texts } from '../../../../render/texts.ts';
import type { PressContext } from '../../interaction/action.ts';
import { defer, replyPrivately } from '../../interaction/reply.ts';
import { toAsk } from '../buttons/regenerate.ts';
import { toActionRow } from '../summary-message.ts';

/** The answer of a run that no process will finish. */
export function toInterruptedMessage(runId: string, t: Texts) {
  return {
    content: t('bot.interruptedRun'),
    embeds: [],
    components: [
      toActionRow([
        {
          type: ComponentType.Button,
          style: ButtonStyle.Primary,
          label: t('bot.buttons.again'),
          custom_id: toCustomId({ runId, action: 'again' }),
        },
      ]),
    ],
  };
}

/** Runs an interrupted request again, for its requester. */
export async function regenerate(context: PressContext, { runId }: RunAction): Promise<void> {
  const { interaction, t, openRuns, summarize } = context;
  const run = await openRuns.get(runId);
  if (run === null) return replyPrivately(interaction, t('bot.expired'));
  if (run.personId !== interaction.user.id) return replyPrivately(interaction, t('bot.notYours'));
  await defer(context);
  const ask = await toAsk(interaction.client, run.request, run.sourceId, run.isPrivate);
  if (ask === null) return replyPrivately(interaction, t('bot.denied.gone', { place: '' }));
  await summarize(context, ask);
}
