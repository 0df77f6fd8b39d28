import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { toStretches } from '../literal.ts';
import { type LinePiece, toDueWords } from '../view/line.ts';
import { toMarker } from '../view/marker.ts';
import { toShownLine, withoutPings } from '../view/shown.ts';
import type { ZonedTimes } from '../view/zoned-times.ts';
import type { Words } from '../words/words.ts';

/**
 * Content as one line of Markdown (CommonMark and GitHub's) in which nothing is live: markup, HTML and
 * entities escaped, addresses as code. Safe at a line's start and in a table's cell.
 */
export function escapeMarkdown(content: string): string {
  // A document is pasted where such words call people.
  return toStretches(withoutPings(maskSpoilers(toShownLine(content))))
    .map(({ text, as }) => (as === 'text' ? escapeWords(text) : `\`${text}\``))
    .join('')
    .replace(/^(?:[-+](?=\s|$)|[-=]+$|#+(?=\s|$))/, '\\$&')
    .replace(/(?<=\s)#+$/, '\\$&')
    .replace(/^(\d+)([.)](?=\s|$))/, '$1\\$2');
}

function escapeWords(text: string): string {
  return text.replace(/[\\*_~|`>[\]<&$]/g, '\\$&').replace(/:(?=[\w+-]+:)/g, '\\:');
}

/** A claim's line; beside a label in bold, names are in italics. */
export function toMarkdownLine(pieces: readonly LinePiece[], words: Words, times: ZonedTimes): string {
  const strong = pieces.some(piece => piece.as === 'label') ? '*' : '**';
  return pieces
    .map(piece => {
      if (piece.as === 'marker') return toMarker(piece.marker.number, piece.marker.url);
      if (piece.as === 'due') return escapeMarkdown(toDueWords(piece.due, words, times.day));
      if (piece.as === 'label') return `**${escapeMarkdown(piece.text + words.colon)}**`;
      const text = escapeMarkdown(piece.text);
      if (text === '') return '';
      if (piece.as === 'strong') return `${strong}${text}${strong}`;
      return piece.as === 'note' ? `*(${text})*` : text;
    })
    .filter(text => text !== '')
    .join(' ');
}
