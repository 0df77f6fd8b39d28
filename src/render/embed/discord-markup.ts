import { hasSpoiler, maskSpoilers, toSpoilerPieces } from '../../core/conversation/spoilers.ts';
import { cutPoint, toPieces } from '../cut.ts';
import { toContentParts } from '../literal.ts';
import type { LinePiece } from '../view/item.ts';
import { toLink, toMarker, toShownLine, withoutPings } from '../view/shown.ts';

/** Markup that must not be split: a word, a name in bold, a claim's last word with its markers. */
export type Atom = {
  readonly text: string;
  /** Whether a space comes before it. */
  readonly space: boolean;
  /** The footnotes of its markers. */
  readonly numbers?: readonly number[];
};

/** The longest piece of a word before escaping, which at most doubles it. */
const maxPieceLength = 400;
/** The longest name in bold that is not split. */
const maxStrongLength = 160;

/**
 * Escapes content so that no markup works: addresses become code, `@everyone` gets a zero-width space. Expects and
 * returns one line.
 */
export function escapeDiscord(line: string): string {
  return joinAtoms(toAtoms(line));
}

/** Where content is shown. In an embed's title, `#` starts no heading, so it is not escaped. */
type DiscordSpot = 'text' | 'title';

/**
 * Discord extends a link from our marker to the last `](` that follows, escaped or not. Content with one would become
 * part of the marker's link and change its target.
 */
const linkEnd = ']\u200b(';

/**
 * Splits content into escaped words and pieces of words, each safe even at the start of a line. A spoiler is one piece,
 * or several if it is long; in a title it is masked.
 */
export function toAtoms(content: string, spot: DiscordSpot = 'text'): readonly Atom[] {
  const shown = withoutPings(toShownLine(content)).replaceAll('](', linkEnd);
  const line = spot === 'title' ? maskSpoilers(shown) : shown;
  if (!hasSpoiler(line)) return toLiteralAtoms(line, spot);
  let hasSpace = true;
  return toSpoilerPieces(line).flatMap(({ text, isSpoiler }) => {
    const [first, ...rest] = toLiteralAtoms(text.trim(), spot);
    const isApart = hasSpace || /^\s/.test(text);
    hasSpace = /\s$/.test(text);
    if (!first) return [];
    const atoms = [{ ...first, space: isApart }, ...rest];
    return isSpoiler ? toHiddenAtoms(atoms) : atoms;
  });
}

/** Pieces of a spoiler, each closed and at most as long as a piece. */
function toHiddenAtoms(atoms: readonly Atom[]): readonly Atom[] {
  const hidden: Atom[] = [];
  for (const { text, space } of atoms) {
    const last = hidden.at(-1);
    const joined = `${last?.text ?? ''}${space && last ? ' ' : ''}${text}`;
    if (last && joined.length <= maxPieceLength) hidden.splice(-1, 1, { ...last, text: joined });
    else hidden.push({ text, space });
  }
  return hidden.map(({ text, space }) => ({ text: `||${text}||`, space }));
}

function toLiteralAtoms(line: string, spot: DiscordSpot): readonly Atom[] {
  const atoms: Atom[] = [];
  let space = true;
  let codeBefore = false;
  const add = (text: string, isCode: boolean) => {
    for (const piece of toPieces(text, maxPieceLength)) {
      const shown = isCode ? `\`${piece}\`` : escapeWord(piece, spot);
      // Two adjacent code spans would become one.
      atoms.push({ text: shown, space: space || (isCode && codeBefore) });
      space = false;
      codeBefore = isCode;
    }
  };
  for (const { text, as } of toContentParts(line)) {
    if (as !== 'text') add(text, true);
    else
      for (const [index, word] of text.split(' ').entries()) {
        space ||= index > 0;
        add(word, false);
      }
  }
  return atoms;
}

/** The start of a heading, list or rule only works as a separate word. */
function escapeWord(word: string, spot: DiscordSpot): string {
  return word
    .replace(/[\\*_~|`>[\]<]/g, '\\$&')
    .replace(spot === 'title' ? /^[-+=]+$/ : /^(?:-?#|[-+=]+$)/, '\\$&')
    .replace(/^(\d+)([.)])$/, '$1\\$2');
}

export function joinAtoms(atoms: readonly Atom[]): string {
  return atoms.map(({ text, space }, index) => (space && index > 0 ? ` ${text}` : text)).join('');
}

/** A time that Discord shows in each reader's own zone and language; the styles are Discord's. */
export function toTimestamp(iso: string, style: 't' | 'f' | 'F' | 'D' | 'R' = 'f'): string {
  const seconds = Math.floor(Date.parse(iso) / 1000);
  return Number.isFinite(seconds) ? `<t:${seconds}:${style}>` : escapeDiscord(iso);
}

/** A claim's line as atoms; a marker is never separated from the word before it. */
export function toLineAtoms(pieces: readonly LinePiece[]): readonly Atom[] {
  const atoms: Atom[] = [];
  for (const piece of pieces) {
    if (piece.as === 'marker') {
      const last = atoms.pop();
      const marker = toMarker(piece.marker.number, piece.marker.url);
      atoms.push({
        // A marker never starts a line, except the second and later ones of several.
        text: last ? `${last.text}${last.numbers?.length ? ' ' : '\u00a0'}${marker}` : marker,
        space: last?.space ?? true,
        numbers: [...(last?.numbers ?? []), piece.marker.number],
      });
    } else if (piece.as === 'label') atoms.push(...toStrongAtoms(piece.text), { text: '·', space: true });
    else if (piece.as === 'strong') atoms.push(...toStrongAtoms(piece.text));
    else if (piece.as === 'note') atoms.push(...toEmphasisAtoms(`(${piece.text})`));
    else if (piece.as === 'more' && piece.url !== null) {
      const text = toLink(joinAtoms(toAtoms(piece.text)), piece.url);
      atoms.push({ text, space: true });
    } else atoms.push(...toAtoms(piece.text));
  }
  return atoms;
}

/** A name or a label in bold. */
export function toStrongAtoms(text: string): readonly Atom[] {
  const atoms = toAtoms(text);
  return text.length > maxStrongLength || atoms.length === 0
    ? atoms
    : [{ text: `**${joinAtoms(atoms)}**`, space: true }];
}

function toEmphasisAtoms(text: string): readonly Atom[] {
  const atoms = toAtoms(text);
  return text.length > maxStrongLength ? atoms : [{ text: `*${joinAtoms(atoms)}*`, space: true }];
}

/** Escaped content of at most `max` UTF-16 units, with an ellipsis if some was cut off. */
export function truncateEscaped(content: string, max: number, spot: DiscordSpot = 'text'): string {
  const line = toShownLine(content);
  for (let room = max; room > 0; room = Math.floor(room * 0.8)) {
    const end = cutPoint(line, room);
    const shown = end < line.length ? `${line.slice(0, end).trimEnd()}…` : line;
    const escaped = joinAtoms(toAtoms(shown, spot));
    if (escaped.length <= max) return escaped;
  }
  return '…';
}
