import { launchChromium, noChromium, phone } from '@footnote/playground/browser';
import { createPlayground } from '@footnote/playground/discord';
import { createPage } from '@footnote/playground/page';
import type { Engine } from '../../../src/app/ports.ts';
import { summarize } from '../../../src/app/summarize.ts';
import { claimBudget } from '../../../src/core/windows/select.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { createRecordedJudge } from '../drafts/judges.ts';
import { type LabeledDraft, readDrafts } from '../drafts/records.ts';
import { print, printTable, type Row } from '../table.ts';

/** Three buttons of the five; all of them are in one row. */
const buttons = ['Sources', 'Share', 'More'].map(label => ({
  type: 2,
  style: 2,
  label,
  custom_id: label,
}));

const never = new AbortController().signal;

/** Prints how many screens of a phone the summaries take that a model wrote of about 100 messages and more, in Chromium. */
export async function printHeight(data: string): Promise<void> {
  const drafts = readDrafts(data).filter(
    ({ writer, evidence }) => writer === 'careful' && evidence.messages.length >= 100,
  );
  const missing = drafts.length === 0 ? 'the model drafts are not at hand' : noChromium;
  if (missing !== null) {
    print(`${missing}\n`);
    return;
  }
  const playground = await createPlayground({ botName: 'Footnote' });
  const { world } = playground;
  const reader = world.addUser({ name: 'reader' });
  const guild = world.addGuild({ name: 'server', owner: reader });
  const page = await createPage(playground, { people: [reader] });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext(phone);
    const screens: number[] = [];
    const rows: Row[] = [];
    for (const draft of drafts) {
      const channel = world.addChannel(guild, { name: draft.id });
      const summary = await summarizeDraft(draft, { guildId: guild.id, channelId: channel.id });
      const [first] = toEmbedPages(summary);
      const components = [{ type: 1, components: buttons }];
      world.addMessage(channel, { by: world.bot, embeds: first?.embeds ?? [], components });
      const tab = await context.newPage();
      await tab.goto(`${page.url}#${reader.id}/${channel.id}`);
      const article = tab.getByRole('article').filter({ has: tab.getByRole('button', { name: 'Sources' }) });
      const box = await article.boundingBox();
      await tab.close();
      const height = (box?.height ?? Number.NaN) / (phone.viewport?.height ?? Number.NaN);
      screens.push(height);
      const cells = [draft.evidence.messages.length, summary.claims.length].map(String);
      rows.push([draft.id, ...cells, height.toFixed(2)]);
    }
    const mean = screens.reduce((sum, one) => sum + one, 0) / screens.length;
    rows.push(['mean', '', '', mean.toFixed(2)]);
    printTable('Screens of a phone (390 by 844)', ['conversation', 'messages', 'claims', 'screens'], rows);
  } finally {
    await browser.close();
    await page.close();
    await playground.close();
  }
}

/** The first claims of a draft, as many as a summary has, with the recorded verdicts. */
function summarizeDraft(
  draft: LabeledDraft,
  { guildId, channelId }: { readonly guildId: string; readonly channelId: string },
) {
  const engine: Engine = {
    name: 'claude',
    draft: async (_request, onClaim) => {
      for (const { written } of draft.claims.slice(0, claimBudget.standard)) onClaim(written);
      return { engine: { name: 'claude', model: draft.writer }, usage: null, failure: null };
    },
  };
  const source = { type: 'discord' as const, title: `#${draft.id}`, guildId, channelIds: [channelId] };
  const messages = draft.evidence.messages.map((message, at) => ({
    ...message,
    url: `https://discord.com/channels/${guildId}/${channelId}/${at + 1}`,
  }));
  const { judge } = createRecordedJudge(draft);
  return summarize(
    { source, messages, unreadable: 0 },
    { detail: 'standard', zone: 'UTC', window: {} },
    { engine, judge, newId: () => 'height' },
    never,
  );
}
