import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type Known, toLetters } from './known.ts';
import { findDisorder, findMarkers, findUnseen } from './sight.ts';

type Node = {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
};

const allowed = new Set(
  'root heading paragraph list listItem text strong emphasis link inlineCode table tableRow tableCell break'.split(
    ' ',
  ),
);

const headings = new Set([
  'Links and files',
  ...['Active request', 'Overview', 'Key points', 'Action items', 'Decisions', 'Proposals', 'Open questions'],
  ...['Constraints', 'Facts', 'Changes', 'Contributions', 'Topics', 'Participants', 'Sources'],
]);

/**
 * What of a Markdown document is not ours, as a parser of GitHub's dialect reads it; with sources in several tables a
 * message may stand in more than one.
 */
export function judgeMarkdown(
  markdown: string,
  known: Known,
  references: boolean,
  isGrouped = false,
): readonly string[] {
  const root: Node = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const nodes = toAll(root);
  const links = nodes.filter(({ type }) => type === 'link');
  const [title, ...rest] = nodes.filter(({ type }) => type === 'heading');
  const rows = nodes.filter(({ type }) => type === 'tableRow');
  const tables = (root.children ?? []).filter(({ type }) => type === 'table');
  const outside = (root.children ?? []).filter(({ type }) => type !== 'table');
  const inClaims = toAll({ type: 'root', children: outside });
  const listed = rows.length - tables.length;
  // What was said has no column where the claims show every quote.
  const columns = rows[0]?.children?.length === 4 ? 4 : 5;
  return [
    ...nodes
      .filter(({ type }) => !allowed.has(type))
      .map(node => `${node.type}: ${toText(node).slice(0, 80)}`),
    ...links.flatMap(link => judgeLink(link, known)),
    ...(title?.depth === 1 ? [] : ['the title is no heading']),
    ...rest.filter(({ depth }) => depth !== 2).map(node => `a heading of its own: ${toText(node)}`),
    ...rest
      .map(node => toText(node))
      .filter(text => !headings.has(text) && !known.headings.includes(toLetters(text)))
      .map(text => `a heading of its own: ${text}`),
    ...rows.filter(({ children = [] }) => children.length !== columns).map(() => 'a row with other columns'),
    ...(tables.length > 1 && !isGrouped ? ['a table of its own'] : []),
    ...((isGrouped ? listed >= known.urls.length : listed === (references ? known.urls.length : 0))
      ? []
      : [`${listed} rows for ${known.urls.length} sources`]),
    ...judgeItems(nodes, known),
    ...judgeMarkers(inClaims, known, references),
    ...findUnseen(markdown),
    ...findPings(nodes),
  ];
}

function judgeLink(link: Node, { urls }: Known): readonly string[] {
  const [, digits] = /^\[(\d+)\]$/.exec(toText(link)) ?? [];
  return digits !== undefined && urls[Number(digits) - 1] === link.url
    ? []
    : [`a link of its own: ${toText(link).slice(0, 40)} to ${link.url?.slice(0, 80)}`];
}

function judgeItems(nodes: readonly Node[], known: Known): readonly string[] {
  const items = nodes.filter(({ type }) => type === 'listItem').length;
  return items === known.claims + known.lists ? [] : [`${items} items for ${known.claims + known.lists}`];
}

function judgeMarkers(nodes: readonly Node[], known: Known, references: boolean): readonly string[] {
  const linked = nodes
    .filter(({ type }) => type === 'link')
    .map(link => Number(/\d+/.exec(toText(link))?.[0] ?? 0));
  const inLinks = new Set(nodes.filter(({ type }) => type === 'link').flatMap(toAll));
  const words = nodes
    .filter(node => !inLinks.has(node) && ['paragraph', 'heading'].includes(node.type))
    .map(node => toText(node, inLinks));
  return [
    ...findDisorder(linked, references ? known.urls.length : 0),
    ...words.flatMap(findMarkers).map(inner => `looks like a marker: ${inner}`),
  ];
}

function findPings(nodes: readonly Node[]): readonly string[] {
  const words = nodes.filter(({ type }) => type === 'text').map(({ value = '' }) => value);
  return words.some(value => /@[\p{M}]*(?:everyone|here)/iu.test(value)) ? ['calls everyone'] : [];
}

function toAll(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(toAll)];
}

/** The words of a node without those of the ones left out, which part what stands around them. */
function toText(node: Node, without: ReadonlySet<Node> = new Set()): string {
  if (without.has(node)) return '·';
  return node.value ?? (node.children ?? []).map(child => toText(child, without)).join('');
}
