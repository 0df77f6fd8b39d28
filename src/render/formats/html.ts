import type { Summary } from '../../core/claims/summary.ts';
import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { toContentParts } from '../literal.ts';
import type { Texts } from '../texts.ts';
import { toReliabilityLines, toWindowWords } from '../view/facts.ts';
import type { Item } from '../view/item.ts';
import { type LinePiece, toDueWords, toLine } from '../view/line.ts';
import { toGroupings, toMoreRows, toSourceGroups, toSourceRows } from '../view/sources.ts';
import { createZonedTimes, type ZonedTimes } from '../view/times.ts';
import { type Section, toView, type View, type ViewOptions } from '../view/view.ts';
import { isEmpty, type WhyLine } from '../view/why.ts';
import { type ShownConversation, toViewerData } from '../viewer/viewer-data.ts';
import type { ViewerData } from '../viewer/viewer-data-type.ts';
import { viewerScript, viewerScriptSource } from '../viewer/viewer-script.ts';
import { type HtmlSourceIndex, renderSources } from './html-sources.ts';
import { style, viewerStyle } from './html-style.ts';
import { type Html, html } from './html-template.ts';
import { toSafeJson } from './json.ts';

export type HtmlOptions = ViewOptions & ShownConversation;

/**
 * A summary as one self-contained page. A marker links to its note at the end; the note links to the message and back to
 * its claims. Where scripts run, the page shows the conversation beside the summary instead of the notes.
 */
