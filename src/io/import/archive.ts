import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { UserError } from '../../errors.ts';
import { readable } from './records.ts';

/** The files of a zip or a folder: their paths, with slashes, and their bytes. Media are only named. */
export type Archive = {
  readonly names: readonly string[];
  /** Texts and JSON, each of which may be the conversation. */
  readonly texts: ReadonlyMap<string, Buffer>;
};

/** Far more than chats have; a folder of another kind ends here. */
const maxEntries = 50_000;

/** Whether a file may contain messages; files that phones and desktops add, and those in a folder of media, do not. */
function isText(name: string): boolean {
  const isOther = /(?:^|[/\\])(?:__MACOSX[/\\]|\._)|\.json_Files[/\\]/.test(name);
  return /\.(?:txt|json|jsonl|md|markdown|vtt|srt)$/i.test(name) && !isOther;
}

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK';
}

/**
 * Reads the texts of a zip; together they may be as large as a file. Sizes are checked before and while an entry is unpacked.
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
    const opened = zip;
    if (opened.entryCount > maxEntries) throw toTooMany(fileName);
    const names: string[] = [];
    const texts = new Map<string, Buffer>();
    let left = limit.maxBytes;
    for await (const entry of opened.eachEntry()) {
      signal?.throwIfAborted();
      const { fileName: name, uncompressedSize: size } = entry;
      if (name.endsWith('/')) continue;
      names.push(name);
      if (!isText(name)) continue;
      if (size > left)
        throw new UserError(
          'file_too_large',
          `The texts in ${fileName} are larger than ${toMegabytes(limit.maxBytes)}. ${limit.remedy}`,
        );
      const stream = await opened.openReadStreamPromise(entry);
      const text = Buffer.concat(await stream.toArray(signal && { signal }));
      left -= text.length;
      texts.set(name, text);
    }
    return { names, texts };
  } catch (error) {
    throw toZipError(error, fileName, signal);
  } finally {
    zip?.close();
  }
}

function toZipError(error: unknown, fileName: string, signal?: AbortSignal): UserError {
  if (error instanceof UserError) return error;
  if (signal?.aborted)
    return new UserError('cancelled', `Reading ${fileName} was cancelled.`, { cause: error });
  // Of an entry, or of the names of all.
  if (error instanceof Error && /encrypt/i.test(error.message))
    return new UserError(
      'file_encrypted',
      `${fileName} is encrypted. Unpack it with its password, then name the file of the chat.`,
    );
  return new UserError('file_unreadable', `${fileName} is a damaged zip archive. Export it again.`, {
    cause: error,
  });
}

/** Reads the texts of a folder, as large as a file together. @throws UserError `file_unreadable`, `file_too_large` or `cancelled`. */
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

/** The largest size to read, and a sentence that says what to do with a larger file. */
export type SizeLimit = { readonly maxBytes: number; readonly remedy: string };

const exportedInParts =
  'Export a shorter time (--after, --before) or smaller parts (--partition) with DiscordChatExporter, or a WhatsApp chat without media';

const defaultMegabytes = 16;

/** The limit for files from users, who cannot raise it. */
export const sentFileLimit: SizeLimit = { maxBytes: defaultMegabytes * 1e6, remedy: `${exportedInParts}.` };

/** The limit for a conversation; `megabytes` is at most 500, because Node cannot create a longer string. */
export function createSizeLimit(megabytes = defaultMegabytes): SizeLimit {
  return {
    maxBytes: megabytes * 1e6,
    remedy: `${exportedInParts}, or raise the limit with --max-size (up to 500 MB).`,
  };
}

/** Reads a file or stream; `name` is for errors. @throws UserError `file_missing`, `file_unreadable`, `file_too_large` or `cancelled`. */
export async function readBytes(
  source: string | Readable,
  name: string,
  { maxBytes, remedy }: SizeLimit,
  signal?: AbortSignal,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    signal?.throwIfAborted();
    const size = typeof source === 'string' ? (await stat(source)).size : 0;
    if (size > maxBytes)
      throw new UserError(
        'file_too_large',
        `${name} is ${toMegabytes(size)}; the limit is ${toMegabytes(maxBytes)}. ${remedy}`,
      );
    const stream = typeof source === 'string' ? createReadStream(source) : source;
    if (signal) addAbortSignal(signal, stream);
    for await (const piece of stream) {
      const buffer = Buffer.from(piece);
      pieces.push(buffer);
      bytes += buffer.length;
      if (bytes > maxBytes)
        throw new UserError('file_too_large', `${name} is larger than ${toMegabytes(maxBytes)}. ${remedy}`);
    }
  } catch (error) {
    throw error instanceof UserError ? error : toFileError(name, error, signal);
  }
  return Buffer.concat(pieces);
}

/** "16 MB" */
function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}

function toFileError(path: string, cause: unknown, signal?: AbortSignal): UserError {
  if (signal?.aborted) return new UserError('cancelled', `Reading ${path} was cancelled.`, { cause });
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? new UserError('file_missing', `There is no file ${path}. Check its name and folder.`, { cause })
    : new UserError('file_unreadable', `${path} could not be read (${code}). Check its permissions.`, {
        cause,
      });
}

/** The text of a file, and a sentence if some bytes could not be decoded. */
type DecodedText = { readonly text: string; readonly notices: readonly string[] };

/** Decodes a file as UTF-8, or as UTF-16 with a byte order mark; refuses binary files. */
export function decodeText(bytes: Buffer, fileName: string): DecodedText {
  if (bytes.length === 0) throw new UserError('no_messages', `${fileName} is empty.`);
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return { text: new TextDecoder('utf-16le').decode(bytes), notices: [] };
  if (mark === 'feff') return { text: new TextDecoder('utf-16be').decode(bytes), notices: [] };
  if (bytes.subarray(0, 8_192).includes(0)) {
    throw new UserError('format_unknown', `${fileName} is a binary file. Footnote reads ${readable}`);
  }
  const notice = `Some bytes of ${fileName} are not UTF-8 and are shown as "\uFFFD". Save the file as UTF-8 to read all of it.`;
  return { text: bytes.toString('utf8'), notices: isUtf8(bytes) ? [] : [notice] };
}
