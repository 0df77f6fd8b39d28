import type { ImportCounts } from '../../app/chats/ports.ts';
import type { ReadResult } from '../../app/ports.ts';
import { isByPerson, type TimeRange, toEvidence } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { isDated } from '../../core/time.ts';
import { parseArchive } from './archive/parse-archive.ts';
import { isZip, readZip } from './archive/zip.ts';
import { decodeText } from './decode-text.ts';
import type { FormatOptions } from './format-options.ts';
import { parseExport } from './parse-export.ts';
import { createSizeLimit, type SizeLimit } from './read-bytes.ts';

type ImportOptions = FormatOptions & {
  readonly limit?: SizeLimit;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Reads an exported chat from the bytes of a file, and recognizes its format by its content.
 *
 * @throws UserError `file_unreadable`, `format_unknown`, `format_unsupported`, `dates_ambiguous`, `no_messages`, `bad_usage` or `cancelled`,
 * each with the file's name and what to do.
 */
export async function readExport(
  bytes: Buffer,
  fileName: string,
  options: ImportOptions,
): Promise<ReadResult> {
  const { limit = createSizeLimit(), signal } = options;
  if (isZip(bytes)) return parseArchive(await readZip(bytes, fileName, limit, signal), fileName, options);
  const { text, notices } = decodeText(bytes, fileName);
  const result = parseExport(text, fileName, options);
  return { ...result, notices: [...result.notices, ...notices] };
}

/** Counts what a conversation holds and what of it would be left out. */
export function countImported(conversation: Conversation, window: TimeRange = {}): ImportCounts {
  const { messages, omitted } = toEvidence(conversation, window);
  const times = messages
    .map(({ time }) => time)
    .filter(isDated)
    .sort();
  return {
    messages: messages.length,
    people: new Set(messages.filter(isByPerson).map(({ author }) => author.id)).size,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    omitted,
    attachments: messages.reduce((sum, { attachments }) => sum + attachments.length, 0),
    edited: messages.filter(({ editedTime }) => editedTime !== undefined).length,
    forwarded: messages.filter(({ forwarded }) => forwarded).length,
  };
}
