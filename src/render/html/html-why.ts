import type { Texts } from '../texts.ts';
import type { View } from '../view/view.ts';
import { isEmpty, type WhyLine } from '../view/why.ts';
import { type Html, html } from './html-template.ts';

/** Collapsed below the counts: why claims were marked, changed or dropped. */
export function toHtmlWhy({ why, t }: View): Html | null {
  if (isEmpty(why)) return null;
  const { sections, hidden } = why;
  const blocks = sections.map(
    ({ heading, note, lines }) => html`<h2>${heading}</h2>
${note === undefined ? null : html`<p>${note}</p>\n`}${lines.length === 0 ? null : html`<ul>\n${lines.map(line => toLine(line, t))}</ul>\n`}`,
  );
  return html`<details class="why">
<summary>${t('summary.buttons.why')}</summary>
${blocks}${hidden === null ? null : html`<p>${hidden}</p>\n`}</details>
`;
}

function toLine({ claimId, text, markers, others, reasons, times }: WhyLine, t: Texts): Html {
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
