import { hash } from 'node:crypto';
import type { Summary } from '../../core/claims/summary/summary.ts';
import { type Html, html } from '../html/html-template.ts';
import type { Item } from '../view/item.ts';
import { type LinePiece, toDueWords, toLine } from '../view/line.ts';
import { toView, type View } from '../view/view.ts';
import { createZonedTimes, type ZonedTimes } from '../view/zoned-times.ts';

export type FeedEntry = {
  readonly summary: Summary;
  readonly title: string;
  /** An instant. */
  readonly createdAt: string;
  /** Its post in Discord. */
  readonly url: string | null;
};

export type Feed = {
  /** A UUID. */
  readonly id: string;
  readonly title: string;
  /** An instant. */
  readonly createdAt: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
};

/** Summaries as an Atom feed (RFC 4287); each marker links to its message. */
export function toAtom({ id, title, createdAt, entries }: Feed): string {
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${id}</id>
<title>${title}</title>
<updated>${entries[0]?.createdAt ?? createdAt}</updated>
<author><name>Footnote</name></author>
${entries.map(toEntry)}</feed>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${toXmlText(feed.html)}`;
}

function toEntry({ summary, title, createdAt, url }: FeedEntry): Html {
  const view = toView(summary, {});
  const times = createZonedTimes(view);
  const content = html`${view.empty === null ? null : html`<p>${view.empty}</p>`}${view.sections.map(
    ({ heading, items }) =>
      html`${heading === null ? null : html`<h3>${heading}</h3>`}<ul>${items.map(item => toClaim(item, view, times))}</ul>`,
  )}`;
  return html`<entry>
<id>urn:uuid:${toUuid(summary.id)}</id>
<title>${title}</title>
<updated>${createdAt}</updated>
${url === null ? null : html`<link href="${url}"/>\n`}<content type="html">${content.html}</content>
</entry>
`;
}

/** The id of a digest's summary says what it covers, and is no UUID. */
function toUuid(id: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  return hash('sha256', id)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function toClaim(item: Item, { t }: View, times: ZonedTimes): Html {
  const pieces = toLine(item, t).map((piece, index) => {
    const gap = index === 0 || piece.as === 'marker' ? '' : ' ';
    return html`${gap}${piece.as === 'due' ? toDueWords(piece.due, t, times.day) : toPiece(piece)}`;
  });
  return html`<li>${pieces}</li>`;
}

function toPiece(piece: Exclude<LinePiece, { readonly as: 'due' }>): Html {
  if (piece.as !== 'marker') return piece.as === 'strong' ? html`<b>${piece.text}</b>` : html`${piece.text}`;
  const { number, url } = piece.marker;
  return url === null ? html`[${number}]` : html`<a href="${url}">[${number}]</a>`;
}

/** Without characters that XML cannot hold. */
function toXmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
