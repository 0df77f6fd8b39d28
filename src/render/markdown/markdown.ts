import type { Summary } from '../../core/claims/summary.ts';
import { toComparedWords, toReliabilityLines, toWindowWords } from '../view/facts.ts';
import { toLine } from '../view/line.ts';
import { toMarker } from '../view/marker.ts';
import { findRepeatedQuotes } from '../view/sources/repeated-quotes.ts';
import { toWhen } from '../view/sources/shown-time.ts';
import { type SourceGroup, toSourceGroups } from '../view/sources/source-groups.ts';
import { isRepeated, type SourceRow } from '../view/sources/source-row.ts';
import { type Section, toView, type View, type ViewOptions } from '../view/view.ts';
import { createZonedTimes, type ZonedTimes } from '../view/zoned-times.ts';
import { escapeMarkdown, toMarkdownLine } from './markdown-markup.ts';

/** A summary as a Markdown document with a final newline; its table of sources leaves out quotes that claims show. */
export function toMarkdown(summary: Summary, options: ViewOptions = {}): string {
  const view = toView(summary, options);
  const times = createZonedTimes(view);
  const blocks = [
    `# ${escapeMarkdown(view.title)}`,
    toPreface(view, times),
    ...(view.empty === null ? [] : [escapeMarkdown(view.empty)]),
    ...view.sections.map(section => toSection(section, view, times)),
    ...toTopics(view),
    ...toParticipants(view),
    ...toSources(
      view,
      toSourceGroups(summary, view.t, options.sources ?? 'flat'),
      findRepeatedQuotes(summary),
      times,
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function toPreface(view: View, times: ZonedTimes): string {
  const window = toWindowWords(view, times.full);
  const compared = toComparedWords(view, times.full);
  const lines = [
    ...(window === null ? [] : [`${window} (${view.t('summary.timesIn', { zone: view.zone })})`]),
    ...(compared === null ? [] : [compared]),
    ...toReliabilityLines(view),
  ];
  return lines.map(escapeMarkdown).join('  \n');
}

function toSection({ heading, items }: Section, { t }: View, times: ZonedTimes): string {
  const lines = items.map(item => `- ${item.task ? '[ ] ' : ''}${toMarkdownLine(toLine(item, t), t, times)}`);
  return (heading === null ? [] : [`## ${escapeMarkdown(heading)}\n`]).concat(lines).join('\n');
}

function toTopics({ topics, t }: View): readonly string[] {
  if (topics.length === 0) return [];
  const lines = topics.map(({ title, status }) => `- ${escapeMarkdown(title)} – ${escapeMarkdown(status)}`);
  return [`## ${escapeMarkdown(t('summary.topics'))}\n\n${lines.join('\n')}`];
}

function toParticipants({ participants, t }: View): readonly string[] {
  if (participants.length === 0) return [];
  const names = participants.map(({ name, messages }) =>
    messages === null ? name : `${name} (${messages})`,
  );
  return [`## ${escapeMarkdown(t('summary.participants'))}\n\n${t.list(names.map(escapeMarkdown))}`];
}

function toSources(
  { sourceTimes, t }: View,
  groups: readonly SourceGroup[],
  repeated: ReadonlySet<number>,
  times: ZonedTimes,
): readonly string[] {
  if (sourceTimes.length === 0) return [];
  const toSaid = (row: SourceRow) =>
    [
      ...(isRepeated(row, repeated) ? [] : [escapeMarkdown(row.snippet)]),
      ...(row.edited ? [`*(${escapeMarkdown(t('summary.edited'))})*`] : []),
    ].join(' ');
  // The column is left out if every quote is in a claim.
  const hasSaid = groups.some(({ rows }) => rows.some(row => toSaid(row) !== ''));
  const head = [
    t('summary.table.number'),
    t('summary.table.who'),
    t('summary.table.when'),
    t('summary.table.position'),
    ...(hasSaid ? [t('summary.table.said')] : []),
  ].map(escapeMarkdown);
  const toCells = (row: SourceRow) => [
    row.number === null ? '' : toMarker(row.number, row.url),
    escapeMarkdown(row.who),
    escapeMarkdown(toWhen(row, times.full)),
    escapeMarkdown(row.channel === null ? row.position : `${row.position} · ${row.channel}`),
    ...(hasSaid ? [toSaid(row)] : []),
  ];
  const tables = groups.map(({ heading, note, rows }) => {
    const lines = [head, head.map(() => '---'), ...rows.map(toCells)].map(
      cells => `| ${cells.join(' | ')} |`,
    );
    const mark = note === null ? '' : ` *(${escapeMarkdown(note)})*`;
    return (heading === null ? [] : [`**${escapeMarkdown(heading)}**${mark}\n`]).concat(lines).join('\n');
  });
  return [`## ${escapeMarkdown(t('summary.sources'))}`, ...tables];
}
