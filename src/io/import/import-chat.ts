import type { ImportCounts } from '../../app/chats/ports.ts';
import type { ReadResult } from '../../app/ports.ts';
import { isByPerson, type TimeRange, toEvidence } from '../../core/conversation/evidence.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { toCountWords } from '../../core/count-words.ts';
import { isDated } from '../../core/time.ts';
import { UserError } from '../../errors.ts';
import { type Archive, isUsualName, isZip, readZip } from './archive.ts';
import { decodeText } from './decode-text.ts';
import type { FormatOptions } from './format-options.ts';
import { isSlackArchive, readSlackArchive } from './formats/slack.ts';
import { beginsLikeWhatsApp } from './formats/whatsapp-lines.ts';
import { parseExport } from './parse-export.ts';
import { createSizeLimit, type SizeLimit } from './read-bytes.ts';
import { readable } from './unsupported-formats.ts';

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

/** Counts the messages of a conversation and those that a summary would leave out. */
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

/**
 * Reads the conversation in an archive: a Slack export, or the one file that holds messages beside media.
 *
 * @throws UserError `format_unknown`, `format_unsupported` or `no_messages`.
 */
export function parseArchive(archive: Archive, fileName: string, options: FormatOptions): ReadResult {
  if (isSlackArchive(archive)) return readSlackArchive(archive, fileName);
  const name = findChat(archive);
  const bytes = name === undefined ? undefined : archive.texts.get(name);
  if (name === undefined || !bytes) throw toUnknownArchive(archive, fileName);
  const shown = isUsualName(name) ? fileName : (name.split('/').at(-1) ?? name);
  const { text, notices } = decodeText(bytes, shown);
  const result = parseExport(text, shown, options);
  return { ...result, notices: [...result.notices, ...notices] };
}

function findChat({ texts }: Archive): string | undefined {
  const names = [...texts.keys()];
  const usual = names.filter(isUsualName);
  if (usual.length === 1) return usual[0];
  if (names.length === 1) return names[0];
  // Documents that were sent in the chat lie beside it.
  const chats = names.filter(name =>
    beginsLikeWhatsApp(texts.get(name)?.subarray(0, 8_192).toString('utf8') ?? ''),
  );
  return chats.length === 1 ? chats[0] : undefined;
}

function toUnknownArchive({ names, texts }: Archive, fileName: string): UserError {
  const files = toCountWords(names.length, 'file', 'files');
  const which =
    texts.size > 1
      ? 'several of them may be the conversation. Name one of them'
      : 'none of them is a conversation';
  return new UserError(
    'format_unknown',
    `${fileName} contains ${files}, and ${which}. Footnote reads ${readable}`,
  );
}
