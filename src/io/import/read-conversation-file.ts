import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReadResult } from '../../app/ports.ts';
import { readFolder } from './archive/folder.ts';
import { parseArchive } from './archive/parse-archive.ts';
import type { FormatOptions } from './format-options.ts';
import { readExport } from './import-chat.ts';
import { createSizeLimit, readFileBytes, readStreamBytes } from './read-bytes.ts';

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
