import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { isUnclear } from '../../src/core/claims/section.ts';
import type { Summary, SummaryClaim } from '../../src/core/claims/summary.ts';
import { escapeDiscord, shortenAddresses } from '../../src/render/embed/discord-markup.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import type { ClaimDocument } from '../../src/render/formats/document.ts';
import { toHtml } from '../../src/render/formats/html.ts';
import { toDocument } from '../../src/render/formats/json.ts';
import { toMarkdown } from '../../src/render/formats/markdown.ts';
import { toPlain } from '../../src/render/formats/plain.ts';
import { toContentParts } from '../../src/render/literal.ts';
import { toFrameTexts } from '../../src/render/texts.ts';
import type { Item } from '../../src/render/view/item.ts';
import { toShownLine } from '../../src/render/view/shown.ts';
import { toView } from '../../src/render/view/view.ts';

/** A marker as a reading writes it: private-use brackets that no test's content holds. */
export const mark = (number: number | string) => `\ue000${number}\ue001`;

/** Text without what a layout may change: spaces, backticks around code, ellipses at a page's edge, zero-width spaces, marks of direction. */
export function squeeze(text: string): string {
  return text.replace(/[\s`\u200b\u061c\u200e\u200f…]+/g, '');
}

/** The texts of a claim's pieces of one sort. */
export function piecesOf(
  item: Item | undefined,
  as: 'strong' | 'text' | 'label' | 'note',
): readonly string[] {
  return item?.line.flatMap(piece => (piece.as === as ? [piece.text] : [])) ?? [];
}

/** What a format shows of the claims, squeezed, with markers as `mark` writes them. */
export type Reading = { readonly stream: string; readonly numbers: readonly number[] };

function toReading(text: string): Reading {
  const stream = squeeze(text);
  return { stream, numbers: [...stream.matchAll(/\ue000(\d+)\ue001/g)].map(([, digits]) => Number(digits)) };
}

/** Takes our own markup out of Discord's: escapes undone, code opened, bold dropped, markers marked. */
export function readDiscord(text: string): string {
  return text.replace(
    /\\([^0-9A-Za-z\s])|`([^`]+)`|\[\[(\d+)\]\]\([^)\s]*\)|\[(\d+)\]|\[(↗)\]\([^)\s]*\)|\*+/g,
    (_, escaped?: string, code?: string, linked?: string, bare?: string, arrow?: string) =>
      escaped ?? code ?? arrow ?? (linked || bare ? mark(linked ?? bare ?? '') : ''),
  );
}

export function readEmbed(summary: Summary): Reading {
  const { sections, t } = toView(summary);
  const continued = sections.flatMap(({ heading }) =>
    heading === null ? [] : [`**${escapeDiscord(t('summary.continued', { heading }))}**\n`],
  );
  const text = toEmbedPages(summary)
    .flatMap(({ embeds }) => embeds.map(({ description = '' }) => description))
    .map(page => page.slice(continued.find(heading => page.startsWith(heading))?.length ?? 0))
    .join(' ');
  return toReading(readDiscord(text));
}

export function readMarkdown(summary: Summary): Reading {
  const [claims = ''] = toMarkdown(summary).split(
    `\n## ${toFrameTexts(summary.language)('summary.sources')}\n`,
  );
  return toReading(readDiscord(claims));
}

export function readPlain(summary: Summary): Reading {
  const t = toFrameTexts(summary.language);
  const [claims = ''] = toPlain(summary).split(new RegExp(`\n${t('summary.sources')}\n-+\n`));
  return toReading(claims.replace(/\[(\d+)\](?= \()/g, (_, digits: string) => mark(digits)));
}

type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

export function toElements(page: string): readonly Element[] {
  const collect = (nodes: readonly Node[]): Element[] =>
    nodes.flatMap(node => ('tagName' in node ? [node, ...collect(node.childNodes)] : []));
  return collect(parse(page).childNodes);
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find(attribute => attribute.name === name)?.value;
}

export function toText(element: Element): string {
  const write = (node: Node): string => {
    if (node.nodeName === '#text' && 'value' in node) return node.value;
    if (!('tagName' in node)) return '';
    const inner = node.childNodes.map(write).join('');
    return attributeOf(node, 'class') === 'n' ? mark(inner.replace(/\D/g, '')) : inner;
  };
  return write(element);
}

/** A page without its scripts: as it is read where none runs. */
export function withoutScripts(page: string): string {
  return page.replace(/<script[^>]*>.*?<\/script>\n/gs, '');
}

export function readHtml(summary: Summary): Reading {
  const lists = toElements(toHtml(summary)).filter(
    element => element.tagName === 'ul' && attributeOf(element, 'class')?.startsWith('claims'),
  );
  return toReading(lists.map(toText).join(' '));
}

function numbersOf({ references }: SummaryClaim): readonly number[] {
  return references.map(({ footnote }) => footnote);
}

/** A text as formats show it: Discord shortens addresses. */
export function toPattern(text: string): RegExp {
  const patterns = toContentParts(text).map(({ text: own, as }) => {
    const forms = as === 'address' ? [own, shortenAddresses(own)] : [own];
    return `(?:${forms.map(form => RegExp.escape(squeeze(form))).join('|')})`;
  });
  return new RegExp(patterns.join(''), 'g');
}

/** Claims that a reading lacks, or shows out of order or with other numbers. */
export function findLost(summary: Summary, { stream, numbers }: Reading): readonly string[] {
  const lost: string[] = [];
  let at = 0;
  for (const claim of summary.claims) {
    const isReplaced = isUnclear(claim) && claim.review === undefined && claim.references.length > 0;
    const t = toFrameTexts(summary.language);
    const text = isReplaced && !summary.checked ? t('summary.unclearSee') : toShownLine(claim.text);
    const pattern = toPattern(text);
    pattern.lastIndex = at;
    if (pattern.test(stream)) at = pattern.lastIndex;
    else lost.push(`${claim.id} is not shown after the one before it`);
    const expected = numbersOf(claim);
    const shown = [...stream.slice(at).matchAll(/\ue000(\d+)\ue001/g)]
      .slice(0, expected.length)
      .map(([, digits]) => Number(digits));
    if (shown.join() !== expected.join())
      lost.push(`${claim.id} shows ${shown.join()} for ${expected.join()}`);
  }
  const all = summary.claims.flatMap(numbersOf);
  if (all.join() !== numbers.join()) lost.push(`markers ${numbers.join()} for ${all.join()}`);
  return lost;
}

/** Claims that the lists of a document lack, have twice, or have with other numbers. */
export function findLostInDocument(summary: Summary): readonly string[] {
  const document = toDocument(summary);
  const entries = Object.entries(document)
    .filter(([key]) => !['matters', 'active_request', 'overview', 'topics', 'participants'].includes(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : []))
    .flatMap(each => (typeof each === 'object' && 'confidence' in each ? [each as ClaimDocument] : []));
  const inMatters = document.matters?.flatMap(({ claims }) => claims as readonly ClaimDocument[]);
  return [entries, ...(inMatters ? [inMatters] : [])].flatMap(own =>
    summary.claims.flatMap(claim => {
      const found = own.filter(({ id }) => id === claim.id);
      const shown = found.flatMap(({ references }) => references.map(({ footnote }) => footnote)).join();
      const expected = claim.references.map(({ footnote }) => footnote).join();
      const words = found[0]?.claimed ?? found[0]?.text;
      const isSame = words === toShownLine(claim.text) && shown === expected;
      return found.length === 1 && isSame ? [] : [claim.id];
    }),
  );
}
