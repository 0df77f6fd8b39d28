import type { Summary } from '../../core/claims/summary.ts';
import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { toContentParts } from '../literal.ts';
import type { LinePiece } from '../view/item.ts';
import { toMarker, toShownLine, withoutPings } from '../view/shown.ts';
import type { Source } from '../view/sources.ts';
import { createZonedTimes, toWhen, toWindowWords, type ZonedTimes } from '../view/times.ts';
import { type Section, toView, type View, type ViewOptions } from '../view/view.ts';

/** A summary as a Markdown document with a final newline; its table of sources leaves out quotes that claims show. */
export function toMarkdown(summary: Summary, options: ViewOptions = {}): string {
  const view = toView(summary, options);
  const times = createZonedTimes(view);
  const blocks = [
    `# ${escapeMarkdown(view.title)}`,
    renderPreface(view, times),
    ...(view.empty === null ? [] : [escapeMarkdown(view.empty)]),
    ...view.sections.map(renderSection),
    ...renderParticipants(view),
    ...renderSources(view, times),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderPreface(view: View, times: ZonedTimes): string {
  const window = toWindowWords(view, times.full);
  const lines = [
    ...(window === null ? [] : [`${window} (${view.t('summary.timesIn', { zone: view.zone })})`]),
    ...view.notices,
    ...[view.stillOpen, ...view.facts, view.dropped].filter(line => line !== null),
  ];
  return lines.map(escapeMarkdown).join('  \n');
}

function renderSection({ heading, items }: Section): string {
  const lines = items.map(({ line }) => `- ${renderLine(line)}`);
  return (heading === null ? [] : [`## ${escapeMarkdown(heading)}\n`]).concat(lines).join('\n');
}

function renderParticipants({ participants, t }: View): readonly string[] {
  if (participants.length === 0) return [];
  const names = participants.map(({ name, messages }) =>
    messages === null ? name : `${name} (${messages})`,
  );
  return [`## ${escapeMarkdown(t('summary.participants'))}\n\n${t.list(names.map(escapeMarkdown))}`];
}

function renderSources({ sources, t }: View, times: ZonedTimes): readonly string[] {
  const rows = sources.filter(({ number }) => number !== null);
  if (rows.length === 0) return [];
  const toSaid = (row: Source) =>
    [
      ...(row.isRepeated ? [] : [escapeMarkdown(row.snippet)]),
      ...(row.edited ? [`*(${escapeMarkdown(t('summary.edited'))})*`] : []),
    ].join(' ');
  // The column is left out if every quote is in a claim.
  const hasSaid = rows.some(row => toSaid(row) !== '');
  const head = [
    t('summary.table.number'),
    t('summary.table.who'),
    t('summary.table.when'),
    t('summary.table.position'),
    ...(hasSaid ? [t('summary.table.said')] : []),
  ].map(escapeMarkdown);
  const toCells = (row: Source) => [
    row.number === null ? '' : toMarker(row.number, row.url),
    escapeMarkdown(row.who),
    escapeMarkdown(toWhen(row, times.full)),
    escapeMarkdown(row.channel === null ? row.position : `${row.position} · ${row.channel}`),
    ...(hasSaid ? [toSaid(row)] : []),
  ];
  const lines = [head, head.map(() => '---'), ...rows.map(toCells)].map(cells => `| ${cells.join(' | ')} |`);
  return [`## ${escapeMarkdown(t('summary.sources'))}`, lines.join('\n')];
}

/**
 * Escapes content as one line of Markdown (CommonMark and GitHub's) without working markup: HTML and entities are
 * escaped, addresses are code. Safe at the start of a line and in a table cell.
 */
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