export function toHtml(summary: Summary, options: HtmlOptions = {}): string {
  const view = toView(summary, options);
  const times = createZonedTimes(view);
  const rows = view.references ? toSourceRows(summary, view.t) : [];
  const more = view.references ? toMoreRows(summary, view.t) : [];
  const indexes = toGroupings(summary).flatMap((grouping): HtmlSourceIndex[] => {
    if (grouping === 'flat' || !view.references) return [];
    const groups = toSourceGroups(summary, view.t, grouping);
    return [{ grouping, groups, isOpen: options.sources === grouping }];
  });
  const script = view.references ? renderScript(toViewerData(summary, view, options)) : null;
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
${view.empty === null ? null : html`<p class="empty">${view.empty}</p>\n`}${view.sections.map(section => renderSection(section, view, times))}${renderTopics(view)}${renderParticipants(view)}${renderSources(view, rows, more, indexes, times)}</main>
${script}</body>
</html>
`;
  return page.html;
}

function writePolicy(hasScript: boolean): string {
  const script = hasScript ? ` script-src ${viewerScriptSource};` : '';
  return `default-src 'none'; style-src 'unsafe-inline';${script} base-uri 'none'; form-action 'none'`;
}

function renderScript(data: ViewerData): Html {
  return html`<script type="application/json" id="viewer-data">${{ html: toSafeJson(data, 0) }}</script>
<script>${{ html: viewerScript }}</script>
`;
}

function renderHeader(view: View, times: ZonedTimes): Html {
  const window = toWindowWords(view, times.full);
  const zone = view.t('summary.timesIn', { zone: view.zone });
  return html`<header>
<h1 dir="auto">${view.title}</h1>
${window === null ? null : html`<p>${window} (${zone})</p>\n`}${toReliabilityLines(view, true).map(line => html`<p>${line}</p>\n`)}${renderWhy(view)}</header>`;
}

function renderSection({ key, heading, items }: Section, view: View, times: ZonedTimes): Html {
  const prose = key === 'overview' || key === 'request';
  const lang = view.language === view.t.tag ? null : html` lang="${view.language}"`;
  const name = `claims${prose ? ' prose' : ''}${key === 'request' ? ' request' : ''}`;
  return html`<section>
${heading === null ? null : html`<h2>${heading}</h2>\n`}<ul class="${name}"${lang}>
${items.map(item => renderClaim(item, view, times))}</ul>
</section>
`;
}

function renderClaim(item: Item, { t }: View, times: ZonedTimes): Html {
  const written = toLine(item, t).map((piece, index) => {
    // No space before a marker; the style prevents a line break there.
    const gap = index === 0 || piece.as === 'marker' ? '' : ' ';
    if (piece.as !== 'due') return html`${gap}${renderPiece(piece, item)}`;
    return html`${gap}<span class="aside">${toDueWords(piece.due, t, times.day)}</span>`;
  });
  return html`<li id="claim-${item.claimId}"${item.task ? html` class="task"` : null} dir="auto">${written}</li>\n`;
}

function renderPiece(piece: Exclude<LinePiece, { readonly as: 'due' }>, item: Item): Html {
  if (piece.as === 'marker') {
    const { number, sender } = piece.marker;
    return html`<a class="n" href="#n${number}" title="${sender}">[${number}]</a>`;
  }
  const { text } = piece;
  if (piece.as === 'label') {
    const outcome = item.outcome === undefined ? '' : ` ${item.outcome}`;
    return html`<span class="label${outcome}">${text}</span>`;
  }
  if (piece.as === 'strong') return html`<b><bdi>${renderContent(text)}</bdi></b>`;
  if (piece.as === 'note') return html`<span class="note">${text}</span>`;
  if (piece.as === 'more') return html`<a class="more" href="#m-${item.claimId}">${text}</a>`;
  return piece.as === 'aside'
    ? html`<span class="aside">${text}</span>`
    : html`<span>${renderContent(text)}</span>`;
}

/** Content with code as code. Spoilers are masked first, because code inside one would end it. */
function renderContent(content: string): readonly Html[] {
  return toContentParts(maskSpoilers(content)).map(({ text, as }) =>
    as === 'code' ? html`<code>${text}</code>` : html`${text}`,
  );
}

function renderTopics({ topics, t }: View): Html | null {
  if (topics.length === 0) return null;
  const lines = topics.map(({ title, status, claimIds }) => {
    const [first] = claimIds;
    const name = html`<bdi>${title}</bdi>`;
    const shown = first === undefined ? name : html`<a href="#claim-${first}">${name}</a>`;
    return html`<li>${shown} <span>(${status})</span></li>`;
  });
  return html`<section>\n<h2>${t('summary.topics')}</h2>\n<ul class="facts">${lines}</ul>\n</section>\n`;
}

function renderParticipants({ participants, t }: View): Html | null {
  if (participants.length === 0) return null;
  const lines = participants.map(
    ({ name, messages }) =>
      html`<li><bdi>${name}</bdi>${messages === null ? null : html` <span>(${messages})</span>`}</li>`,
  );
  return html`<section>\n<h2>${t('summary.participants')}</h2>\n<ul class="facts">${lines}</ul>\n</section>\n`;
}

/** Collapsed below the counts: why claims were marked, changed or dropped. */
function renderWhy({ why, t }: View): Html | null {
  if (isEmpty(why)) return null;
  const { sections, hidden } = why;
  const blocks = sections.map(
    ({ heading, note, lines }) => html`<h2>${heading}</h2>
${note === undefined ? null : html`<p>${note}</p>\n`}${lines.length === 0 ? null : html`<ul>\n${lines.map(line => renderWhyLine(line, t))}</ul>\n`}`,
  );
  return html`<details class="why">
<summary>${t('summary.buttons.why')}</summary>
${blocks}${hidden === null ? null : html`<p>${hidden}</p>\n`}</details>
`;
}

function renderWhyLine({ claimId, text, markers, others, reasons, times }: WhyLine, t: Texts): Html {
  const said = claimId === null ? html`<span>${text}</span>` : html`<a href="#claim-${claimId}">${text}</a>`;
  const marks = markers.map(
    ({ number, sender }) => html`<a class="n" href="#n${number}" title="${sender}">[${number}]</a>`,
  );
  const links = others.map(
    ({ url, sender }) =>
      html` <a class="out" href="${url}" rel="noopener noreferrer" title="${sender}" aria-label="${t('summary.openMessage')}">↗</a>`,
  );
  const count = times > 1 ? html` <span>(×${times})</span>` : null;
  const note = reasons.length === 0 ? null : html` <span class="note">${reasons.join('; ')}</span>`;
  return html`<li dir="auto">${said}${marks}${links}${count}${note}</li>\n`;
}

/** A page with one sentence. */
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
