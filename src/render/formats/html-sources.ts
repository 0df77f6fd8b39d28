import type { Quote } from '../../core/claims/claim.ts';
import { cutPoint } from '../cut.ts';
import type { Grouping } from '../formats.ts';
import type { Texts } from '../texts.ts';
import { toShownText } from '../view/shown.ts';
import { type SourceGroup, type SourceRow, splitAtQuotes } from '../view/sources.ts';
import { toWhen, type ZonedTimes } from '../view/times.ts';
import type { View } from '../view/view.ts';
import { type Html, html } from './html-template.ts';

/** For longer messages, only the start and the text around quotes are shown; in UTF-16 units. */
const longMessage = 1500;
const around = 300;

/** The sources as an index beside the notes: its grouping, and whether it is open. */
export type HtmlSourceIndex = {
  readonly grouping: Grouping;
  readonly groups: readonly SourceGroup[];
  readonly isOpen: boolean;
};

/**
 * The notes: numbered messages with their quotes marked, then the messages that claims only count. Before them,
 * collapsed, an index by topic and claim.
 */
export function renderSources(
  view: View,
  rows: readonly SourceRow[],
  more: readonly SourceRow[],
  indexes: readonly HtmlSourceIndex[],
  times: ZonedTimes,
): Html | null {
  if (rows.length === 0) return null;
  const { t } = view;
  // A claim's "+2 more" links to the first of the messages that it only counts.
  const seen = new Set<string>();
  const extra = more.map(row => {
    const own = row.claimIds.filter(id => !seen.has(id));
    for (const id of own) seen.add(id);
    return renderNote(row, view, times, own);
  });
  return html`<section class="sources">
<h2>${t('summary.sources')}</h2>
${indexes.map(index => renderIndex(index, view, times))}<ol>
${rows.map(row => renderNote(row, view, times, []))}</ol>
${extra.length === 0 ? null : html`<h2>${t('summary.moreMessages')}</h2>\n<ol>\n${extra}</ol>\n`}</section>
`;
}

function renderIndex({ grouping, groups, isOpen }: HtmlSourceIndex, { t }: View, times: ZonedTimes): Html {
  const blocks = groups.map(({ heading, note, claimId, rows, more }) => {
    const head = claimId === null ? html`${heading}` : html`<a href="#claim-${claimId}">${heading}</a>`;
    const mark = note === null ? null : html` <span class="label unclear">${note}</span>`;
    return html`<h3 dir="auto">${head}${mark}</h3>\n<ul>\n${[...rows, ...more].map(row => renderIndexEntry(row, t, times))}</ul>\n`;
  });
  const open = isOpen ? html` open` : null;
  return html`<details class="index"${open}>\n<summary>${t(`summary.grouping.${grouping}`)}</summary>\n${blocks}</details>\n`;
}

function renderIndexEntry(row: SourceRow, t: Texts, times: ZonedTimes): Html {
  const { number, who, snippet, url } = row;
  const lead = number === null ? html`·` : html`<a class="n" href="#n${number}">[${number}]</a>`;
  const out =
    number !== null || url === null
      ? null
      : html` <a class="out" href="${url}" rel="noopener noreferrer">${t('summary.openMessage')}</a>`;
  return html`<li>${lead} <b><bdi>${who}</bdi></b> · ${renderTime(row, times)}<span dir="auto">${snippet}</span>${out}</li>\n`;
}

function renderNote(row: SourceRow, { t }: View, times: ZonedTimes, anchors: readonly string[]): Html {
  const id = row.number === null ? null : html` id="n${row.number}"`;
  const flags = [
    row.position,
    ...(row.channel === null ? [] : [row.channel]),
    ...(row.edited ? [t('summary.edited')] : []),
    ...(row.forwarded ? [t('summary.forwarded')] : []),
  ];
  const out =
    row.url === null
      ? null
      : html`\u2002<a class="out" href="${row.url}" rel="noopener noreferrer">${t('summary.openMessage')}</a>`;
  const back = row.claimIds.map(
    claimId =>
      html`<a class="back" href="#claim-${claimId}" title="${t('summary.backToClaim')}" aria-label="${t('summary.backToClaim')}">↩</a>`,
  );
  return html`<li${id}><span class="number">${row.number === null ? '·' : String(row.number)}</span><div>${anchors.map(claimId => html`<span id="m-${claimId}"></span>`)}
<p class="meta"><b><bdi>${row.who}</bdi></b> · ${renderTime(row, times)}${flags.join(' · ')}${out}${back.length === 0 ? null : '\u00a0'}${back}</p>
<p class="said" dir="auto">${renderText(row)}</p></div></li>
`;
}

function renderTime(row: SourceRow, times: ZonedTimes): Html | null {
  const when = toWhen(row, times.full);
  if (row.time !== null) return html`<time datetime="${row.time}">${when}</time> · `;
  return when === '' ? null : html`${when} · `;
}

function renderText({ text, quotes }: SourceRow): readonly Html[] {
  const stretches = toMarkedStretches(text, quotes);
  return stretches.map(({ text: stretch, marked }, index) => {
    if (marked) return html`<mark>${toShownText(stretch)}</mark>`;
    if (text.length <= longMessage || stretch.length <= 2 * around) return html`${toShownText(stretch)}`;
    const from = toShownText(stretch.slice(0, cutPoint(stretch, around)));
    const to =
      index < stretches.length - 1
        ? toShownText(stretch.slice(cutPoint(stretch, stretch.length - around)))
        : '';
    return html`${from} … ${to}`;
  });
}

/** A part of a message; `marked` if a claim quotes it. */
type MarkedStretch = { readonly text: string; readonly marked: boolean };

/** Splits a message at the edges of its quotes and merges adjacent ones; the joined parts are the text. */
export function toMarkedStretches(text: string, quotes: readonly Quote[]): readonly MarkedStretch[] {
  const stretches: MarkedStretch[] = [];
  for (const { text: part, quotes: own } of splitAtQuotes(text, quotes)) {
    const marked = own.length > 0;
    const last = stretches.at(-1);
    if (last?.marked === marked) stretches.splice(-1, 1, { text: last.text + part, marked });
    else stretches.push({ text: part, marked });
  }
  return stretches;
}
