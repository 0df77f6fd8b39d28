import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { UserError } from '../../../errors.ts';
import { readFileBytes, type SizeLimit, toFileError } from '../read-bytes.ts';
import { isSlackArchive } from '../slack/slack.ts';
import { type Archive, isText, isUsualName, maxEntries } from './archive.ts';

/**
 * Reads a folder that an app exported, with the folders in it: the texts of a Slack export, or the one file that holds
 * messages. Together they may be as large as a file may.
 *
 * @throws UserError `file_unreadable` (also for a folder of another kind) or `cancelled`.
 */
export async function readFolder(path: string, limit: SizeLimit, signal?: AbortSignal): Promise<Archive> {
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
