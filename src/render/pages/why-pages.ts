import type { Summary } from '../../core/claims/summary.ts';
import type { SummaryAction } from '../custom-id.ts';
import { type Atom, escapeDiscord, toAtoms, toLineAtoms, truncateEscaped } from '../embed/discord-markup.ts';
import { colors } from '../embed/embed.ts';
import { type EmbedPage, limits, toPage, toTurning } from '../embed/embed-page.ts';
import { fillPages, type PageBlock, type PageLine } from '../embed/page-filling.ts';
import { type Texts, toTexts } from '../texts.ts';
import { toSummaryFacts } from '../view/facts.ts';
import { toLink } from '../view/marker.ts';
import { toView } from '../view/view.ts';
import type { WhyLine } from '../view/why.ts';

/** Short enough to read at once. */
const maxPageLength = 2400;

/** How a summary was made, and why claims were removed or marked, as Discord messages, at least one page. */
export function toWhyPages(summary: Summary, t: Texts = toTexts(summary.language)): readonly EmbedPage[] {
  const view = toView(summary, { t });
  const { why, title: place } = view;
  const blocks: PageBlock[] = why.sections.map(({ heading, note, advice, lines }) => ({
    heading: `**${escapeDiscord(heading)}**`,
    continued: `**${escapeDiscord(t('summary.continued', { heading }))}**`,
    lines: [
      ...[note, advice].flatMap(told => (told === undefined ? [] : [{ start: '', atoms: toAtoms(told) }])),
      ...lines.flatMap(line => toLines(line, t)),
    ],
  }));
  if (why.hidden !== null)
    blocks.push({ heading: null, continued: null, lines: [{ start: '', atoms: toAtoms(why.hidden) }] });
  const told = toSummaryFacts(view).map(escapeDiscord).join('\n');
  const opening = blocks.length === 0 ? `${told}\n\n${t('summary.why.nothing')}` : told;
  const pages = fillPages(opening, blocks, maxPageLength);
  const title = truncateEscaped(`${t('summary.why.title')} · ${place}`, limits.title, 'title');
  const toAction = (page: number): SummaryAction => ({ summaryId: summary.id, action: 'why', page });
  return pages.map((page, index) =>
    toPage(
      {
        title,
        description: page.text,
        color: colors.empty,
        ...(pages.length > 1
          ? { footer: { text: t('summary.page', { page: index + 1, pages: pages.length }) } }
          : {}),
      },
      toTurning(index + 1, pages.length, t, toAction),
    ),
  );
}

/** Two lines per claim: its text with its messages; then the reasons. */
function toLines({ text, markers, others, reasons, times }: WhyLine, t: Texts): readonly PageLine[] {
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
