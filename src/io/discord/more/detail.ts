import { details } from '../../../core/claims/summary/summary.ts';
import type { Action } from '../actions/action.ts';
import { regenerateSummary } from '../actions/again.ts';
import { say } from '../answer.ts';

/** Asks the same again at another level of detail. */
export const detailAction: Action<'detail'> = {
  name: 'detail',
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: async pressed => {
    const { interaction, kept, words } = pressed;
    const [chosen] = interaction.isStringSelectMenu() ? interaction.values : [];
    const detail = details.find(each => each === chosen);
    if (detail === undefined) return say(interaction, words.unknownButton);
    await regenerateSummary(pressed, { ...kept.request, detail });
  },
};
