import type { APIEmbed } from 'discord.js';
import { toCounts } from '../../core/claims/footnotes.ts';
import { isHighlights, type Summary } from '../../core/claims/summary.ts';
import { createZonedClock } from '../../core/time.ts';
import { toCustomId } from '../custom-id.ts';
import { truncate } from '../cut.ts';
import type { Texts } from '../texts.ts';
import { toCredit, toFooterParts } from '../view/reliability.ts';
import { toMaskedText, toSenderName, withoutPings } from '../view/shown.ts';
import { toShownTime, toWhen, toWindowWords } from '../view/times.ts';
import { type Section, toView, type View, type ViewOptions } from '../view/view.ts';
import {
  escapeDiscord,
  toLines,
  toReplyLines,
  toStrong,
  toTimestamp,
  truncateEscaped,
} from './discord-markup.ts';
import {
  colors,
  type EmbedPage,
  fillPages,
  limits,
  maxDescriptionLength,
  maxFooterLength,
  type PageBlock,
  toButton,
  toPage,
  toRows,
  toTurning,
} from './message-body.ts';

type EmbedOptions = ViewOptions & {
  /** How many of the first claims stand above the embeds, with the title, as `toLead` writes them. */
  readonly leadItems?: number;
  /** Everyone reads it: its last line says who wrote it and who checked. */
  readonly isPublic?: boolean;
};

/** A summary as Discord messages, at least one page: claims in reading order, then buttons. A page is as much as one message shows. */
export function toEmbedPages(summary: Summary, options: EmbedOptions = {}): readonly EmbedPage[] {
  const { leadItems = 0 } = options;
  const view = withoutLead(toView(summary, options), leadItems);
  const title = truncateEscaped(toTitle(summary, view), limits.title, 'title');
  const color = toColor(summary);
  const { dropped, needsClarification } = toCounts(summary);
  const isExplained = dropped + needsClarification > 0 && !options.isUnfinished;
  const toOwnFooter = (page: number, pages: number) => ({
    text: toFooter(summary, view, page, pages, options),
  });
  const room = limits.embed - title.length - toOwnFooter(1, 1).text.length - pageCountLength;
  // Stands above with the first claims; the times are left here where nothing else is.
  const rest = view.sections.length > 0 ? '' : (toWindowWords(view, toTimestamp) ?? '');
  const opening = leadItems > 0 ? rest : toOpening(view);
  const pages = toPages(view, opening, room, options.isCard);
  const hovers = toHovers(summary, view.t);
  return pages.map((texts, index) => {
    const footer = toOwnFooter(index + 1, pages.length);
    const left = limits.embed - title.length - footer.text.length - texts.join('').length;
    const [first = '', ...others] = withHovers(texts, hovers, left);
    const embeds: [APIEmbed, ...APIEmbed[]] = [
      {
        ...((index > 0 || leadItems === 0 || first === '') && { title }),
        ...(first && { description: first }),
        color,
        ...(others.length === 0 && { footer }),
      },
      ...others.map((description, other) => ({
        description,
        color,
        ...(other === others.length - 1 && { footer }),
      })),
    ];
    return toPage(embeds, ...toButtons(view, index + 1, pages.length, isExplained));
  });
}

/** What hovering over a number shows: the author, the time and the first words of its message. */
function toHovers({ footnotes, ...summary }: Summary, t: Texts): ReadonlyMap<string, string> {
  const clock = createZonedClock(summary.zone);
  const full = (iso: string) => `${clock.day(iso)} ${clock.minute(iso)}`;
  return new Map(
    footnotes.map(note => {
      const time = toWhen(toShownTime(note.time, summary), full);
      const words = toHoverWords(`${toSenderName(note, t)}, ${time}: ${toMaskedText(note.text)}`);
      return [String(note.number), truncate(words, longestHover)];
    }),
  );
}

/** In UTF-16 units. */
const longestHover = 90;

/** Letters, digits and plain punctuation: quotation marks and brackets end a link, and a title with an emoji is not shown. */
function toHoverWords(words: string): string {
  return words
    .replace(/[\ufe00-\ufe0f]/g, '')
    .replace(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}.,:;!?'’–%+-]+/gu, ' ')
    .trim();
}

