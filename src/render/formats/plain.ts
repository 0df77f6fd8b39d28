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
  return wrap(words.split(' '), columns, start, hang);
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
    const words = item.line.flatMap(piece => renderPiece(piece, t, paper));
    const replies = item.replies.map(reply => wrapWords(renderContent(reply), paper, '  > ', 4));
    return [wrap(words, paper.columns, '- '), ...replies].join('\n');
  });
  return [...(heading === null ? [] : [underline(renderContent(heading), '-')]), ...lines].join('\n');
}

/** As words, of which none is broken. */
function renderPiece(piece: LinePiece, t: Texts, { short }: Paper): readonly string[] {
  if (piece.as === 'marker') {
    const { number, sender } = piece.marker;
    const who = t.list([renderContent(sender), toWhen(piece.marker, short)].filter(part => part !== ''));
    return [`[${number}] (${who})`];
  }
  if (piece.as === 'out') return [];
  if (piece.as === 'label') return `${renderContent(piece.text)} ·`.split(' ');
  const text = renderContent(piece.text);
  return text === '' ? [] : (piece.as === 'note' ? `(${text})` : text).split(' ');
}

function renderSources({ sources, t, isQuotes }: View, paper: Paper): readonly string[] {
  const numbered = sources.filter(({ number }) => number !== null);
  if (numbered.length === 0) return [];
  const width = String(numbered.length).length + 2;
  const indent = ' '.repeat(width + 1);
  const toEntry = (row: Source) => {
    const who = t.list(
      [
        renderContent(row.who),
        toWhen(row, paper.full),
        row.position,
        renderContent(row.channel ?? ''),
        row.edited ? t('summary.edited') : '',
      ].filter(part => part !== ''),
    );
    return [
      wrapWords(who, paper, `${`[${row.number}]`.padStart(width)} `),
      ...(isQuotes ? [] : [wrapWords(renderContent(row.snippet), paper, indent)]),
      ...(row.url === null ? [] : [indent + row.url]),
    ].join('\n');
  };
  return [[underline(t('summary.sources'), '-'), ...numbered.map(toEntry)].join('\n')];
}

/** Wraps words to lines of at most `columns`, the first after `start`, others after `hang` spaces. Longer words have their own line. */
function wrap(words: readonly string[], columns: number, start = '', hang = start.length): string {
  const lines: string[] = [];
  let line = start;
  let width = stringWidth(start);
  for (const [index, word] of words.entries()) {
    const own = stringWidth(word);
    const gap = index === 0 ? 0 : 1;
    if (index > 0 && width + gap + own > columns) {
      lines.push(line);
      line = ' '.repeat(hang) + word;
      width = hang + own;
    } else {
      line += ' '.repeat(gap) + word;
      width += gap + own;
    }
  }
  return [...lines, line].join('\n');
}
