import { html, type nothing, type TemplateResult } from 'lit';
import type { Snapshot } from '../../shapes.ts';
import { type MarkdownNode, parseMarkdown, toItems, toNodes, toWords } from './markdown.ts';
import { type Reader, toFull, toTimestamp } from './timestamps.ts';

/** The parts of a Discord link to a message. */
export type Address = {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string | null;
};

/** The context of message texts, and the action of their links. */
export type Surroundings = {
  readonly snapshot: Snapshot;
  readonly reader: Reader;
  readonly jump: (address: Address) => void;
};

type Rendered = TemplateResult | string | typeof nothing | readonly Rendered[];

const address =
  /^https:\/\/(?:(?:www|ptb|canary)\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

export function parseAddress(url: string): Address | null {
  const [, guildId, channelId, messageId] = address.exec(url) ?? [];
  return guildId && channelId ? { guildId, channelId, messageId: messageId ?? null } : null;
}

/** Discord's markdown as elements. Lit escapes every text and attribute; only http and https become links. */
export function renderMarkdown(text: string, around: Surroundings): Rendered {
  return renderNodes(parseMarkdown(text), around);
}

function renderNodes(nodes: readonly MarkdownNode[], around: Surroundings): Rendered {
  return nodes.map(node => renderNode(node, around));
}

function renderNode(node: MarkdownNode, around: Surroundings): Rendered {
  const content = node['content'];
  const inside = (): Rendered =>
    typeof content === 'string' ? content : renderNodes(toNodes(content), around);
  switch (node.type) {
    case 'br':
    case 'newline':
      return html`<br />`;
    case 'strong':
      return html`<strong>${inside()}</strong>`;
    case 'em':
      return html`<em>${inside()}</em>`;
    case 'underline':
      return html`<u>${inside()}</u>`;
    case 'strikethrough':
      return html`<s>${inside()}</s>`;
    case 'inlineCode':
      return html`<code>${inside()}</code>`;
    case 'codeBlock':
      return html`<pre><code>${inside()}</code></pre>`;
    case 'blockQuote':
      return html`<blockquote>${inside()}</blockquote>`;
    case 'spoiler':
      return html`<discord-spoiler tabindex="0">${inside()}</discord-spoiler>`;
    case 'heading':
      return renderHeading(Number(node['level']), inside());
    case 'subtext':
      return html`<small class="subtext">${inside()}</small>`;
    case 'list':
      return renderList(node, around);
    case 'link':
    case 'autolink':
    case 'url':
      return renderLink(node, inside(), around);
    default:
      return renderMention(node, around) ?? inside();
  }
}

function renderHeading(level: number, inside: Rendered): TemplateResult {
  if (level === 1) return html`<h3 class="h1">${inside}</h3>`;
  return level === 2 ? html`<h4 class="h2">${inside}</h4>` : html`<h5 class="h3">${inside}</h5>`;
}

function renderList(node: MarkdownNode, around: Surroundings): TemplateResult {
  const items = toItems(node).map(
    ({ depth, content }) => html`<li class="depth-${depth}">${renderNodes(content, around)}</li>`,
  );
  const start = node['start'];
  return typeof start === 'number' ? html`<ol start=${start}>${items}</ol>` : html`<ul>${items}</ul>`;
}

function renderLink(node: MarkdownNode, inside: Rendered, around: Surroundings): Rendered {
  const url = String(node['target']);
  const to = parseAddress(url);
  if (to) return renderJump(url, to, node.type === 'link' ? inside : null, around);
  if (!/^https?:\/\//i.test(url)) return inside;
  return html`<a href=${url} title=${url} target="_blank" rel="noopener noreferrer">${inside}</a>`;
}

/** A link to a message: its label, or, for a bare link, the name of its target. */
function renderJump(url: string, to: Address, inside: Rendered | null, around: Surroundings): TemplateResult {
  const go = (event: Event): void => {
    event.preventDefault();
    around.jump(to);
  };
  const channel = around.snapshot.channels.find(one => one.id === to.channelId);
  const place = channel ? `#${channel.name}` : '#no-access';
  const title = to.messageId ? `Jump to the message in ${place}` : `Go to ${place}`;
  if (inside !== null) return html`<a class="jump" href=${url} title=${title} @click=${go}>${inside}</a>`;
  const words = to.messageId ? `${place} › message` : place;
  return html`<a class="jump mention" href=${url} title=${title} @click=${go}>${words}</a>`;
}

/** Text without markup on one line. */
export function toPlainWords(text: string, around: Surroundings): string {
  return toWords(parseMarkdown(text), node => toName(node, around)).trim();
}

/** A mention or a time as text for its reader. */
function toName(node: MarkdownNode, { snapshot, reader }: Surroundings): string {
  const id = String(node['id']);
  const nameOf = (
    all: readonly { readonly id: string; readonly name: string }[],
    otherwise: string,
  ): string => all.find(one => one.id === id)?.name ?? otherwise;
  switch (node.type) {
    case 'user':
      return `@${nameOf(snapshot.guild.members, 'unknown-user')}`;
    case 'role':
      return `@${nameOf(snapshot.guild.roles, 'unknown-role')}`;
    case 'channel':
      return `#${nameOf(snapshot.channels, 'no-access')}`;
    case 'slashCommand':
      return `/${String(node['fullName'] ?? node['name'])}`;
    default:
      return toTimestamp(Number(node['timestamp']), String(node['format'] ?? 'f'), reader);
  }
}

function renderMention(node: MarkdownNode, around: Surroundings): Rendered | null {
  const { snapshot, reader, jump } = around;
  switch (node.type) {
    case 'user':
    case 'role':
    case 'slashCommand':
      return html`<span class="mention">${toName(node, around)}</span>`;
    case 'channel': {
      const id = String(node['id']);
      if (!snapshot.channels.some(one => one.id === id)) return html`<span class="mention">#no-access</span>`;
      const go = (): void => jump({ guildId: snapshot.guild.id, channelId: id, messageId: null });
      return html`<button type="button" class="mention" @click=${go}>${toName(node, around)}</button>`;
    }
    case 'everyone':
    case 'here':
      return html`<span class="mention">@${node.type}</span>`;
    case 'twemoji':
      return String(node['name']);
    // Images of custom emoji are on Discord's servers, so their names are shown.
    case 'emoji':
      return `:${String(node['name'])}:`;
    case 'timestamp': {
      const words = toName(node, around);
      const title = words === 'Invalid Date' ? '' : toFull(Number(node['timestamp']) * 1000, reader);
      return html`<time class="timestamp" title=${title}>${words}</time>`;
    }
    default:
      return null;
  }
}