const marker = /\[\[(\d+)\]\]\((https?:\/\/[^\s()]+)\)/g;

/** The descriptions of a page, with titles for the links of its numbers as long as Discord's limits leave room for them. */
function withHovers(
  texts: readonly string[],
  hovers: ReadonlyMap<string, string>,
  most: number,
): readonly string[] {
  let left = most;
  return texts.map(text => {
    let own = maxDescriptionLength - text.length;
    return text.replace(marker, (whole, number: string, url: string) => {
      const hover = hovers.get(number) ?? '';
      const added = hover.length + 3;
      if (hover === '' || added > Math.min(left, own)) return whole;
      left -= added;
      own -= added;
      return `[[${number}]](${url} "${hover}")`;
    });
  });
}

const leadMark = '> ';

export function withoutLeadLines(content: string): string {
  return content
    .split('\n')
    .filter(line => !line.startsWith(leadMark))
    .join('\n');
}

/**
 * The title and the first matter, or its first claims, as far as there is room: for people who see no embeds, in lines that
 * `withoutLeadLines` finds. Of a list without headings, its first claim.
 */
export function toLead(
  summary: Summary,
  options: ViewOptions,
  room: number,
): { readonly text: string; readonly items: number } {
  const view = toView(summary, options);
  const [first, ...others] = view.sections;
  const most =
    first === undefined ? 0 : first.heading === null || others.length === 0 ? 1 : first.items.length;
  for (let items = Math.min(most, first?.items.length ?? 0); items > 0; items -= 1) {
    const text = writeLead(summary, view, items);
    if (text.length <= room) return { text, items };
  }
  return { text: '', items: 0 };
}

function writeLead(summary: Summary, view: View, count: number): string {
  const [first, ...others] = view.sections;
  if (first === undefined) return '';
  const isAlone = others.length === 0 && first.items.length === count;
  const items = first.items.slice(0, count);
  const block = toBlock({ ...first, items }, view.t, { isParagraph: isAlone && count === 1 });
  const opening = isAlone ? toNotices(view) : toOpening(view);
  const lines = [toStrong(toTitle(summary, view)), opening, block.heading ?? '', ...block.lines]
    .flatMap(text => text.split('\n'))
    .filter(Boolean);
  return withQuietLinks(lines.map(line => (line.startsWith(leadMark) ? line : leadMark + line)).join('\n'));
}

/** The titles of highlights, answers and checked statements already say what they are. */
function toTitle(summary: Summary, { t, title }: View): string {
  const isNamed = summary.checked !== undefined || summary.question !== undefined || isHighlights(summary);
  return isNamed ? title : `${t('summary.summary')} · ${title}`;
}

/** Outside embeds, Discord shows a preview of what a link leads to, unless its address stands in angle brackets. */
function withQuietLinks(markup: string): string {
  return markup.replace(/\]\((https?:\/\/[^)\s]+)\)/g, '](<$1>)');
}

/** What is left of a matter follows without its heading, which stands above. */
function withoutLead(view: View, count: number): View {
  const [first, ...others] = view.sections;
  if (first === undefined || count === 0) return view;
  const rest = { ...first, heading: null, items: first.items.slice(count) };
  return { ...view, sections: rest.items.length === 0 ? others : [rest, ...others] };
}

/** Discord's limit of a message's content is 2,000. */
const maxTextLength = 1900;

/** A whole summary as texts for people who see no embeds, at least one. */
export function toTextPages(
  summary: Summary,
  options: ViewOptions = {},
): readonly (Pick<EmbedPage, 'components'> & { readonly content: string })[] {
  const view = toView(summary, options);
  const blocks = view.sections.map(section => toBlock(section, view.t));
  const quiet = blocks.map(({ lines, ...block }) => ({ ...block, lines: lines.map(withQuietLinks) }));
  const opening = [toStrong(view.title), toOpening(view)].join('\n');
  const footer = {
    heading: null,
    continued: null,
    lines: [`-# ${escapeDiscord(toFooter(summary, view, 1, 1, options))}`],
  };
  const pages = fillPages(opening, [...quiet, footer], () => maxTextLength);
  const toId = (page: number) => toCustomId({ summaryId: summary.id, action: 'text', page });
  return pages.map((content, index) => ({
    content,
    components: toRows(toTurning(index + 1, pages.length, view.t, toId)),
  }));
}

