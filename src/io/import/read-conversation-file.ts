import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReadResult } from '../../app/ports.ts';
import { decodeText } from './decode-text.ts';
import { parseExport } from './parse-export.ts';
import { createSizeLimit, readFileBytes, readStreamBytes } from './read-bytes.ts';

export type ReadOptions = {
  readonly signal?: AbortSignal;
  /** The largest size to read; 16 MB by default. */
  readonly megabytes?: number | undefined;
};

/**
 * Reads an exported conversation from a file and recognizes its format by its content.
 *
 * @throws UserError `file_missing`, `file_unreadable`, `format_unknown`, `format_unsupported`, `no_messages` or
 * `cancelled`, each with the file's name and what to do.
 */
export async function readConversationFile(
  path: string,
  { signal, megabytes }: ReadOptions = {},
): Promise<ReadResult> {
  return toResult(await readFileBytes(path, createSizeLimit(megabytes), signal), basename(path));
}

/**
 * Reads an exported conversation from a stream to its end; `name` is used in messages.
 *
 * @throws UserError as `readConversationFile` does.
 */
export async function readConversationStream(
  stream: Readable,
  name: string,
  { signal, megabytes }: ReadOptions = {},
): Promise<ReadResult> {
  return toResult(await readStreamBytes(stream, name, createSizeLimit(megabytes), signal), name);
}

function toResult(bytes: Buffer, fileName: string): ReadResult {
  const { text, notices } = decodeText(bytes, fileName);
  const result = parseExport(text, fileName);
  return { ...result, notices: [...result.notices, ...notices] };
}
