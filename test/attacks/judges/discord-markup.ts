import { parse } from 'discord-markdown-parser';
import { findUnseen } from './sight.ts';

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Emoji and shrugs are characters; everything else that Discord makes something of is ours or is not there. */
const allowed = new Set([
  'text',
  'strong',
  'em',
  'inlineCode',
  'link',
  'timestamp',
  'newline',
  'br',
  'twemoji',
  'emoticon',
]);

/** From left to right: links of ours (a marker, or the arrow of a message without a number), times, escapes, code. */
const own =
  /\[(?:\[\d+\]|↗|\+\d+ (?:more|weitere|más|autres?)|ほか\d+件)\]\(https:\/\/[^\s()[\]<>"'`\\|*]+(?: "[\p{L}\p{Mn}\p{Mc}\p{Nd}.,:;!?'’–%+… -]{1,90}")?\)|<t:\d{1,12}:[ftD]>|\\[^0-9A-Za-z\s]|`[^`\n]+`/gu;

/** A title belongs to a number, and has no character that could end it or be an emoji. */
function isHover(label: string, title: unknown): boolean {
  return (
    !title ||
    (/^\[\d+\]$/.test(label) && /^[\p{L}\p{Mn}\p{Mc}\p{Nd}.,:;!?'’–%+… -]{1,90}$/u.test(String(title)))
  );
}

export type Reading = {
  readonly problems: readonly string[];
  /** The numbers of its markers, in order. */
  readonly numbers: readonly number[];
  /** Its words without markers, code among them, as they look. */
  readonly words: string;
};

/** Where a text stands: quotes of sources, reasons and replies begin with our own `> `. */
// A title knows no blocks: something stands before it when it is read.
export type Spot = 'title' | 'text' | 'sources' | 'why' | 'review';

/** What is live in a text of an embed, by a parser of Discord's markdown and by a second look at the source. */
export function readDiscord(
  text: string,
  spot: Spot,
  opens: (label: string, url: string) => boolean,
): Reading {
  const nodes = flatten(parse(spot === 'title' ? `·${text}` : text, 'extended') as readonly Node[]);
  const links = nodes.filter(({ type }) => type === 'link');
  const live = nodes.filter(({ type }) => !allowed.has(type) && !(spot !== 'title' && type === 'blockQuote'));
  const labels = links.map(link => toWords(link['content']));
  return {
    problems: [
      ...live.map(node => `${node.type}: ${toWords(node['content']).slice(0, 60)}`),
      ...links.flatMap((link, index) =>
        opens(labels[index] ?? '', String(link['target'])) && isHover(labels[index] ?? '', link['title'])
          ? []
          : [`a link of its own: ${labels[index]?.slice(0, 40)} to ${String(link['target']).slice(0, 80)}`],
      ),
      ...findInSource(text, spot),
      ...findUnseen(text),
    ],
    numbers: labels
      .flatMap(label => Number(/^\[(\d+)\]$/.exec(label)?.[1] ?? Number.NaN))
      .filter(Number.isFinite),
    words: nodes
      .filter(({ type }) => type === 'text' || type === 'inlineCode' || type === 'link' || type === 'newline')
      .map(({ type, content }) => (type === 'link' ? '·' : type === 'newline' ? '\n' : toWords(content)))
      .join(''),
  };
}

/** What the source still says once escapes, code and our own links and times are taken away. */
function findInSource(text: string, spot: Spot): readonly string[] {
  const rest = text.replace(own, '·').replace(/@\u200b/g, '·');
  const patterns: readonly (readonly [string, RegExp])[] = [
    ['an address', /[a-z][a-z0-9+.-]+:\/\/\S|www\.\S/i],
    ['mail', /[\w.+-]@[\w-]+\.\w/],
    ['a mention', /@[\p{M}\p{Cf}]*(?:everyone|here)/iu],
    ['an angle bracket', /<[@#:/a-z!&]/i],
    ['a bracket', /[[\]]/],
    ['code', /`/],
    ['a spoiler', /\|\|/],
    ['a stroke', /~~/],
    ['an underline', /__/],
  ];
  return [
    ...patterns.filter(([, pattern]) => pattern.test(rest)).map(([what]) => `${what} in the source`),
    ...(spot === 'title' ? [] : findBlocks(text, spot)),
  ];
}

/** Lines begin as ours do; nothing behind our own beginning begins a block. */
function findBlocks(text: string, spot: Spot): readonly string[] {
  const beginnings = {
    sources: /^(?:- (?=\[↗\])|> |… )/,
    why: /^(?:- |> |… )/,
    review: /^(?:- |> |… )/,
    text: /^(?:- |☐ |… |> (?=.*, cited here: “))/,
  };
  const own = spot === 'title' ? /(?!)/ : beginnings[spot];
  return text.split('\n').flatMap(line => {
    const rest = line.replace(own, '');
    return /^\s*(?:#{1,3}\s|-#|>|[-+*]\s|\d{1,9}[.)]\s|```|[-=_*]{3,}$)/.test(rest) && !/^\*\*\S/.test(rest)
      ? [`a block begins: ${line.slice(0, 60)}`]
      : [];
  });
}

function flatten(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap(node =>
    node.type === 'link' || !Array.isArray(node['content']) ? [node] : [node, ...flatten(node['content'])],
  );
}

function toWords(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  // The parser takes the arrow of a link for an emoji, which has a name and no content.
  return content.map((node: Node) => toWords(node['content'] ?? node['name'])).join('');
}
