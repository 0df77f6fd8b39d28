import type { Summary } from '../../core/claims/summary.ts';
import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { cutPoint } from '../cut.ts';
import { toContentParts } from '../literal.ts';
import type { Texts } from '../texts.ts';
import type { Item, LinePiece } from '../view/item.ts';
import { toShownText } from '../view/shown.ts';
import { type Source, splitAtQuotes } from '../view/sources.ts';
import { createZonedTimes, toWhen, toWindowWords, type ZonedTimes } from '../view/times.ts';
import { type Section, toView, type View, type ViewOptions } from '../view/view.ts';
import { isEmpty, type WhyLine } from '../view/why.ts';
import { type ShownConversation, toViewerData } from '../viewer/viewer-data.ts';
import { viewerScript, viewerScriptSource } from '../viewer/viewer-script.ts';
import { style, viewerStyle } from './html-style.ts';
import { toSafeJson } from './safe-json.ts';

/** Trusted markup; plain strings are escaped as content. */
type Html = { readonly html: string };

type Part = string | number | Html | null | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag for markup. Inserted strings are escaped for text and quoted attributes, spoilers masked; null inserts nothing. */
function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  // Joining would copy a long page each time.
  return { html: markup.reduce((page, piece, index) => page + piece + write(parts[index] ?? null), '') };
}

