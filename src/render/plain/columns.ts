import stringWidth from 'string-width';
import { toContentParts } from '../literal.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}！-｠　-〿]/u;

/** Characters that must not start a line, and characters that must not end one. */
const closing = /^[、。，．：；！？」』）】〉》”’…・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const opening = /[「『（【〈《“‘]$/u;

/** A part that is not broken; `space` if a space comes before it, except at the start of a line. */
type Unit = { readonly text: string; readonly space: boolean };

/** Splits words into units: an address is not broken; lines may break between wide characters. */
export function toUnits(line: string): readonly Unit[] {
  return line.split(' ').flatMap(word => toPieces(word).map((text, index) => ({ text, space: index === 0 })));
}

function toPieces(word: string): readonly string[] {
  if (!wide.test(word)) return [word];
  const pieces: string[] = [];
  for (const { text, as } of toContentParts(word)) {
    const address = as === 'address';
    const segments = address ? [text] : [...graphemes.segment(text)].map(({ segment }) => segment);
    for (const segment of segments) {
      const last = pieces.at(-1);
      const mayBreak =
        last !== undefined &&
        (wide.test(last.slice(-1)) || wide.test(segment)) &&
        !closing.test(segment) &&
        !opening.test(last) &&
        !address;
      if (last === undefined || mayBreak) pieces.push(segment);
      else pieces[pieces.length - 1] = last + segment;
    }
  }
  return pieces;
}

/**
 * Wraps units to lines of at most `columns`. The first starts with `start`, the others with `hang` spaces. A unit
 * longer than a line has its own line.
 */
export function wrap(units: readonly Unit[], columns: number, start = '', hang = start.length): string {
  const lines: string[] = [];
  let line = start;
  let width = stringWidth(start);
  let empty = true;
  for (const { text, space } of units) {
    const own = stringWidth(text);
    const gap = space && !empty ? 1 : 0;
    if (!empty && width + gap + own > columns) {
      lines.push(line);
      line = ' '.repeat(hang) + text;
      width = hang + own;
    } else {
      line += (gap === 1 ? ' ' : '') + text;
      width += gap + own;
    }
    empty = false;
  }
  return [...lines, line].join('\n');
}

/** Rows of cells as lines: the first column starts each line, the others end under each other. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => stringWidth(row[column] ?? ''))),
  );
  const toCell = (text: string, column: number) => {
    const gap = ' '.repeat((widths[column] ?? 0) - stringWidth(text));
    return column === 0 ? text + gap : `  ${gap}${text}`;
  };
  return rows.map(row => row.map(toCell).join('')).join('\n');
}
