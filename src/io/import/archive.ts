import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { UserError } from '../../errors.ts';
import { readBytes, type SizeLimit, toFileError, toMegabytes } from './read-bytes.ts';

/** The files of a zip or a folder: their paths, with slashes, and their bytes. Media are only named. */
export type Archive = {
  readonly names: readonly string[];
  /** Texts and JSON. */
  readonly texts: ReadonlyMap<string, Buffer>;
};

/** Far more than chats have; a folder of another kind ends here. */
const maxEntries = 50_000;

/** Whether a file may contain messages; files that phones and desktops add do not. */
function isText(name: string): boolean {
  return /\.(?:txt|json|jsonl|md|markdown|vtt|srt)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
}

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
      if (entry.uncompressedSize > left)
        throw new UserError(
          'file_too_large',
          `The texts in ${fileName} are larger than ${toMegabytes(limit.maxBytes)}. ${limit.remedy}`,
        );
      const stream = await zip.openReadStreamPromise(entry);
      const text = Buffer.concat(await stream.toArray(signal && { signal }));
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

function toEncrypted(fileName: string): UserError {
  return new UserError(
    'file_encrypted',
    `${fileName} is encrypted. Unpack it with its password, then name the file of the chat.`,
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

/**
 * Reads the texts of a folder and of the folders in it; together they may be as large as a file may.
 *
 * @throws UserError `file_unreadable`, `file_too_large` or `cancelled`.
 */
export async function readFolder(path: string, limit: SizeLimit, signal?: AbortSignal): Promise<Archive> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw toFileError(path, error, signal);
  });
  const paths = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  if (paths.length > maxEntries) throw toTooMany(path);
  const toName = (each: string) => relative(path, each).replaceAll(sep, '/');
  const texts = new Map<string, Buffer>();
  let left = limit.maxBytes;
  for (const each of paths.filter(isText)) {
    const bytes = await readBytes(each, each, { ...limit, maxBytes: left }, signal);
    left -= bytes.length;
    texts.set(toName(each), bytes);
  }
  return { names: paths.map(toName), texts };
}

function toTooMany(name: string): UserError {
  const most = maxEntries.toLocaleString('en-US');
  return new UserError('file_too_large', `${name} contains more than ${most} files. Name one of them.`);
}
