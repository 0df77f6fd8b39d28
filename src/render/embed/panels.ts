import type { Summary } from '../../core/claims/summary.ts';
import { compare } from '../../core/order.ts';
import { createZonedClock } from '../../core/time.ts';
import { toCustomId } from '../custom-id.ts';
import { type Texts, toFrameTexts } from '../texts.ts';
import { toLink, toMarker, toShownName } from '../view/shown.ts';
import type { Source } from '../view/sources.ts';
import { toWhen } from '../view/times.ts';
import { toView, type View } from '../view/view.ts';
import type { WhyLine } from '../view/why.ts';
import { escapeDiscord, toStrong, toTimestamp, truncateEscaped } from './discord-markup.ts';
import {
  type EmbedPage,
  fillPages,
  limits,
  type PageBlock,
  toEmbed,
  toPage,
  toTurning,
} from './message-body.ts';

/** Short enough to read at once. */
const maxPageLength = 2400;
/** Of one claim, so that it fits a page with its links. */
const maxReasonsLength = 1200;

/** The sources as Discord messages, at least one page: footnotes in the order of the matters and there by time, each day's date once. */
export function toSourcesPages(
  summary: Summary,
  { t: own, traceId }: { readonly t?: Texts; readonly traceId?: string } = {},
): readonly EmbedPage[] {
  const view = toView(summary, own ? { t: own } : {});
  const { t } = view;
  const blocks = toSourceBlocks(view);
  const pages = fillPages(blocks.length === 0 ? t('summary.nothingFound') : '', blocks, () => maxPageLength);
  const title = truncateEscaped(
    `${t('summary.sources')} · ${toShownName(summary.source.title, t('summary.summary'), 120)}`,
    limits.title,
    'title',
  );
  return toPanel(pages, {
    title,
    t,
    toId: page => toCustomId({ summaryId: summary.id, action: 'sources', page }),
    ...(traceId !== undefined && { note: t('summary.trace', { id: traceId }) }),
  });
}

type PanelOptions = {
  readonly title: string;
  readonly t: Texts;
  readonly toId: (page: number) => string;
  readonly note?: string;
};

/** One message a page, with its number and the buttons that turn pages. */
function toPanel(pages: readonly string[], { title, t, toId, note }: PanelOptions): readonly EmbedPage[] {
  return pages.map((description, index) => {
    const [page, count] = [index + 1, pages.length];
    const footer = [
      ...(count > 1 ? [t('summary.page', { page, pages: count })] : []),
      ...(note === undefined ? [] : [note]),
    ].join(' · ');
    return toPage(toEmbed(title, description, { footer }), toTurning(page, count, t, toId));
  });
}

/** The sources under the headings of the claims that cite them first, there by time; those of one day are one block. */
function toSourceBlocks({ sources, sections, zone, t }: View): readonly PageBlock[] {
  const clock = createZonedClock(zone);
  const findSection = ({ number, claimIds }: Source) =>
    number === null
      ? { heading: t('summary.moreMessages'), channel: null }
      : sections.find(({ items }) => items.some(each => claimIds.includes(each.claimId)));
  const toTitle = (source: Source) => findSection(source)?.heading ?? null;
  return [...Map.groupBy(sources, toTitle)].flatMap(([title, listed]) => {
    const byTime = listed.toSorted((one, other) => compare(one.time ?? '', other.time ?? ''));
    const days = Map.groupBy(byTime, ({ time }) => (time === null ? null : clock.day(time)));
    return [...days.values()].map((own, index): PageBlock => {
      const time = own[0]?.time ?? null;
      const headings = [
        ...(title === null || index > 0 ? [] : [toStrong(title)]),
        ...(time === null ? [] : [`**${toTimestamp(time, 'D')}**`]),
      ];
      const heading = headings.join('\n') || null;
      // A heading that names the channel names it for all messages.
      const isNamed = (source: Source) => source.channel === findSection(source)?.channel;
      const lines = own.map(source =>
        toSourceLines(isNamed(source) ? { ...source, channel: null } : source, t, iso =>
          toTimestamp(iso, 't'),
        ),
      );
      return { heading, continued: heading, lines };
    });
  });
}

/** Two lines per message: who, when and where; then what was said. */
export function toSourceLines(
  source: Source,
  t: Texts,
  write: (iso: string) => string = toTimestamp,
): string {
  const { number, who, position, channel, edited, editedSince, forwarded, url, snippet } = source;
  const flags = [
    editedSince ? t('summary.editedSince') : edited ? t('summary.edited') : '',
    forwarded ? t('summary.forwarded') : '',
  ].filter(Boolean);
  const mark = number === null ? `- ${toLink('↗', url)}` : toMarker(number, url);
  const where = [position, ...(channel === null ? [] : [channel]), ...flags].map(each => escapeDiscord(each));
  const told = [toStrong(who), toWhen(source, write), ...where].filter(part => part !== '').join(' · ');
  return `${mark} ${told}\n> ${escapeDiscord(snippet)}`;
}

/** How a summary was made, and why claims were removed or marked, as Discord messages, at least one page. */
export function toWhyPages(
  summary: Summary,
  t: Texts = toFrameTexts(summary.language),
): readonly EmbedPage[] {
  const view = toView(summary, { t });
  const { why, title: place } = view;
  const blocks: PageBlock[] = why.sections.map(({ heading, notes = [], lines }) => ({
    heading: toStrong(heading),
    continued: toStrong(t('summary.continued', { heading })),
    lines: [...notes.map(note => escapeDiscord(note)), ...lines.map(line => toWhyLines(line, t))],
  }));
  if (why.hidden !== null)
    blocks.push({ heading: null, continued: null, lines: [escapeDiscord(why.hidden)] });
  const told = view.facts.map(fact => escapeDiscord(fact)).join('\n');
  const opening = blocks.length === 0 ? `${told}\n\n${t('summary.why.nothing')}` : told;
  const pages = fillPages(opening, blocks, () => maxPageLength);
  const title = truncateEscaped(`${t('summary.why.title')} · ${place}`, limits.title, 'title');
  const toId = (page: number) => toCustomId({ summaryId: summary.id, action: 'why', page });
  return toPanel(pages, { title, t, toId });
}

/** Two lines per claim: its text with its messages; then the reasons. */
function toWhyLines({ text, messages, reasons }: WhyLine, t: Texts): string {
  const claim = [
    escapeDiscord(text),
    ...messages.map(({ number, url }) => (number === null ? toLink('↗', url) : toMarker(number, url))),
  ];
  const told = reasons.length === 0 ? [] : [`> ${truncateEscaped(t.clauses(reasons), maxReasonsLength)}`];
  return [`- ${claim.join(' ')}`, ...told].join('\n');
}
