import type { LinePiece } from './line.ts';
import { toStretches } from './literal.ts';
import { toMarker } from './marker.ts';
import { toShownLine } from './shown.ts';

/**
 * Content as one line of Markdown (CommonMark and GitHub's) in which nothing is live: markup, HTML and
 * entities escaped, addresses as code. Safe at a line's start and in a table's cell.
 */
export function escapeMarkdown(content: string): string {
  return toStretches(toShownLine(content))
    .map(({ text, address }) => (address ? `\`${text}\`` : escapeWords(text)))
    .join('')
    .replace(/^(?:[-+](?=\s|$)|[-=]+$|#+(?=\s|$))/, '\\$&')
    .replace(/(?<=\s)#+$/, '\\$&')
    .replace(/^(\d+)([.)](?=\s|$))/, '$1\\$2');
}

function escapeWords(text: string): string {
  return text.replace(/[\\*_~|`>[\]<&$]/g, '\\$&').replace(/:(?=[\w+-]+:)/g, '\\:');
}

/** A claim's line. */
export function toMarkdownLine(pieces: readonly LinePiece[]): string {
  return pieces
    .map(piece => {
      if (piece.as === 'marker') return toMarker(piece.marker.number, piece.marker.url);
      const text = escapeMarkdown(piece.text);
      if (text === '') return '';
      if (piece.as === 'strong') return `**${text}**`;
      return piece.as === 'note' ? `*(${text})*` : text;
    })
    .filter(text => text !== '')
    .join(' ');
}
