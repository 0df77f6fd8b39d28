import stringWidth from 'string-width';
import type { Summary } from '../../core/claims/summary.ts';
import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { replaceNumberBrackets } from '../../core/conversation/text.ts';
import { toContentParts } from '../literal.ts';
import type { Texts } from '../texts.ts';
import type { LinePiece } from '../view/item.ts';
import { toShownLine } from '../view/shown.ts';
import type { Source } from '../view/sources.ts';
import { createZonedTimes, toWhen, type ZonedTimes } from '../view/times.ts';
import { type Section, toPreface, toView, type View, type ViewOptions } from '../view/view.ts';

export type PlainOptions = ViewOptions & {
  /** The longest line, in terminal columns; at least 40, by default 100. Addresses are never broken. */
  readonly columns?: number;
};

const fewestColumns = 40;
const usualColumns = 100;

type Paper = ZonedTimes & { readonly columns: number };

/**
 * A summary as plain text for a terminal or mail: one bullet per claim, sources at the end without quotes that claims show.
 * It contains no control characters; what looks like a marker in content becomes `[ 7 ]`.
 */
export function toPlain(summary: Summary, options: PlainOptions = {}): string {
  const view = toView(summary, options);
  const columns = Math.max(options.columns ?? usualColumns, fewestColumns);
  const paper: Paper = { ...createZonedTimes(view), columns };
  const blocks = [
    renderPreface(view, paper),
    ...(view.empty === null ? [] : [wrapWords(view.empty, paper)]),
    ...view.sections.map(section => renderSection(section, view, paper)),
    ...renderSources(view, paper),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function wrapWords(words: string, { columns }: Paper, start = '', hang = start.length): string {
  return wrap(toUnits(words), columns, start, hang);
}

function renderPreface(view: View, paper: Paper): string {
  const lines = toPreface(view, paper).map(line => wrapWords(renderContent(line), paper, '', 2));
  return [underline(renderContent(view.title), '='), ...lines].join('\n');
}

function underline(heading: string, rule: string): string {
  return `${heading}\n${rule.repeat(Math.min(stringWidth(heading), 72))}`;
}

const directionMarks = /[\u061c\u200e\u200f]/g;

function renderContent(content: string): string {
  // Terminals do not isolate text directions: a direction mark would reorder the text after it.
  const shown = maskSpoilers(toShownLine(content.replace(directionMarks, '')));
  const words = toContentParts(shown).map(({ text }) => text);
  return replaceNumberBrackets(words.join(''), '[ ', ' ]');
}

function renderSection({ heading, items }: Section, { t }: View, paper: Paper): string {
  const lines = items.map(item => {
    const units = item.line.flatMap(piece => renderPiece(piece, t, paper));
    const replies = item.replies.map(reply => wrapWords(renderContent(reply), paper, '  > ', 4));
    return [wrap(units, paper.columns, '- '), ...replies].join('\n');
  });
  return [...(heading === null ? [] : [underline(renderContent(heading), '-')]), ...lines].join('\n');
}

function renderPiece(piece: LinePiece, t: Texts, { short }: Paper) {
  if (piece.as === 'marker') {
    const { number, sender } = piece.marker;
    const when = toWhen(piece.marker, short);
    const who = t.list([renderContent(sender), ...(when === '' ? [] : [when])]);
    return [{ text: `[${number}] (${who})`, space: true }];
  }
  if (piece.as === 'out') return [];
  if (piece.as === 'label') return toUnits(`${renderContent(piece.text)} ·`);
  const text = renderContent(piece.text);
  return text === '' ? [] : toUnits(piece.as === 'note' ? `(${text})` : text);
}

function renderSources({ sources, t, isQuotes }: View, paper: Paper): readonly string[] {
  const numbered = sources.filter(({ number }) => number !== null);
  if (numbered.length === 0) return [];
  const width = String(numbered.length).length + 2;
  const indent = ' '.repeat(width + 1);
  const toEntry = (row: Source) => {
    const place = row.channel === null ? [] : [renderContent(row.channel)];
    const flag = row.edited ? [t('summary.edited')] : [];
    const when = toWhen(row, paper.full);
    const who = t.list([
      renderContent(row.who),
      ...(when === '' ? [] : [when]),
      row.position,
      ...place,
      ...flag,
    ]);
    return [
      wrapWords(who, paper, `${`[${row.number}]`.padStart(width)} `),
      ...(isQuotes ? [] : [wrapWords(renderContent(row.snippet), paper, indent)]),
      ...(row.url === null ? [] : [indent + row.url]),
    ].join('\n');
  };
  return [[underline(t('summary.sources'), '-'), ...numbered.map(toEntry)].join('\n')];
}

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

/** Wraps units to lines of at most `columns`, the first after `start`, others after `hang` spaces. Longer units have their own line. */
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
