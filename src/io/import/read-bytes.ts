import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { UserError } from '../../errors.ts';

/** The largest size to read, and a sentence that says what to do with a larger file. */
export type SizeLimit = { readonly maxBytes: number; readonly remedy: string };

const exportedInParts =
  'Export a shorter time (--after, --before) or smaller parts (--partition) with DiscordChatExporter, or a WhatsApp chat without media';

/** Node cannot create a string of more than about 536 million UTF-16 units. */
const largestMegabytes = 500;
const defaultMegabytes = 16;

/** The limit for files from users, who cannot raise it. */
export const sentFileLimit: SizeLimit = { maxBytes: defaultMegabytes * 1e6, remedy: `${exportedInParts}.` };

/** The limit for a conversation; `megabytes` is at most 500. */
export function createSizeLimit(megabytes = defaultMegabytes): SizeLimit {
  const canRaise = megabytes < largestMegabytes;
  return {
    maxBytes: megabytes * 1e6,
    remedy: `${exportedInParts}${canRaise ? `, or raise the limit with --max-size (up to ${largestMegabytes} MB)` : ''}.`,
  };
}

/**
 * Reads a file.
 *
 * @throws UserError `file_missing`, `file_unreadable`, `file_too_large`, `no_messages` (the file is empty) or `cancelled`.
 */
export async function readFileBytes(path: string, limit: SizeLimit, signal?: AbortSignal): Promise<Buffer> {
  try {
    signal?.throwIfAborted();
    const file = await stat(path);
    if (file.size > limit.maxBytes) throw toTooLarge(path, limit, file.size);
    // A pipe or device has size 0 and may still contain any amount, so the stream is limited too.
    return await readStreamBytes(createReadStream(path), path, limit, signal);
  } catch (error) {
    throw error instanceof UserError ? error : toFileError(path, error, signal);
  }
}

/**
 * Reads a stream to its end, or to the limit.
 *
 * @throws UserError `file_unreadable`, `file_too_large` or `cancelled`.
 */
export async function readStreamBytes(
  stream: Readable,
  name: string,
  limit: SizeLimit,
  signal?: AbortSignal,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    if (signal) addAbortSignal(signal, stream);
    for await (const piece of stream) {
      const buffer = Buffer.from(piece);
      pieces.push(buffer);
      bytes += buffer.length;
      if (bytes > limit.maxBytes) throw toTooLarge(name, limit);
    }
  } catch (error) {
    throw error instanceof UserError ? error : toFileError(name, error, signal);
  }
  return Buffer.concat(pieces);
}

function toTooLarge(name: string, { maxBytes, remedy }: SizeLimit, bytes?: number): UserError {
  const limit = toMegabytes(maxBytes);
  const size = bytes === undefined ? '' : toMegabytes(bytes);
  const excess = size === '' || size === limit ? `larger than ${limit}` : `${size}; the limit is ${limit}`;
  return new UserError('file_too_large', `${name} is ${excess}. ${remedy}`);
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

/** Converts a file system error to a sentence with a remedy. */
export function toFileError(path: string, cause: unknown, signal?: AbortSignal): UserError {
  const options = { cause };
  if (signal?.aborted) return new UserError('cancelled', `Reading ${path} was cancelled.`, options);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new UserError('file_missing', `There is no file ${path}. Check its name and folder.`, options);
    case 'EISDIR':
      return new UserError('file_unreadable', `${path} is a folder. Name one exported file in it.`, options);
    case 'EACCES':
    case 'EPERM':
      return new UserError(
        'file_unreadable',
        `You have no permission to read ${path}. Change its permissions, or copy the file.`,
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
