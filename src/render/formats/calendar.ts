import { toSection } from '../../core/claims/summary/section.ts';
import type { Summary, SummaryClaim } from '../../core/claims/summary/summary.ts';
import { type DueDate, parseDueDate } from '../../core/due-date.ts';
import { isDated } from '../../core/time.ts';
import { toTexts } from '../texts.ts';
import { toLinkTarget, toMaskedText, toShownLine, toShownName } from '../view/shown.ts';
import { toAllCitations } from '../view/sources.ts';
import type { ViewOptions } from '../view/view.ts';

type Task = { readonly claim: SummaryClaim; readonly due: DueDate };

/** Whether a summary has something for a calendar. */
export function hasDatedTasks(summary: Summary): boolean {
  return findDatedTasks(summary).length > 0;
}

/**
 * The action items with a date as events of an iCalendar file (RFC 5545), because few calendars show to-dos; empty if
 * there are none.
 */
export function toCalendar(summary: Summary, options: ViewOptions = {}): string {
  const tasks = findDatedTasks(summary);
  if (tasks.length === 0) return '';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Footnote//Footnote//EN',
    ...tasks.flatMap(task => renderEvent(task, summary, options)),
    'END:VCALENDAR',
  ];
  return lines.map(line => `${fold(line)}\r\n`).join('');
}

function findDatedTasks(summary: Summary): readonly Task[] {
  return summary.claims.flatMap((claim): Task[] => {
    if (toSection(claim) !== 'action' || claim.due === null) return [];
    const cited = toAllCitations(claim, summary).map(({ message }) => message);
    const said = cited.find(({ text }) => text.includes(claim.due ?? '')) ?? cited[0];
    // Without a date, nobody knows which Friday "Friday" is.
    const due =
      said && isDated(said.time) && parseDueDate(claim.due, said.time, summary.zone, summary.language);
    return due ? [{ claim, due }] : [];
  });
}

function renderEvent({ claim, due }: Task, summary: Summary, options: ViewOptions): readonly string[] {
  const t = options.t ?? toTexts(summary.language);
  const owner =
    claim.owner === null ? '' : `${toShownName(claim.owner, t('summary.someone'))}${t('summary.colon')} `;
  const cited = (options.references ?? true) ? toAllCitations(claim, summary) : [];
  const sources = cited.flatMap(({ number, message }) =>
    number === null
      ? []
      : [
          `[${number}] ${toShownName(message.sender, t('summary.someone'))} ${toLinkTarget(message.url) ?? ''}`.trim(),
        ],
  );
  const notes = [t('summary.due', { when: toShownLine(claim.due ?? '') }), ...sources];
  const url = cited.map(({ message }) => toLinkTarget(message.url)).find(target => target !== null);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(`${claim.id}.${summary.id}`)}@footnote`,
    `DTSTAMP:${toUtc(summary.timeRange?.end ?? '1970-01-01T00:00:00.000Z')}`,
    ...(due.at === undefined
      ? [`DTSTART;VALUE=DATE:${due.day.replaceAll('-', '')}`]
      : [`DTSTART:${toUtc(due.at)}`]),
    `SUMMARY:${escapeText(owner + toShownLine(claim.text))}`,
    `DESCRIPTION:${escapeText(notes.join('\n'))}`,
    ...(url ? [`URL:${url}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function toUtc(iso: string): string {
  return iso.replace(/[-:]|\.\d+/g, '');
}

function escapeText(text: string): string {
  return toMaskedText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

const maxLineBytes = 75;

/** A line in pieces of at most 75 bytes, split only between characters. */
function fold(line: string): string {
  let [folded, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxLineBytes) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
