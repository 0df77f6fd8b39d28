import { type LogEntry, toEntryStatus, toInvolved, toShownStatement } from '../../core/decisions/entry.ts';
import { writeCsv } from '../exports/csv.ts';
import { toMaskedText } from '../exports/shown-support.ts';
import { escapeMarkdown } from '../markdown/markdown-markup.ts';
import { toLinkTarget } from '../view/marker.ts';
import {
  createNumbering,
  type EntryTextOptions,
  type ShownEntry,
  toQuote,
  toStatusWords,
} from './entry-text.ts';

export const entryFormats = ['markdown', 'csv'] as const;
export type EntryFormat = (typeof entryFormats)[number];

const columns = [
  'entry_id',
  'kind',
  'status',
  'time',
  'text',
  'people',
  'owner',
  'due',
  'supersedes',
  'superseded_by',
  'sender',
  'timestamp',
  'quote',
  'url',
] as const;

/** A row for each message behind an entry, entries in the order given. */
export function toEntriesCsv(all: readonly ShownEntry[], now: string): string {
  return writeCsv(
    columns,
    all.flatMap(({ entry, supersedes, supersededBy }) => {
      const { text = '', owner = null, due = null } = toShownStatement(entry) ?? {};
      const { initiator, involved } = toInvolved(entry);
      const own = {
        entry_id: entry.id,
        kind: entry.kind,
        status: toEntryStatus(entry, now),
        time: entry.at,
        text: toMaskedText(text),
        people: [initiator, ...involved].filter(Boolean).map(toMaskedText).join('; '),
        owner: toMaskedText(owner ?? ''),
        due: toMaskedText(due ?? ''),
        supersedes: supersedes.map(({ id }) => id).join(' '),
        superseded_by: supersededBy.map(({ id }) => id).join(' '),
      };
      if (entry.sources.length === 0) return [own];
      return entry.sources.map(source => ({
        ...own,
        sender: toMaskedText(source.sender),
        timestamp: source.time,
        quote: toQuote(entry, source),
        url: toLinkTarget(source.url) ?? '',
      }));
    }),
  );
}

export function toEntriesMarkdown(
  all: readonly ShownEntry[],
  title: string,
  options: EntryTextOptions,
): string {
  const { t } = options;
  const toMark = createNumbering();
  const toStatement = (entry: LogEntry) => {
    const text = toShownStatement(entry)?.text;
    return text === undefined ? t('bot.decisions.erased') : escapeMarkdown(text);
  };
  const parts = all.map(({ entry, supersedes, supersededBy }) => {
    const { initiator, involved } = toInvolved(entry);
    const people = t.list([initiator, ...involved].filter(Boolean).map(escapeMarkdown));
    return [
      `## ${toStatement(entry)}`,
      '',
      [toStatusWords(entry, options), entry.at, people].filter(Boolean).join(' · '),
      ...supersededBy.map(each => `\n${t('bot.decisions.supersededBy', { entry: toStatement(each) })}`),
      ...supersedes.map(each => `\n${t('bot.decisions.supersedes', { entry: toStatement(each) })}`),
      '',
      ...entry.sources.map(source => {
        const quote = escapeMarkdown(toQuote(entry, source));
        return `- ${toMark(source)} ${escapeMarkdown(source.sender)}: ${quote}`;
      }),
    ].join('\n');
  });
  return `# ${escapeMarkdown(title)}\n\n${parts.join('\n\n')}\n`;
}
