import type { Summary } from '../../core/claims/summary.ts';
import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { toContentParts } from '../literal.ts';
import type { LinePiece } from '../view/item.ts';
import { toLink, toMarker, toShownLine, withoutPings } from '../view/shown.ts';
import { createZonedTimes, toWhen, type ZonedTimes } from '../view/times.ts';
import { type Section, toPreface, toView, type View, type ViewOptions } from '../view/view.ts';

/** A summary as a Markdown document with a final newline; its table of sources leaves out quotes that claims show. */
export function toMarkdown(summary: Summary, options: ViewOptions = {}): string {
  const view = toView(summary, options);
  const times = createZonedTimes(view);
  const blocks = [
    `# ${escapeMarkdown(view.title)}`,
    toPreface(view, times).map(escapeMarkdown).join('  \n'),
    ...(view.empty === null ? [] : [escapeMarkdown(view.empty)]),
    ...view.sections.map(renderSection),
    ...renderSources(view, times),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderSection({ heading, items }: Section): string {
  const lines = items.flatMap(({ line, replies }) => [
    `- ${renderLine(line)}`,
    ...replies.map(reply => `  > ${escapeMarkdown(reply)}`),
  ]);
  return (heading === null ? [] : [`## ${escapeMarkdown(heading)}\n`]).concat(lines).join('\n');
}

function renderSources({ sources, t, isQuotes }: View, times: ZonedTimes): readonly string[] {
  const rows = sources.filter(({ number }) => number !== null);
  if (rows.length === 0) return [];
  const columns = ['number', 'who', 'when', 'position', ...(isQuotes ? [] : ['said' as const])] as const;
  const head = columns.map(name => escapeMarkdown(t(`summary.table.${name}`)));
  const lines = rows.map(row => [
    toMarker(row.number ?? 0, row.url),
    escapeMarkdown(row.who),
    escapeMarkdown(toWhen(row, times.full)),
    [row.position, row.channel, row.edited ? t('summary.edited') : null]
      .flatMap(part => (part === null ? [] : escapeMarkdown(part)))
      .join(' · '),
    ...(isQuotes ? [] : [escapeMarkdown(row.snippet)]),
  ]);
  const table = [head, head.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`);
  return [`## ${escapeMarkdown(t('summary.sources'))}`, table.join('\n')];
}

/** Escapes content as one line of Markdown (CommonMark, GitHub's) without working markup; addresses are code. */
export function escapeMarkdown(content: string): string {
  // People paste documents where these words would ping others.
  return toContentParts(withoutPings(maskSpoilers(toShownLine(content))))
    .map(({ text, as }) => (as === 'text' ? escapeWords(text) : `\`${text}\``))
    .join('')
    .replace(/^(?:[-+](?=\s|$)|[-=]+$|#+(?=\s|$))/, '\\$&')
    .replace(/(?<=\s)#+$/, '\\$&')
    .replace(/^(\d+)([.)](?=\s|$))/, '$1\\$2');
}

function escapeWords(text: string): string {
  return text.replace(/[\\*_~|`>[\]<&$]/g, '\\$&').replace(/:(?=[\w+-]+:)/g, '\\:');
}

function renderLine(line: readonly LinePiece[]): string {
  const render = (piece: LinePiece) => {
    if (piece.as === 'marker') return toMarker(piece.marker.number, piece.marker.url);
    if (piece.as === 'out') return toLink(piece.text, piece.url);
    const text = escapeMarkdown(piece.text);
    if (piece.as === 'label') return `**${text}** ·`;
    if (text === '' || piece.as === 'strong') return text && `**${text}**`;
    return piece.as === 'note' ? `*(${text})*` : text;
  };
  return line
    .map(render)
    .filter(text => text !== '')
    .join(' ');
}
