import type { PageOptions } from '@footnote/playground/page';

/** What the demo's page says of itself. */
export const pageTexts: Pick<PageOptions, 'title' | 'icon' | 'tips' | 'engineLabel'> = {
  title: 'Footnote demo',
  icon: '[1]',
  engineLabel: 'Summaries',
  tips: [
    'type **/summarize**, press Enter twice, then **[1]** and **Sources**.',
    'To see mistakes caught: **Simulate** → **Recorded, with mistakes**, summarize, **Why**.',
    'Where the bot is not: server **HC** → menu of a message → **Check sources**.',
  ],
};
