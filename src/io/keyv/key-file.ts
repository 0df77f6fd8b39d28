import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.ts';
import { createFolder, inMemory, requireOwnFiles, toProblem } from './backends/sqlite.ts';

/** The path of an SQLite store's own key; null for other stores. */
export function toKeyPath(url: string): string | null {
  const path = toDatabasePath(url);
  return path === null ? null : `${path}.key`;
}

function toDatabasePath(url: string): string | null {
  const [, path = inMemory] = /^sqlite:\/\/(.+)$/.exec(url) ?? [];
  return path === inMemory ? null : path;
}

const waitMs = 50;
const mostWaits = 20;

/** @throws UserError `bad_environment` if the key is unusable, or a file of the store belongs to another user. */
export async function readStoreKeys(url: string, given: readonly KeyObject[]): Promise<readonly KeyObject[]> {
  const database = toDatabasePath(url);
  if (database !== null) requireOwnFiles(database);
  const path = toKeyPath(url);
  if (path === null || !existsSync(path)) return given;
  const read = () => readFile(path, 'utf8').catch(() => null);
  let text = await read();
  // Another process may have made it a moment ago, and be about to write it.
  for (let waits = 0; text === '' && waits < mostWaits; waits += 1) {
    await sleep(waitMs);
    text = await read();
  }
  if (text !== null && /^[\w+/]{43}=\s*$/.test(text))
    return [...given, createSecretKey(text.trim(), 'base64')];
  throw new UserError(
    'bad_environment',
    `${path} cannot be read, or is not a key. Restore it from a backup: without it, data that was encrypted with it cannot be read. Only if nothing was stored yet, delete it.`,
  );
}

/** The same; creates the file for a new SQLite store without STORE_KEY. @throws UserError also if it cannot be written. */
export async function openStoreKeys(url: string, given: readonly KeyObject[] = []) {
  const database = toDatabasePath(url);
  const path = toKeyPath(url);
  if (database !== null) requireOwnFiles(database);
  const isNew = (statSync(database ?? '', { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (database === null || path === null || given.length > 0 || !isNew || existsSync(path))
    return { keys: await readStoreKeys(url, given), notices: [] };
  try {
    await createFolder(dirname(path));
    const text = `${randomBytes(32).toString('base64')}\n`;
    await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      return { keys: await readStoreKeys(url, given), notices: [] };
    throw toProblem(path, cause);
  }
  return {
    keys: await readStoreKeys(url, given),
    notices: [
      `Created ${path}, which encrypts the new store because STORE_KEY is not set. Keep a copy of it elsewhere: without it, stored data cannot be read.`,
    ],
  };
}
