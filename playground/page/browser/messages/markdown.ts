import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';

/** One piece of Discord's markdown: the library's node, of which `type` decides what else there is. */
export type MarkdownNode = { readonly type: string; readonly [key: string]: unknown };

const line = /^ *(?:[-*]|\d{1,9}\.) +\S[^\n]*/;
const block = new RegExp(`${line.source}(?:\\n${line.source.slice(1)})*(?:\\n|$)`);
const item = /^( *)(?:([-*])|(\d{1,9})\.) +(.*)$/;

type Item = { readonly depth: number; readonly text: string };

/** Lists, which the library leaves out: the lines in a row that begin with a bullet or a number. */
const list: (typeof rulesExtended)[string] = {
  order: (SimpleMarkdown.defaultRules.heading.order ?? 0) - 0.6,
  match: (source, state, before) =>
    state['inList'] !== true && (before === '' || before.endsWith('\n')) ? block.exec(source) : null,
  parse: (capture, parse, state) => {
    const items = (capture[0] ?? '').replace(/\n$/, '').split('\n').map(toItem);
    const first = item.exec(capture[0]?.split('\n')[0] ?? '')?.[3];
    return {
      start: first === undefined ? null : Number(first),
      items: items.map(({ depth, text }) => ({ depth, content: parse(text, { ...state, inList: true }) })),
    };
  },
};

function toItem(text: string): Item {
  const [, indent = '', , , content = ''] = item.exec(text) ?? [];
  return { depth: Math.min(5, Math.floor(indent.length / 2)), text: content };
}

const parser = SimpleMarkdown.parserFor({ ...rulesExtended, list });

const KEPT = 1000;
const read = new Map<string, readonly MarkdownNode[]>();

/**
 * Reads Discord's markdown. Whatever is written, what comes out is data: making it visible is another's work. What was
 * read is kept, since the page is drawn anew at every change of anything.
 */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  const known = read.get(text);
  if (known) return known;
  const nodes = parser(text, { inline: true });
  const oldest = read.keys().next().value;
  if (read.size >= KEPT && oldest !== undefined) read.delete(oldest);
  read.set(text, nodes);
  return nodes;
}

/** Nodes as plain words: for a reply's preview, where nothing is live. */
export function toWords(nodes: readonly MarkdownNode[], names: (node: MarkdownNode) => string): string {
  return nodes.map(node => toWord(node, names)).join('');
}

function toWord(node: MarkdownNode, names: (node: MarkdownNode) => string): string {
  switch (node.type) {
    case 'br':
    case 'newline':
      return ' ';
    case 'twemoji':
      return String(node['name']);
    case 'emoji':
      return `:${String(node['name'])}:`;
    case 'everyone':
    case 'here':
      return `@${node.type}`;
    case 'spoiler':
      return '▇▇▇';
    case 'timestamp':
    case 'user':
    case 'channel':
    case 'role':
    case 'slashCommand':
      return names(node);
    case 'list':
      return toItems(node)
        .map(({ content }) => `${toWords(content, names)} `)
        .join('');
    default:
      return typeof node['content'] === 'string' ? node['content'] : toWords(toNodes(node['content']), names);
  }
}

/** What stands inside a node, where that is nodes. */
export function toNodes(content: unknown): readonly MarkdownNode[] {
  return Array.isArray(content) ? content : [];
}

export function toItems(node: MarkdownNode): readonly { depth: number; content: readonly MarkdownNode[] }[] {
  return Array.isArray(node['items']) ? node['items'] : [];
}
