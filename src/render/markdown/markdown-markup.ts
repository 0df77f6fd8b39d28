import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { toContentParts } from '../literal.ts';
import type { Texts } from '../texts.ts';
import { type LinePiece, toDueWords } from '../view/line.ts';
import { toMarker } from '../view/marker.ts';
import { toShownLine, withoutPings } from '../view/shown.ts';
import type { ZonedTimes } from '../view/zoned-times.ts';

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

/** A claim's line; with a label in bold, names are in italics. */
export function toMarkdownLine(pieces: readonly LinePiece[], t: Texts, times: ZonedTimes): string {
  const strong = pieces.some(piece => piece.as === 'label') ? '*' : '**';
  return pieces
    .map(piece => {
      if (piece.as === 'marker') return toMarker(piece.marker.number, piece.marker.url);
      if (piece.as === 'due') return escapeMarkdown(toDueWords(piece.due, t, times.day));
      if (piece.as === 'label') return `**${escapeMarkdown(piece.text + t('summary.colon'))}**`;
      const text = escapeMarkdown(piece.text);
      if (text === '') return '';
      if (piece.as === 'strong') return `${strong}${text}${strong}`;
      return piece.as === 'note' ? `*(${text})*` : text;
    })
    .filter(text => text !== '')
    .join(' ');
}
