import type { Summary } from '../core/claims/summary.ts';
import { type LinePiece, toLine } from './line.ts';
import { toShownLine } from './shown.ts';
import type { SourceRow } from './source-row.ts';
import { type Section, toStanding, toView, toWindowWords, type View, type ViewOptions } from './view.ts';
import { createZonedTimes, type ZonedTimes } from './zoned-times.ts';

/**
 * A summary as plain text for a terminal or a mail, ended by a new line: one claim a line, a marker with who
 * and when, sources at the end. Without control characters; what looks like a marker in content is `[ 7 ]`.
 */
export function toPlain(summary: Summary, options: ViewOptions = {}): string {
  const view = toView(summary, options);
  const times = createZonedTimes(view);
  const blocks = [
    toPreface(view, times),
    ...(view.empty === null ? [] : [view.empty]),
    ...view.sections.map(section => toSection(section, view, times)),
    ...toTopics(view),
    ...toParticipants(view),
    ...toSources(view, times),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function toPreface(view: View, times: ZonedTimes): string {
  const window = toWindowWords(view, times.full);
  return [
    underline(toContent(view.title), '='),
    ...(window === null ? [] : [toContent(`${window} (${view.words.timesIn(view.zone)})`)]),
    ...toStanding(view),
  ].join('\n');
}

function underline(heading: string, rule: string): string {
  return `${heading}\n${rule.repeat(Math.min(toColumns(heading), 72))}`;
}

/** Terminal columns: East Asian wide characters and emoji take two. */
function toColumns(text: string): number {
  const wide =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}！-｠　-〿]/u;
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : 1;
  return columns;
}

function toContent(content: string): string {
  return toShownLine(content).replace(/\[(?=\d+\])(\d+)\]/g, '[ $1 ]');
}

function toSection({ heading, items }: Section, { words }: View, times: ZonedTimes): string {
  const lines = items.map(item => `${item.task ? '[ ] ' : '- '}${toPlainLine(toLine(item, words), times)}`);
  return [...(heading === null ? [] : [underline(heading, '-')]), ...lines].join('\n');
}

function toPlainLine(pieces: readonly LinePiece[], times: ZonedTimes): string {
  return pieces
    .map(piece => {
      if (piece.as === 'note') return `(${toContent(piece.text)})`;
      if (piece.as !== 'marker') return toContent(piece.text);
      const { number, sender, time } = piece.marker;
      return `[${number}] (${toContent(sender)}, ${times.short(time)})`;
    })
    .join(' ');
}

function toTopics({ topics, words }: View): readonly string[] {
  if (topics.length === 0) return [];
  const lines = topics.map(({ title, status }) => `- ${toContent(title)} (${status})`);
  return [[underline(words.topics, '-'), ...lines].join('\n')];
}

function toParticipants({ participants, words }: View): readonly string[] {
  if (participants.length === 0) return [];
  const names = participants.map(
    ({ name, messages }) => toContent(name) + (messages === null ? '' : ` (${messages})`),
  );
  return [[underline(words.participants, '-'), names.join(', ')].join('\n')];
}

function toSources({ sources, words }: View, times: ZonedTimes): readonly string[] {
  if (sources.length === 0) return [];
  const width = String(sources.length).length + 2;
  const toEntry = (row: SourceRow) => {
    const flag = row.edited ? [words.edited] : [];
    const who = [toContent(row.who), times.full(row.time), row.position, ...flag].join(', ');
    const under = [toContent(row.snippet), ...(row.url === null ? [] : [row.url])];
    const indent = ' '.repeat(width + 1);
    return [`${`[${row.number}]`.padStart(width)} ${who}`, ...under.map(line => indent + line)].join('\n');
  };
  return [[underline(words.sources, '-'), ...sources.map(toEntry)].join('\n')];
}
