import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UserError } from '../../errors.ts';
import type { SizeLimit } from './read-bytes.ts';

/** The files of a zip or a folder: their paths, with slashes, and their bytes. Media are only named. */
export type Archive = {
  readonly names: readonly string[];
  /** Texts and JSON. */
  readonly texts: ReadonlyMap<string, Buffer>;
};

/** Far more than chats have; a folder of another kind ends here. */
export const maxEntries = 50_000;

/** Whether a file may contain messages; files that phones and desktops add do not. */
export function isText(name: string): boolean {
  return /\.(?:txt|json|jsonl|md|markdown|vtt|srt)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
}

/** Names that apps give to the one file with the messages; the archive's own name says more. */
export function isUsualName(name: string): boolean {
  return /(?:^|\/)(?:_chat\.txt|result\.json)$/.test(name);
}

/** Chats shrink to a quarter or a tenth; a higher ratio is a zip bomb. */
const maxRatio = 200;

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK';
}

/**
 * Reads the texts of a zip archive; together they may be as large as a file may. Sizes are checked before and while an
 * entry is unpacked.
 *
 * @throws UserError `file_unreadable`, `file_too_large`, `file_encrypted` or `cancelled`.
 */
export async function readZip(
  bytes: Buffer,
  fileName: string,
  limit: SizeLimit,
  signal?: AbortSignal,
): Promise<Archive> {
  let zip: ZipFile | undefined;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true });
    if (zip.entryCount > maxEntries) throw toTooMany(fileName);
    const names: string[] = [];
    const texts = new Map<string, Buffer>();
    let left = limit.maxBytes;
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted();
      if (entry.fileName.endsWith('/')) continue;
      names.push(entry.fileName);
      if (!isText(entry.fileName)) continue;
      if (entry.isEncrypted()) throw toEncrypted(fileName);
      refuseTooLarge(entry, left, fileName, limit);
      const text = await readEntry(zip, entry, signal);
      left -= text.length;
      texts.set(entry.fileName, text);
    }
    return { names, texts };
  } catch (error) {
    throw toZipError(error, fileName, signal);
  } finally {
    zip?.close();
  }
}

function refuseTooLarge(entry: Entry, left: number, fileName: string, limit: SizeLimit): void {
  if (entry.uncompressedSize > left) {
    const most = `${(limit.maxBytes / 1e6).toLocaleString('en-US')} MB`;
    throw new UserError(
      'file_too_large',
      `The texts in ${fileName} are larger than ${most}. ${limit.remedy}`,
    );
  }
  if (entry.uncompressedSize <= maxRatio * Math.max(entry.compressedSize, 1)) return;
  throw new UserError(
    'file_too_large',
    `${entry.fileName} in ${fileName} would unpack to more than ${maxRatio} times its size. Unpack it and name the file itself.`,
  );
}

async function readEntry(zip: ZipFile, entry: Entry, signal?: AbortSignal): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  for await (const piece of stream) {
    signal?.throwIfAborted();
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

function toEncrypted(fileName: string): UserError {
  return new UserError(
    'file_encrypted',
    `${fileName} is encrypted. Unpack it with its password, then name the file of the chat.`,
  );
}

function toTooMany(fileName: string): UserError {
  return new UserError(
    'file_too_large',
    `${fileName} contains more than ${maxEntries.toLocaleString('en-US')} files. Unpack it and name one of them.`,
  );
}

function toZipError(error: unknown, fileName: string, signal?: AbortSignal): UserError {
  if (error instanceof UserError) return error;
  if (signal?.aborted)
    return new UserError('cancelled', `Reading ${fileName} was cancelled.`, { cause: error });
  // Names of files may be encrypted too.
  if (error instanceof Error && /encrypt/i.test(error.message)) return toEncrypted(fileName);
  return new UserError('file_unreadable', `${fileName} is a damaged zip archive. Export it again.`, {
    cause: error,
  });
}
