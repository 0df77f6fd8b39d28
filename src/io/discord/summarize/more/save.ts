import type { StoredSummary } from '../../../../app/ports.ts';
import { createZonedClock } from '../../../../core/time.ts';
import { hasDatedTasks } from '../../../../render/formats/calendar.ts';
import { render } from '../../../../render/render.ts';
import type { Action } from '../../interaction/action.ts';
import { type MessageBody, noMentions } from '../../interaction/message-body.ts';
import { edit, replyPrivately } from '../../interaction/reply.ts';

const saveFormats = ['markdown', 'html', 'plain', 'json', 'csv', 'ics'] as const;
type SaveFormat = (typeof saveFormats)[number];

const extensions: Readonly<Record<SaveFormat, string>> = {
  markdown: 'md',
  html: 'html',
  plain: 'txt',
  json: 'json',
  csv: 'csv',
  ics: 'ics',
};

/** Sends the summary as a file in the chosen format. */
export const saveAction: Action<'save'> = {
  name: 'save',
  onlyRequester: false,
  toAcknowledgement: () => 'private',
  run: async ({ interaction, t }, { stored }) => {
    const [chosen] = interaction.isStringSelectMenu() ? interaction.values : [];
    const format = saveFormats.find(each => each === chosen);
    if (format === undefined) return replyPrivately(interaction, t('bot.unknownButton'));
    const isFull = hasContent(stored, format);
    const file = () => ({
      attachment: Buffer.from(render(stored.summary, format)),
      name: toFileName(stored, format),
    });
    const body: MessageBody = {
      content: isFull ? t('bot.more.saved') : t('bot.more.noDates'),
      embeds: [],
      components: [],
      allowedMentions: noMentions,
      files: isFull ? [file()] : [],
    };
    await edit(interaction, body);
  },
};

/** The formats that a summary can be saved in: a calendar only with something to put in it. */
export function toSaveFormats(stored: StoredSummary): readonly SaveFormat[] {
  return saveFormats.filter(format => hasContent(stored, format));
}

function hasContent({ summary }: StoredSummary, format: SaveFormat): boolean {
  return format !== 'ics' || hasDatedTasks(summary);
}

const maxNameLength = 60;

/** "planning-2026-03-09.md": the place and the day. */
function toFileName({ summary, createdAt }: StoredSummary, format: SaveFormat): string {
  const place = summary.source.title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, maxNameLength);
  const name = place.toWellFormed().replace(/^-+|-+$/g, '') || 'summary';
  return `${name}-${createZonedClock(summary.zone).day(createdAt)}.${extensions[format]}`;
}
