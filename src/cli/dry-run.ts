import type { ImportCounts } from '../app/chats/ports.ts';
import type { Source } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { createZonedClock } from '../core/time.ts';
import { english } from '../render/texts.ts';
import { toMessageCount } from './run-command.ts';

const sourceNames = {
  discord: 'Discord channel',
  json_lines: 'JSON Lines',
  whatsapp: 'WhatsApp chat',
  telegram: 'Telegram chat',
  slack: 'Slack export',
  transcript: 'Transcript',
  document: 'Document',
} as const satisfies Readonly<Record<Source['type'], string>>;

/** What a conversation holds and what of it is left out, in words. */
export function toDryRunText(source: Source, counts: ImportCounts, zone: string): string {
  const clock = createZonedClock(zone);
  const toTime = (iso: string | null) => (iso === null ? '' : `${clock.day(iso)} ${clock.minute(iso)}`);
  const { messages, people, from, to, omitted, attachments, edited, forwarded } = counts;
  const kinds = [
    [attachments, 'attachment', 'attachments'],
    [edited, 'edited message', 'edited messages'],
    [forwarded, 'forwarded message', 'forwarded messages'],
  ] as const;
  const found = kinds.flatMap(([count, one, many]) => (count > 0 ? [toCountWords(count, one, many)] : []));
  const lines = [
    `${sourceNames[source.type]}: ${source.title}`,
    toMessageCount(messages, source) +
      (source.type === 'document' ? '' : ` by ${toCountWords(people, 'person', 'people')}`),
    from === null ? '' : `${toTime(from)} to ${toTime(to)} (times in ${zone})`,
    found.join(', '),
    omitted.length === 0
      ? ''
      : `Left out: ${omitted.map(({ reason, count }) => english(`summary.omitted.${reason}`, { count })).join(', ')}`,
  ];
  return lines
    .filter(line => line !== '')
    .map(line => `${line}\n`)
    .join('');
}

/** The same as JSON, with the sentences about what could not be read. */
export function toDryRunJson(
  source: Source,
  { messages, people, from, to, omitted, attachments, edited, forwarded }: ImportCounts,
  problems: readonly string[],
): string {
  const document = {
    source_type: source.type,
    title: source.title,
    messages,
    people,
    time_range_start: from,
    time_range_end: to,
    omitted: omitted.map(({ reason, count }) => ({ reason, count })),
    attachments,
    edited,
    forwarded,
    problems,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
