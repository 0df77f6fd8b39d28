import type { Summary } from '../../core/claims/summary/summary.ts';
import type { SummaryAction } from '../custom-id.ts';
import type { Grouping } from '../formats.ts';
import { type Texts, toSourceTexts, toTexts } from '../texts.ts';
import { toSummaryFacts } from '../view/facts.ts';
import { toLink, toMarker, toShownName } from '../view/shown.ts';
import { type SourceGroup, type SourceRow, toGroupings, toSourceGroups } from '../view/sources.ts';
import { toWhen } from '../view/times.ts';
import { toView } from '../view/view.ts';
import type { WhyLine } from '../view/why.ts';
import {
  type Atom,
  escapeDiscord,
  toAtoms,
  toLineAtoms,
  toStrongAtoms,
  toTimestamp,
  truncateEscaped,
} from './discord-markup.ts';
import { colors } from './embed.ts';
import {
  type EmbedPage,
  type FilledPage,
  fillPages,
  limits,
  type PageBlock,
  type PageLine,
  toButton,
  toPage,
  toTurning,
} from './embed-page.ts';

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
  return toPanel(pages, {
    title,
    t,
    toAction,
    ...(traceId !== undefined && { note: t('summary.trace', { id: traceId }) }),
    buttons: others.map(by => toButton(t(`summary.grouping.${by}`), toAction(1, by), true)),
  });
}

type PanelOptions = {
  readonly title: string;
  readonly t: Texts;
  readonly toAction: (page: number) => SummaryAction;
  /** Shown in each footer. */
  readonly note?: string;
  /** Beside those that turn pages. */
  readonly buttons?: readonly ReturnType<typeof toButton>[];
};

/** One message a page, with its number and the buttons that turn pages. */
function toPanel(
  pages: readonly FilledPage[],
  { title, t, toAction, note, buttons = [] }: PanelOptions,
): readonly EmbedPage[] {
  return pages.map(({ text: description }, index) => {
    const [page, count] = [index + 1, pages.length];
    const footer = [
      ...(count > 1 ? [t('summary.page', { page, pages: count })] : []),
      ...(note === undefined ? [] : [note]),
    ].join(' · ');
    const embed = {
      title,
      description,
      color: colors.empty,
      ...(footer !== '' && { footer: { text: footer } }),
    };
    return toPage(embed, [...toTurning(page, count, t, toAction), ...buttons]);
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

/** How a summary was made, and why claims were removed or marked, as Discord messages, at least one page. */
export function toWhyPages(summary: Summary, t: Texts = toTexts(summary.language)): readonly EmbedPage[] {
  const view = toView(summary, { t });
  const { why, title: place } = view;
  const blocks: PageBlock[] = why.sections.map(({ heading, note, advice, lines }) => ({
    heading: `**${escapeDiscord(heading)}**`,
    continued: `**${escapeDiscord(t('summary.continued', { heading }))}**`,
    lines: [
      ...[note, advice].flatMap(told => (told === undefined ? [] : [{ start: '', atoms: toAtoms(told) }])),
      ...lines.flatMap(line => toWhyLines(line, t)),
    ],
  }));
  if (why.hidden !== null)
    blocks.push({ heading: null, continued: null, lines: [{ start: '', atoms: toAtoms(why.hidden) }] });
  const told = toSummaryFacts(view).map(escapeDiscord).join('\n');
  const opening = blocks.length === 0 ? `${told}\n\n${t('summary.why.nothing')}` : told;
  const pages = fillPages(opening, blocks, maxPageLength);
  const title = truncateEscaped(`${t('summary.why.title')} · ${place}`, limits.title, 'title');
  const toAction = (page: number): SummaryAction => ({ summaryId: summary.id, action: 'why', page });
  return toPanel(pages, { title, t, toAction });
}

/** Two lines per claim: its text with its messages; then the reasons. */
function toWhyLines({ text, markers, others, reasons, times }: WhyLine, t: Texts): readonly PageLine[] {
  const claim: Atom[] = [
    ...toLineAtoms([{ as: 'text', text }, ...markers.map(marker => ({ as: 'marker' as const, marker }))], t),
    ...others.map(({ url }) => ({ text: toLink('↗', url), space: true })),
    ...(times > 1 ? [{ text: `(×${times})`, space: true }] : []),
  ];
  return [
    { start: '- ', atoms: claim, ...(reasons.length > 0 && { keepsNext: true as const }) },
    ...(reasons.length === 0 ? [] : [{ start: '> ', atoms: toAtoms(reasons.join('; ')) }]),
  ];
}
