import { details } from '../../../../core/claims/summary.ts';
import type { Action } from '../../interaction/action.ts';
import { editOnce, replyPrivately } from '../../interaction/reply.ts';
import { regenerateSummary } from '../buttons/regenerate.ts';

/** Runs the same request again with another level of detail. */
export const detailAction: Action<'detail'> = {
  showsNothing: true,
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: async (context, { stored }) => {
    const { interaction, t } = context;
    const [chosen] = interaction.isStringSelectMenu() ? interaction.values : [];
    const detail = details.find(each => each === chosen);
    if (detail === undefined) return replyPrivately(interaction, t('bot.unknownButton'));
    // Progress: the next update replaces it, so a failure is ignored.
    await editOnce(interaction, {
      content: t('bot.more.rewriting', { detail: t(`bot.commands.summarize.details.${detail}`) }),
    }).catch(() => {});
    await regenerateSummary(context, stored, { ...stored.request, detail });
  },
};
