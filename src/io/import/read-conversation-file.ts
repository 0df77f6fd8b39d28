import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReadResult } from '../../app/ports.ts';
import { UserError } from '../../errors.ts';
import { type Archive, isText, isUsualName, maxEntries } from './archive.ts';
import type { FormatOptions } from './format-options.ts';
import { isSlackArchive } from './formats/slack.ts';
import { parseArchive, readExport } from './import-chat.ts';
import {
  createSizeLimit,
  readFileBytes,
  readStreamBytes,
  type SizeLimit,
  toFileError,
} from './read-bytes.ts';

export type ReadOptions = Partial<FormatOptions> & {
  readonly signal?: AbortSignal;
  /** The largest size to read; 16 MB by default. */
  readonly megabytes?: number | undefined;
};

/**
 * Reads an exported conversation from a file or a folder and recognizes its format by its content.
 *
 * @throws UserError `file_missing`, `file_unreadable`, `format_unknown`, `format_unsupported`, `no_messages`, `bad_usage`
 * or `cancelled`, each with the file's name and what to do.
 */
export async function readConversationFile(path: string, options: ReadOptions = {}): Promise<ReadResult> {
  const { signal, megabytes } = options;
  const limit = createSizeLimit(megabytes);
  const isFolder = await stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
  if (isFolder) return parseArchive(await readFolder(path, limit, signal), basename(path), toFormat(options));
  const bytes = await readFileBytes(path, limit, signal);
  return readExport(bytes, basename(path), { ...toFormat(options), limit, signal });
}

/**
 * Reads an exported conversation from a stream to its end; `name` is used in messages.
 *
 * @throws UserError as `readConversationFile` does.
 */
export async function readConversationStream(
  stream: Readable,
  name: string,
  options: ReadOptions = {},
): Promise<ReadResult> {
  const { signal, megabytes } = options;
  const limit = createSizeLimit(megabytes);
  const bytes = await readStreamBytes(stream, name, limit, signal);
  return readExport(bytes, name, { ...toFormat(options), limit, signal });
}

function toFormat({ zone = 'UTC', ...others }: ReadOptions): FormatOptions {
  return { zone, ...others };
}

/**
 * Reads a folder that an app exported, with the folders in it: the texts of a Slack export, or the one file that holds
 * messages. Together they may be as large as a file may.
 *
 * @throws UserError `file_unreadable` (also for a folder of another kind) or `cancelled`.
 */
async function readFolder(path: string, limit: SizeLimit, signal?: AbortSignal): Promise<Archive> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw toFileError(path, error, signal);
  });
  const files = entries.filter(entry => entry.isFile());
  const names = files.map(({ parentPath, name }) =>
    relative(path, join(parentPath, name)).replaceAll(sep, '/'),
  );
  const wanted = isSlackArchive({ names }) ? names.filter(isText) : names.filter(isUsualName);
  if (wanted.length === 0 || names.length > maxEntries) {
    throw new UserError('file_unreadable', `${path} is a folder. Name one exported file in it.`);
  }
  const texts = new Map<string, Buffer>();
  let left = limit.maxBytes;
  for (const name of wanted) {
    const bytes = await readFileBytes(join(path, name), { ...limit, maxBytes: left }, signal);
    left -= bytes.length;
    texts.set(name, bytes);
  }
  return { names, texts };
}
