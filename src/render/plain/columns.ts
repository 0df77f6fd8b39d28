import stringWidth from 'string-width';
import { toStretches } from '../literal.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}！-｠　-〿]/u;

/** What no line may begin with, and what none may end with. */
const closing = /^[、。，．：；！？」』）】〉》”’…・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const opening = /[「『（【〈《“‘]$/u;

/** A stretch that stays on one line; `space` where one stands before it unless a line begins. */
type Unit = { readonly text: string; readonly space: boolean };

/** Words as units: an address stays whole, and between wide characters, which know no spaces, a line may end. */
export function toUnits(line: string): readonly Unit[] {
  return line.split(' ').flatMap(word => toPieces(word).map((text, index) => ({ text, space: index === 0 })));
}

function toPieces(word: string): readonly string[] {
  if (!wide.test(word)) return [word];
  const pieces: string[] = [];
  for (const { text, as } of toStretches(word)) {
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
 * Sets units on lines of at most `columns`, the first beginning with `start` and the others with as many spaces
 * as `hang`. What is longer than a line stays whole on one of its own.
 */
export function toWrapped(units: readonly Unit[], columns: number, start = '', hang = start.length): string {
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
