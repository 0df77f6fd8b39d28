import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { ReadResult } from '../../app/ports.ts';
import { UserError } from '../../errors.ts';
import { decodeText } from './decode-text.ts';
import { parseExport } from './parse-export.ts';
import { toCountWords } from './record-check.ts';

/** Node holds no longer text than about 536 million UTF-16 units. */
const largestBytes = 500_000_000;

/**
 * Reads an exported conversation from a file; which format it has is told by its content.
 *
 * @throws UserError `file_missing`, `file_unreadable`, `format_unknown`, `format_unsupported`, `no_messages` or
 * `cancelled`, each naming the file and what to do.
 */
export async function readConversationFile(path: string, signal?: AbortSignal): Promise<ReadResult> {
  return toResult(await readFileBytes(path, signal), basename(path));
}

/**
 * Reads an exported conversation from a stream to its end; `name` stands for it in sentences.
 *
 * @throws UserError as `readConversationFile` does.
 */
export async function readConversationStream(
  stream: Readable,
  name: string,
  signal?: AbortSignal,
): Promise<ReadResult> {
  return toResult(await readStreamBytes(stream, name, signal), name);
}

/**
 * Reads a stream to its end.
 *
 * @throws UserError `file_unreadable` or `cancelled`.
 */
export async function readStreamBytes(stream: Readable, name: string, signal?: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    if (signal) addAbortSignal(signal, stream);
    for await (const piece of stream) {
      pieces.push(Buffer.from(piece));
      bytes += pieces.at(-1)?.length ?? 0;
      if (bytes > largestBytes) throw toTooLarge(name, bytes);
    }
  } catch (error) {
    throw error instanceof UserError ? error : toFileError(name, error, signal);
  }
  return Buffer.concat(pieces);
}

function toResult(bytes: Buffer, fileName: string): ReadResult {
  const { text, notices } = decodeText(bytes, fileName);
  const result = parseExport(text, fileName);
  return { ...result, notices: [...result.notices, ...notices] };
}

/**
 * Reads a file.
 *
 * @throws UserError `file_missing`, `file_unreadable` or `cancelled`.
 */
export async function readFileBytes(path: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    signal?.throwIfAborted();
    const { size } = await stat(path);
    if (size > largestBytes) throw toTooLarge(path, size);
    return await readFile(path, signal ? { signal } : {});
  } catch (error) {
    throw error instanceof UserError ? error : toFileError(path, error, signal);
  }
}

function toTooLarge(path: string, bytes: number): UserError {
  const size = toCountWords(Math.round(bytes / 1e6), 'MB', 'MB');
  return new UserError(
    'file_unreadable',
    `${path} is too large (${size}, the limit is 500 MB): export the channel in parts (--partition 100000) or a shorter time (--after, --before).`,
  );
}

/** Tells why the system did not hand out a file, and what to do. */
export function toFileError(path: string, cause: unknown, signal?: AbortSignal): UserError {
  const options = { cause };
  if (signal?.aborted) return new UserError('cancelled', `Reading ${path} was cancelled.`, options);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new UserError('file_missing', `There is no file ${path}: check its name and folder.`, options);
    case 'EISDIR':
      return new UserError('file_unreadable', `${path} is a folder: name one exported file in it.`, options);
    case 'EACCES':
    case 'EPERM':
      return new UserError(
        'file_unreadable',
        `${path} may not be read by this account: give it read permission, or copy the file.`,
        options,
      );
    default:
      return new UserError(
        'file_unreadable',
        `${path} could not be read (${code || String(cause)}).`,
        options,
      );
  }
}
