import type { Summary } from '../../core/claims/summary.ts';
import type { SummaryAction } from '../custom-id.ts';
import {
  escapeDiscord,
  toAtoms,
  toStrongAtoms,
  toTimestamp,
  truncateEscaped,
} from '../embed/discord-markup.ts';
import { colors } from '../embed/embed.ts';
import { type EmbedPage, limits, toButton, toPage, toTurning } from '../embed/embed-page.ts';
import { fillPages, type PageBlock, type PageLine } from '../embed/page-filling.ts';
import type { Grouping } from '../groupings.ts';
import { type Texts, toSourceTexts, toTexts } from '../texts.ts';
import { toLink, toMarker } from '../view/marker.ts';
import { toShownName } from '../view/snippet.ts';
import { toWhen } from '../view/sources/shown-time.ts';
import { type SourceGroup, toGroupings, toSourceGroups } from '../view/sources/source-groups.ts';
import type { SourceRow } from '../view/sources/source-row.ts';

type SourcePagesOptions = {
  /** Only the sources of this claim. */
  readonly claimId?: string;
  /** Default: one list. */
  readonly grouping?: Grouping;
  readonly t?: Texts;
  /** The trace of the run, if runs are traced. */
  readonly traceId?: string;
};

/** Short enough to read at once. */
const maxPageLength = 2400;

/**
 * The sources table as Discord messages, at least one page: every footnote with its author, time, position and words,
 * then the messages without a number; below it, buttons for pages and grouping.
 */
export function toSourcesPages(summary: Summary, options: SourcePagesOptions = {}): readonly EmbedPage[] {
  const t = toSourceTexts(options.t ?? toTexts(summary.language), summary.source.type);
  const { claimId, grouping = 'flat', traceId } = options;
  const claims = summary.claims.filter(({ id }) => claimId === undefined || id === claimId);
  const groups = toSourceGroups(summary, t, grouping, claims);
  const blocks = groups.flatMap(group => toBlocks(group, t));
  const pages = fillPages(blocks.length === 0 ? t('summary.nothingFound') : '', blocks, maxPageLength);
  const title = truncateEscaped(
    `${t('summary.sources')} · ${toShownName(summary.source.title, t('summary.summary'), 120)}`,
    limits.title,
    'title',
  );
  const toAction = (page: number, by = grouping): SummaryAction => ({
    summaryId: summary.id,
    action: 'sources',
    page,
    ...(claimId === undefined ? {} : { claimId }),
    ...(by === 'flat' ? {} : { grouping: by }),
  });
  // A single claim cannot be grouped.
  const others = claimId === undefined ? toGroupings(summary).filter(each => each !== grouping) : [];
  return pages.map((page, index) => {
    const footer = [
      ...(pages.length > 1 ? [t('summary.page', { page: index + 1, pages: pages.length })] : []),
      ...(traceId === undefined ? [] : [t('summary.trace', { id: traceId })]),
    ].join(' · ');
    return toPage(
      {
        title,
        description: page.text,
        color: colors.empty,
        ...(footer === '' ? {} : { footer: { text: footer } }),
      },
      [
        ...toTurning(index + 1, pages.length, t, toAction),
        ...others.map(by => toButton(t(`summary.grouping.${by}`), toAction(1, by), true)),
      ],
    );
  });
}

/** Sources of one heading are one block; those without a heading are separate. */
function toBlocks({ heading, note, rows, more }: SourceGroup, t: Texts): readonly PageBlock[] {
  if (heading !== null) {
    const mark = note === null ? '' : ` *(${escapeDiscord(note)})*`;
    const toStrong = (text: string) => `**${escapeDiscord(text)}**${mark}`;
    const lines = [...rows, ...more].flatMap(row => toSourceLines(row, t));
    return [{ heading: toStrong(heading), continued: toStrong(t('summary.continued', { heading })), lines }];
  }
  const further = `**${escapeDiscord(t('summary.moreMessages'))}**`;
  return [
    ...rows.map(row => ({ heading: null, continued: null, lines: toSourceLines(row, t) })),
    ...(more.length === 0
      ? []
      : [{ heading: further, continued: further, lines: more.flatMap(row => toSourceLines(row, t)) }]),
  ];
}

/** Two lines per message: who, when and where; then what was said. */
export function toSourceLines(row: SourceRow, t: Texts): readonly PageLine[] {
  const flags = [
    row.editedSince ? t('summary.editedSince') : row.edited ? t('summary.edited') : '',
    row.forwarded ? t('summary.forwarded') : '',
  ].filter(Boolean);
  const when = toWhen(row, toTimestamp);
  const where = ['', row.position, ...(row.channel === null ? [] : [row.channel]), ...flags].join(' · ');
  return [
    {
      start: row.number === null ? `- ${toLink('↗', row.url)} ` : `${toMarker(row.number, row.url)} `,
      atoms: [
        ...toStrongAtoms(row.who),
        ...(when === '' ? [] : [{ text: `· ${when}`, space: true }]),
        ...toAtoms(where),
      ],
      keepsNext: true,
    },
    { start: '> ', atoms: toAtoms(row.snippet) },
  ];
}