function write(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string')
    return maskSpoilers(part).replace(/[&<>"']/g, character => entities[character] ?? '');
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(write).join('');
}

export type HtmlOptions = ViewOptions & ShownConversation;

/** A summary as one self-contained page: markers link to notes, and notes to messages. A script shows the conversation instead. */
export function toHtml(summary: Summary, options: HtmlOptions = {}): string {
  const view = toView(summary, options);
  const times = createZonedTimes(view);
  const script = view.references
    ? html`<script type="application/json" id="viewer-data">${{ html: toSafeJson(toViewerData(summary, view, options), 0) }}</script>
<script>${{ html: viewerScript }}</script>
`
    : null;
  const page = html`<!doctype html>
<html lang="${view.t.tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${writePolicy(view.references)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${view.title}</title>
<style>${{ html: view.references ? style + viewerStyle : style }}</style>
</head>
<body>
<main>
${renderHeader(view, times)}
${view.empty === null ? null : html`<p class="empty">${view.empty}</p>\n`}${view.sections.map(section => renderSection(section, view))}${renderSources(view, times)}</main>
${script}</body>
</html>
`;
  return page.html;
}

function writePolicy(hasScript: boolean): string {
  const script = hasScript ? ` script-src ${viewerScriptSource};` : '';
  return `default-src 'none'; style-src 'unsafe-inline';${script} base-uri 'none'; form-action 'none'`;
}

function renderHeader(view: View, times: ZonedTimes): Html {
  const window = toWindowWords(view, times.full);
  const zone = view.t('summary.timesIn', { zone: view.zone });
  const lines = [...view.notices, view.stillOpen, ...view.facts].filter(line => line !== null);
  return html`<header>
<h1 dir="auto">${view.title}</h1>
${window === null ? null : html`<p>${window} (${zone})</p>\n`}${lines.map(line => html`<p>${line}</p>\n`)}${renderWhy(view)}</header>`;
}

function renderSection({ heading, items }: Section, view: View): Html {
  const lang = view.language === view.t.tag ? null : html` lang="${view.language}"`;
  return html`<section>
${heading === null ? null : html`<h2>${heading}</h2>\n`}<ul class="claims"${lang}>
${items.map(renderClaim)}</ul>
</section>
`;
}

function renderClaim({ claimId, line, replies }: Item): Html {
  const written = line.map((piece, index) => {
    // No space before a marker; the style prevents a line break there.
    const gap = index === 0 || piece.as === 'marker' ? '' : ' ';
    return html`${gap}${renderPiece(piece, claimId)}`;
  });
  return html`<li id="claim-${claimId}" dir="auto">${written}${replies.map(reply => html`<span class="note">${renderContent(reply)}</span>`)}</li>\n`;
}

function renderPiece(piece: LinePiece, claimId: string): Html {
  switch (piece.as) {
    case 'marker':
      return renderMarker(piece.marker);
    case 'label':
      return html`<span class="label${piece.outcome === undefined ? '' : ` ${piece.outcome}`}">${piece.text}</span>`;
    case 'strong':
      return html`<b><bdi>${renderContent(piece.text)}</bdi></b>`;
    case 'out':
      return html`<a class="out" href="${piece.url}" rel="noopener noreferrer">${piece.text}</a>`;
    case 'more':
      return html`<a class="more" href="#m-${claimId}">${piece.text}</a>`;
    case 'text':
      return html`<span>${renderContent(piece.text)}</span>`;
    default:
      return html`<span class="${piece.as}">${piece.text}</span>`;
  }
}

function renderMarker({ number, sender }: { readonly number: number; readonly sender: string }): Html {
  return html`<a class="n" href="#n${number}" title="${sender}">[${number}]</a>`;
}

/** Content with code as code. Spoilers are masked first, because code inside one would end it. */
function renderContent(content: string): readonly Html[] {
  return toContentParts(maskSpoilers(content)).map(({ text, as }) =>
    as === 'code' ? html`<code>${text}</code>` : html`${text}`,
  );
}

/** Collapsed below the counts: why claims were marked, changed or dropped. */
function renderWhy({ why, t }: View): Html | null {
  if (isEmpty(why)) return null;
  const { sections, hidden } = why;
  const blocks = sections.map(
    ({ heading, notes = [], lines }) => html`<h2>${heading}</h2>
${notes.map(note => html`<p>${note}</p>\n`)}${lines.length === 0 ? null : html`<ul>\n${lines.map(line => renderWhyLine(line, t))}</ul>\n`}`,
  );
  return html`<details class="why">
<summary>${t('summary.buttons.why')}</summary>
${blocks}${hidden === null ? null : html`<p>${hidden}</p>\n`}</details>
`;
}

function renderWhyLine({ claimId, text, messages, reasons }: WhyLine, t: Texts): Html {
  const said = claimId === null ? html`<span>${text}</span>` : html`<a href="#claim-${claimId}">${text}</a>`;
  const links = messages.map(({ number, url, sender }) =>
    number === null
      ? html` <a class="out" href="${url}" rel="noopener noreferrer" title="${sender}" aria-label="${t('summary.openMessage')}">↗</a>`
      : renderMarker({ number, sender }),
  );
  const note = reasons.length === 0 ? null : html` <span class="note">${t.clauses(reasons)}</span>`;
  return html`<li dir="auto">${said}${links}${note}</li>\n`;
}

/** For longer messages, only the start and the text around quotes are shown; in UTF-16 units. */
const longMessage = 1500;
const around = 300;

/** The notes: numbered messages with their quotes marked, then the messages that claims only count. */
function renderSources(view: View, times: ZonedTimes): Html | null {
  const { sources, t } = view;
  if (sources.length === 0) return null;
  // A claim's "+2 more" links to the first of the messages that it only counts.
  const seen = new Set<string>();
  const toItems = (isNumbered: boolean) =>
    sources.flatMap(source => {
      if ((source.number !== null) !== isNumbered) return [];
      const own = isNumbered ? [] : source.claimIds.filter(id => !seen.has(id));
      for (const id of own) seen.add(id);
      return [renderNote(source, view, times, own)];
    });
  const more = toItems(false);
  return html`<section class="sources">
<h2>${t('summary.sources')}</h2>
<ol>
${toItems(true)}</ol>
${more.length === 0 ? null : html`<h2>${t('summary.moreMessages')}</h2>\n<ol>\n${more}</ol>\n`}</section>
`;
}

function renderNote(row: Source, { t }: View, times: ZonedTimes, anchors: readonly string[]): Html {
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

function renderTime(row: Source, times: ZonedTimes): Html | null {
  const when = toWhen(row, times.full);
  if (row.time !== null) return html`<time datetime="${row.time}">${when}</time> · `;
  return when === '' ? null : html`${when} · `;
}

function renderText({ text, quotes }: Source): readonly Html[] {
  const parts = splitAtQuotes(text, quotes);
  return parts.map(({ text: part, quotes: own }, index) => {
    if (own.length > 0) return html`<mark>${toShownText(part)}</mark>`;
    if (text.length <= longMessage || part.length <= 2 * around) return html`${toShownText(part)}`;
    const from = toShownText(part.slice(0, cutPoint(part, around)));
    const to = index < parts.length - 1 ? toShownText(part.slice(cutPoint(part, part.length - around))) : '';
    return html`${from} … ${to}`;
  });
}

export function renderMessagePage(language: string, title: string, text: string): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`.html;
}
