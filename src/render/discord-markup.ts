import { cutPoint, toPieces } from './cut.ts';
import type { LinePiece } from './line.ts';
import { toStretches } from './literal.ts';
import { toMarker } from './marker.ts';
import { toShownLine } from './shown.ts';

/** Markup that may not be broken: a word, a name in bold, a claim's last word with its markers. */
export type Atom = {
  readonly text: string;
  /** Whether a space stands before it. */
  readonly space: boolean;
  /** The footnotes whose markers are in it. */
  readonly numbers?: readonly number[];
};

/** The longest piece of a word, before escaping, which at worst doubles it. */
const maxPieceLength = 400;
/** The longest name that is kept together in bold. */
const maxStrongLength = 160;

/**
 * Content as text in which nothing is live: markup escaped, addresses as code, `@everyone` with a zero-width
 * space. Expects and returns one line.
 */
export function escapeDiscord(line: string): string {
  return joinAtoms(toAtoms(line));
}

/** Content as escaped words and pieces of words, each safe on its own, at a line's start too. */
export function toAtoms(content: string): readonly Atom[] {
  const line = withoutPings(toShownLine(content));
  if (line === '') return [];
  return line.split(' ').flatMap(toWordAtoms);
}

/** `@everyone` and `@here` with a zero-width space after the @, which is all that disarms them. */
export function withoutPings(text: string): string {
  return text.replace(/@(?=everyone|here)/gi, '@\u200b');
}

function toWordAtoms(word: string): readonly Atom[] {
  const atoms: Atom[] = [];
  let codeBefore = false;
  for (const { text, address } of toStretches(word)) {
    for (const piece of toPieces(text, maxPieceLength)) {
      const space = atoms.length === 0 || (address && codeBefore);
      atoms.push({ text: address ? `\`${piece}\`` : escapeWord(piece), space });
      codeBefore = address;
    }
  }
  return atoms;
}

/** What begins a heading, a list or a rule only does so as a word of its own. */
function escapeWord(word: string): string {
  return word
    .replace(/[\\*_~|`>[\]<]/g, '\\$&')
    .replace(/^(?:-?#|[-+=]+$)/, '\\$&')
    .replace(/^(\d+)([.)])$/, '$1\\$2');
}

export function joinAtoms(atoms: readonly Atom[]): string {
  return atoms.map(({ text, space }, index) => (space && index > 0 ? ` ${text}` : text)).join('');
}

/** A claim's line as atoms; markers and what they end hold together. */
export function toLineAtoms(pieces: readonly LinePiece[]): readonly Atom[] {
  const atoms: Atom[] = [];
  for (const piece of pieces) {
    if (piece.as === 'marker') {
      const last = atoms.pop();
      const marker = toMarker(piece.marker.number, piece.marker.url);
      atoms.push({
        text: last ? `${last.text} ${marker}` : marker,
        space: last?.space ?? true,
        numbers: [...(last?.numbers ?? []), piece.marker.number],
      });
    } else if (piece.as === 'strong') atoms.push(...toStrongAtoms(piece.text));
    else if (piece.as === 'note') atoms.push(...toEmphasisAtoms(`(${piece.text})`));
    else atoms.push(...toAtoms(piece.text));
  }
  return atoms;
}

function toStrongAtoms(text: string): readonly Atom[] {
  const atoms = toAtoms(text);
  return text.length > maxStrongLength || atoms.length === 0
    ? atoms
    : [{ text: `**${joinAtoms(atoms)}**`, space: true }];
}

function toEmphasisAtoms(text: string): readonly Atom[] {
  const atoms = toAtoms(text);
  return text.length > maxStrongLength ? atoms : [{ text: `*${joinAtoms(atoms)}*`, space: true }];
}

/** Escaped content of at most `max` UTF-16 units, with an ellipsis where some was cut off. */
export function toFitEscaped(content: string, max: number): string {
  const line = toShownLine(content);
  for (let room = max; room > 0; room = Math.floor(room * 0.8)) {
    const end = cutPoint(line, room);
    const escaped = escapeDiscord(end < line.length ? `${line.slice(0, end).trimEnd()}…` : line);
    if (escaped.length <= max) return escaped;
  }
  return '…';
}
