import type { StoredSummary } from '../../../../app/ports.ts';
import { createZonedClock } from '../../../../core/time.ts';
import { render } from '../../../../render/render.ts';
import type { Action } from '../../interaction/action.ts';
import type { MessageBody } from '../../interaction/message-body.ts';
import { nobody } from '../../interaction/message-body.ts';
import { edit, replyPrivately } from '../../interaction/reply.ts';

export const saveFormats = ['markdown', 'html', 'plain', 'json'] as const;
type SaveFormat = (typeof saveFormats)[number];

const extensions: Readonly<Record<SaveFormat, string>> = {
  markdown: 'md',
  html: 'html',
  plain: 'txt',
  json: 'json',
};

/** Sends the summary as a file in the chosen format. */
export const saveAction: Action<'save'> = {
  name: 'save',
  onlyRequester: false,
  toAcknowledgement: () => 'private',
  run: async ({ interaction, words, summarySync }, { kept }) => {
    const [chosen] = interaction.isStringSelectMenu() ? interaction.values : [];
    const format = saveFormats.find(each => each === chosen);
    if (format === undefined) return replyPrivately(interaction, words.unknownButton);
    const draw = (now: StoredSummary): MessageBody => ({
      content: words.more.saved,
      embeds: [],
      components: [],
      allowedMentions: nobody,
      files: [{ attachment: Buffer.from(render(now.summary, format)), name: toFileName(now, format) }],
    });
    const { id } = await edit(interaction, draw(kept));
    await summarySync.follow(kept, interaction, id, draw);
  },
};

const maxNameLength = 60;

/** "planning-2026-03-09.md": the place and the day. */
function toFileName({ summary, createdAt }: StoredSummary, format: SaveFormat): string {
  const place = summary.source.title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, maxNameLength);
  const name = place.toWellFormed().replace(/^-+|-+$/g, '') || 'summary';
  return `${name}-${createZonedClock(summary.zone).day(createdAt)}.${extensions[format]}`;
}
