import type { ImportCounts } from '../app/chats/ports.ts';
import type { Conversation, Message } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { createZonedClock } from '../core/time.ts';
import { countImported } from '../io/import/import-chat.ts';
import type { Progress } from '../io/terminal/progress.ts';
import { refuseSameFile, writeOutput } from '../io/terminal/write-output.ts';
import { english } from '../render/texts.ts';
import { readConversation, toInputName } from './input.ts';
import {
  type InputOptions,
  refuseUnknownZone,
  runCommand,
  toMessageCount,
  toReadOptions,
} from './run-command.ts';

export type ImportFileOptions = InputOptions & { readonly json?: boolean; readonly out?: string };

/** Reads a conversation and prints what is in it; errors are printed to stderr and thrown again. */
export async function importFile(file: string, options: ImportFileOptions): Promise<void> {
  await runCommand((progress, signal) => run(file, options, progress, signal));
}

async function run(
  file: string,
  options: ImportFileOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { zone, json, out } = options;
  refuseUnknownZone(zone);
  await refuseSameFile(file === '-' ? null : file, out);
  progress.step(`Reading ${toInputName(file)}`);
  const { conversation, notices } = await readConversation(file, toReadOptions(options, signal));
  const counts = countImported(conversation);
  if (out !== undefined) {
    await writeOutput(conversation.messages.filter(isSaid).map(toJsonLine).join(''), out);
  }
  if (json) await writeOutput(toJson(conversation, counts, notices), undefined);
  else {
    for (const notice of notices) progress.tell(notice);
    await writeOutput(toReport(conversation, counts, zone), undefined);
  }
  const messages = toMessageCount(counts.messages, conversation.source);
  progress.done(`Read ${messages}${out === undefined ? '' : `, written to ${out}`}`);
}

const sourceNames = {
  discord: 'Discord channel',
  json_lines: 'JSON Lines',
  whatsapp: 'WhatsApp chat',
  telegram: 'Telegram chat',
  slack: 'Slack export',
  transcript: 'Transcript',
  document: 'Document',
} as const satisfies Readonly<Record<Conversation['source']['type'], string>>;

function toReport({ source }: Conversation, counts: ImportCounts, zone: string): string {
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

function toJson(
  { source }: Conversation,
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

function isSaid({ kind }: Message): boolean {
  return kind === 'said';
}

/** A message as a line that every command reads again. */
function toJsonLine(message: Message): string {
  const { id, author, time, text, editedTime, replyTo, channel, url } = message;
  const record = {
    id,
    author: author.name,
    author_id: author.id,
    ...(author.bot && { bot: true }),
    time,
    text,
    ...(editedTime !== undefined && { edited: editedTime }),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(channel && { channel }),
    ...(url !== undefined && { url }),
  };
  return `${JSON.stringify(record)}\n`;
}