/** "page 10 of 12 · " in any language. */
const pageCountLength = 60;

/** The descriptions of each page: two where a message has room for both. */
function toPages(view: View, opening: string, room: number, isCard = false): readonly (readonly string[])[] {
  const { stillOpen, sections } = view;
  const last: PageBlock = {
    heading: null,
    continued: null,
    lines: stillOpen === null ? [] : [`-# ${escapeDiscord(stillOpen)}`],
  };
  // The second embed of a message gets what the first leaves.
  const toMax = (before: readonly string[]) =>
    Math.min(maxDescriptionLength, before.length % 2 === 0 ? room : room - (before.at(-1)?.length ?? 0));
  const blocks = sections.map(section => {
    const isParagraph = section.heading === null && section.items.length === 1 && sections.length > 1;
    return toBlock(section, view.t, { isParagraph, isCard });
  });
  const texts = fillPages(opening, [...blocks, last], toMax);
  return Array.from({ length: Math.ceil(texts.length / 2) }, (_, page) =>
    texts.slice(2 * page, 2 * page + 2),
  );
}

function toOpening(view: View): string {
  return [toWindowWords(view, toTimestamp), toNotices(view)].filter(Boolean).join('\n\n');
}

function toNotices({ notices, empty }: View): string {
  return [...notices.map(notice => `*${escapeDiscord(notice)}*`), empty].filter(Boolean).join('\n\n');
}

function toBlock(
  { heading, items }: Section,
  t: Texts,
  { isParagraph = false, isCard = false }: { readonly isParagraph?: boolean; readonly isCard?: boolean } = {},
): PageBlock {
  return {
    heading: heading === null ? null : toStrong(heading),
    continued: heading === null ? null : toStrong(t('summary.continued', { heading })),
    lines: items.flatMap(({ line, replies }, at) => {
      // A long list without headings runs together on a phone.
      const bullet = isCard && at > 0 ? '\n- ' : '- ';
      const lines = toLines(line).map((text, index) => (index === 0 && !isParagraph ? bullet + text : text));
      // On the page of the claim.
      return [...lines.slice(0, -1), [...lines.slice(-1), ...toReplyLines(replies)].join('\n')];
    }),
  };
}

function toColor(summary: Summary): number {
  if (summary.claims.length === 0) return colors.empty;
  const counts = toCounts(summary);
  if (counts.needsClarification > 0) return colors.needsClarification;
  return summary.engine.name === 'extractive' || counts.sourcesFound > 0 ? colors.unjudged : colors.verified;
}

function toFooter(
  summary: Summary,
  { t }: View,
  page: number,
  pages: number,
  { isUnfinished, isPublic }: EmbedOptions,
): string {
  const turned = pages > 1 ? [t('summary.page', { page, pages })] : [];
  const parts = [...turned, ...toFooterParts(summary, t, isUnfinished)];
  const credit = isPublic ? toCredit(summary, t) : '';
  const last = credit === '' ? '' : `\n${truncate(credit, maxCreditLength)}`;
  return withoutPings(truncate(parts.join(' · '), maxFooterLength - last.length) + last);
}

const maxCreditLength = 200;

/** A row of page buttons, and a row that opens the sources and what was removed or marked; either may be empty. */
function toButtons({ summaryId, t, sources }: View, page: number, pages: number, isExplained: boolean) {
  return [
    toTurning(page, pages, t, to => toCustomId({ summaryId, action: 'page', page: to })),
    [
      ...(sources.length > 0
        ? [toButton(t('summary.sources'), toCustomId({ summaryId, action: 'sources', page: 1 }))]
        : []),
      ...(isExplained
        ? [toButton(t('summary.buttons.why'), toCustomId({ summaryId, action: 'why', page: 1 }))]
        : []),
    ],
  ];
}
