import { parseCustomId } from '../../../../render/custom-id.ts';
import type { EmbedPage } from '../../../../render/embed/embed-page.ts';
import { toSourcesPages, toWhyPages } from '../../../../render/embed/panels.ts';
import { toTexts } from '../../../../render/texts.ts';
import { type Action, type Press, toCustomIds } from '../../interaction/action.ts';
import { noMentions } from '../../interaction/message-body.ts';
import { edit } from '../../interaction/reply.ts';

/** Opens the sources for the person who pressed, and changes their pages. */
export const sourcesAction: Action<'sources'> = {
  showsMore: true,
  onlyRequester: false,
  toAcknowledgement: ({ message }: Press) => (isOn('sources', message) ? 'update' : 'private'),
  run: async ({ interaction, t, telemetry }, { action, stored }) => {
    const { summary, traceId } = stored;
    await showPage(
      interaction,
      toSourcesPages(summary, { t, ...(traceId !== undefined && { traceId }) }),
      action.page,
    );
    if (!isOn('sources', interaction.message)) telemetry.count({ kind: 'opened' });
  },
};

/** Opens the reasons for marked, changed and dropped claims for the person who pressed, and changes their pages. */
export const whyAction: Action<'why'> = {
  showsMore: true,
  onlyRequester: false,
  toAcknowledgement: ({ message }: Press) => (isOn('why', message) ? 'update' : 'private'),
  run: async ({ interaction, locale }, { action, stored }) =>
    showPage(interaction, toWhyPages(stored.summary, toTexts(locale)), action.page),
};

async function showPage(interaction: Press, pages: readonly EmbedPage[], page: number): Promise<void> {
  const shown = pages[Math.min(page, pages.length) - 1];
  await edit(interaction, {
    content: '',
    embeds: shown ? [...shown.embeds] : [],
    components: [...(shown?.components ?? [])],
    allowedMentions: noMentions,
  });
}

/** On a summary, pages open beside it; on their own message (whose buttons may lack an action), they change in place. */
function isOn(name: 'sources' | 'why', message: Press['message']): boolean {
  return toCustomIds(message).every(id => {
    const action = parseCustomId(id)?.action;
    return action === name || action === undefined;
  });
}
