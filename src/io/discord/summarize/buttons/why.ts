import { parseCustomId } from '../../../../render/custom-id.ts';
import { toWhyPages } from '../../../../render/embed/panels.ts';
import { toTexts } from '../../../../render/texts.ts';
import { type Action, type Press, toCustomIds } from '../../interaction/action.ts';
import { noMentions } from '../../interaction/message-body.ts';
import { edit } from '../../interaction/reply.ts';

/** Opens the reasons for marked, changed and dropped claims for the person who pressed, and changes their pages. */
export const whyAction: Action<'why'> = {
  name: 'why',
  onlyRequester: false,
  toAcknowledgement: ({ message }: Press) => (isOnWhy(toCustomIds(message)) ? 'update' : 'private'),
  run: async ({ interaction, locale }, { action, stored }) => {
    const pages = toWhyPages(stored.summary, toTexts(locale));
    const shown = pages[Math.min(action.page, pages.length) - 1];
    await edit(interaction, {
      content: '',
      embeds: shown ? [...shown.embeds] : [],
      components: [...(shown?.components ?? [])],
      allowedMentions: noMentions,
    });
  },
};

/** On a summary, they open beside it; on their own pages (whose buttons may lack an action), the page changes. */
function isOnWhy(controls: readonly string[]): boolean {
  return controls.every(id => ['why', undefined].includes(parseCustomId(id)?.action));
}
