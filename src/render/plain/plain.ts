import stringWidth from 'string-width';
import type { Summary } from '../../core/claims/summary.ts';
import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import { replaceNumberBrackets } from '../../core/conversation/text.ts';
import { toContentParts } from '../literal.ts';
import type { Texts } from '../texts.ts';
import { toComparedWords, toReliabilityLines, toWindowWords } from '../view/facts.ts';
import type { Item } from '../view/item.ts';
import { type LinePiece, toDueWords, toLabelWords, toLine } from '../view/line.ts';
import { toShownLine } from '../view/shown.ts';
import { findRepeatedQuotes } from '../view/sources/repeated-quotes.ts';
import { toWhen } from '../view/sources/shown-time.ts';
import { type SourceGroup, toSourceGroups } from '../view/sources/source-groups.ts';
import { isRepeated, type SourceRow } from '../view/sources/source-row.ts';
import { type Section, toView, type View, type ViewOptions } from '../view/view.ts';
import { createZonedTimes, type ZonedTimes } from '../view/zoned-times.ts';
import { toUnits, wrap } from './columns.ts';

export type PlainOptions = ViewOptions & {
  /** The longest line, in terminal columns; at least 40, by default 100. Addresses are never broken. */
  readonly columns?: number;
};

const fewestColumns = 40;
const usualColumns = 100;

type Paper = ZonedTimes & { readonly columns: number };

/**
 * A summary as plain text for a terminal or mail, with a final newline: one bullet per claim, its further lines
 * indented, markers with author and time, sources at the end without quotes that claims show. It contains no control
 * characters; what looks like a marker in content becomes `[ 7 ]`.
 */
export function toPlain(summary: Summary, options: PlainOptions = {}): string {
  const view = toView(summary, options);
  const columns = Math.max(options.columns ?? usualColumns, fewestColumns);
  const paper: Paper = { ...createZonedTimes(view), columns };
  const blocks = [
    toPreface(view, paper),
    ...(view.empty === null ? [] : [toLines(view.empty, paper)]),
    ...view.sections.map(section => toSection(section, view, paper)),
    ...toTopics(view, paper),
    ...toParticipants(view, paper),
    ...toSources(
      view,
      toSourceGroups(summary, view.t, options.sources ?? 'flat'),
      findRepeatedQuotes(summary),
      paper,
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function toLines(words: string, { columns }: Paper, start = '', hang = start.length): string {
  return wrap(toUnits(words), columns, start, hang);
}

function toPreface(view: View, paper: Paper): string {
  const window = toWindowWords(view, paper.full);
  const compared = toComparedWords(view, paper.full);
  const standing = [
    ...(window === null ? [] : [toContent(`${window} (${view.t('summary.timesIn', { zone: view.zone })})`)]),
    ...(compared === null ? [] : [compared]),
    ...toReliabilityLines(view).map(toContent),
  ];
  return [underline(toContent(view.title), '='), ...standing.map(line => toLines(line, paper, '', 2))].join(
    '\n',
  );
}

function underline(heading: string, rule: string): string {
  return `${heading}\n${rule.repeat(Math.min(stringWidth(heading), 72))}`;
}

const directionMarks = /[\u061c\u200e\u200f]/g;

function toContent(content: string): string {
  // Terminals do not isolate text directions: a direction mark would reorder the text after it.
  const shown = maskSpoilers(toShownLine(content.replace(directionMarks, '')));
  const words = toContentParts(shown).map(({ text }) => text);
  return replaceNumberBrackets(words.join(''), '[ ', ' ]');
}

function toSection({ heading, items }: Section, { t }: View, paper: Paper): string {
  const lines = items.map(item => {
    const units = toLine(item, t).flatMap(piece => toPieceUnits(piece, item, t, paper));
    return wrap(units, paper.columns, item.task ? '[ ] ' : '- ');
  });
  return [...(heading === null ? [] : [underline(toContent(heading), '-')]), ...lines].join('\n');
}

function toPieceUnits(piece: LinePiece, item: Item, t: Texts, { short, day }: Paper) {
  if (piece.as === 'marker') {
    const { number, sender } = piece.marker;
    const when = toWhen(piece.marker, short);
    const who = t.list([toContent(sender), ...(when === '' ? [] : [when])]);
    return [{ text: `[${number}] (${who})`, space: true }];
  }
  if (piece.as === 'due') {
    // A marker already shows the day.
    const due = item.markers.length === 0 ? piece.due : { ...piece.due, saidAt: null };
    if (due.words === null && due.date === null && due.saidAt === null) return [];
    return toUnits(toContent(toDueWords(due, t, day)));
  }
  if (piece.as === 'label') {
    const { label, joint } = toLabelWords(piece, t);
    return toUnits(toContent(joint === null ? label : `${label} ${joint}`));
  }
  const text = toContent(piece.text);
  return text === '' ? [] : toUnits(piece.as === 'note' ? `(${text})` : text);
}

function toTopics({ topics, t }: View, paper: Paper): readonly string[] {
  if (topics.length === 0) return [];
  const lines = topics.map(({ title, status }) => toLines(`${toContent(title)} (${status})`, paper, '- '));
  return [[underline(t('summary.topics'), '-'), ...lines].join('\n')];
}

function toParticipants({ participants, t }: View, paper: Paper): readonly string[] {
  if (participants.length === 0) return [];
  const comma = t.list(['', '']);
  const names = participants.map(({ name, messages }, index) => ({
    text: `${toContent(name)}${messages === null ? '' : ` (${messages})`}${index < participants.length - 1 ? comma.trim() : ''}`,
    space: comma.endsWith(' '),
  }));
  // Indented, so that a name at the start of a line cannot look like an item.
  const lines = wrap(names, paper.columns - 2)
    .split('\n')
    .map(line => `  ${line}`);
  return [[underline(t('summary.participants'), '-'), ...lines].join('\n')];
}

function toSources(
  { sourceTimes, t }: View,
  groups: readonly SourceGroup[],
  repeated: ReadonlySet<number>,
  paper: Paper,
): readonly string[] {
  if (sourceTimes.length === 0) return [];
  const width = String(sourceTimes.length).length + 2;
  const indent = ' '.repeat(width + 1);
  const toEntry = (row: SourceRow) => {
    const place = row.channel === null ? [] : [toContent(row.channel)];
    const flag = row.edited ? [t('summary.edited')] : [];
    const when = toWhen(row, paper.full);
    const who = t.list([toContent(row.who), ...(when === '' ? [] : [when]), row.position, ...place, ...flag]);
    return [
      toLines(who, paper, `${`[${row.number}]`.padStart(width)} `),
      ...(isRepeated(row, repeated) ? [] : [toLines(toContent(row.snippet), paper, indent)]),
      ...(row.url === null ? [] : [indent + row.url]),
    ].join('\n');
  };
  const [first = '', ...rest] = groups.map(({ heading, note, rows }) => {
    // After our own "#", a heading cannot look like an item or a rule.
    const mark = note === null ? '' : ` (${note})`;
    const head = heading === null ? [] : [toLines(toContent(heading) + mark, paper, '# ')];
    return [...head, ...rows.map(toEntry)].join('\n');
  });
  return [`${underline(t('summary.sources'), '-')}\n${first}`, ...rest];
}
