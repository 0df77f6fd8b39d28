import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../errors.ts';
import { createFolder, inMemory, toProblem } from './backends/sqlite.ts';

/** The path of an SQLite store's own key; null for other stores. */
export function toKeyPath(url: string): string | null {
  const [, path = inMemory] = /^sqlite:\/\/(.+)$/.exec(url) ?? [];
  return path === inMemory ? null : `${path}.key`;
}

/** @throws UserError `bad_environment` if the key is unusable. */
export async function readStoreKeys(url: string, given: readonly KeyObject[]): Promise<readonly KeyObject[]> {
  const path = toKeyPath(url);
  if (path === null || !existsSync(path)) return given;
  const text = await readFile(path, 'utf8').catch(() => '');
  if (/^[\w+/]{43}=\s*$/.test(text)) return [...given, createSecretKey(text.trim(), 'base64')];
  throw new UserError(
    'bad_environment',
    `${path} cannot be read, or is not a key. Give it to the user that Footnote runs as (chown), or restore it from a backup: without it, data that was encrypted with it cannot be read. Only if nothing was stored yet, delete it.`,
  );
}

/** The same; creates the file for a new SQLite store without STORE_KEY. @throws UserError also if it cannot be written. */
export async function openStoreKeys(url: string, given: readonly KeyObject[] = []) {
  const path = toKeyPath(url);
  const notices: string[] = [];
  if (path !== null && given.length === 0)
    try {
      const database = path.replace(/\.key$/, '');
      const isNew = (statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0;
      if (isNew && !existsSync(path)) {
        await createFolder(dirname(path));
        const text = `${randomBytes(32).toString('base64')}\n`;
        await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
        notices.push(
          `Created ${path}, which encrypts the new store because STORE_KEY is not set. Keep a copy of it elsewhere: without it, stored data cannot be read.`,
        );
      }
    } catch (cause) {
      throw toProblem(path, cause);
    }
  return { keys: await readStoreKeys(url, given), notices };
}
