import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';

/** One piece of Discord's markdown: the library's node; its other fields depend on `type`. */
export type MarkdownNode = { readonly type: string; readonly [key: string]: unknown };

const line = /^ *(?:[-*]|\d{1,9}\.) +\S[^\n]*/;
// The rules for what follows look for the line break in the last group.
const block = new RegExp(`${line.source}(?:\\n${line.source.slice(1)})*(\\n|$)`);
const item = /^( *)(?:([-*])|(\d{1,9})\.) +(.*)$/;

type Item = { readonly depth: number; readonly text: string };

/** Lists, which the library lacks: consecutive lines that start with a bullet or a number. */
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
 * Parses Discord's markdown into data, which other code renders. Results are cached, because the page is rendered on
 * every change.
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

/** Nodes as plain text without links, for a reply's preview. */
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

/** The child nodes of a node; empty if its content is not nodes. */
export function toNodes(content: unknown): readonly MarkdownNode[] {
  return Array.isArray(content) ? content : [];
}

export function toItems(node: MarkdownNode): readonly { depth: number; content: readonly MarkdownNode[] }[] {
  return Array.isArray(node['items']) ? node['items'] : [];
}
