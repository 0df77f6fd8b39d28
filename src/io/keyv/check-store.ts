import type { KeyObject } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { withDeadline } from '../../deadline.ts';
import { type Diagnosis, UserError } from '../../errors.ts';
import { createLogger } from '../../log.ts';
import type { Backend } from './backends/backend.ts';
import { openBackend } from './backends/open-backend.ts';
import { createEncryption } from './encryption.ts';
import { createFieldFormat } from './formats.ts';
import { readStoreKeys, toKeyPath } from './key-file.ts';
import { createKinds } from './kinds.ts';
import { keyIdsRecord, openKeyIds, requireKeys, requireVersion } from './own-records.ts';
import { toReason } from './records.ts';
import { createGradeStore } from './stores/server-stores.ts';

const diagnose = (level: Diagnosis['level'], text: string): Diagnosis => ({ level, topic: 'Store', text });
const answerTimeoutMs = 5_000;
const probeTtlMs = 60_000;
const probeFormat = createFieldFormat('writtenAt', z.number());

/** Opens the store, checks its keys, then writes, reads and removes a record. Re-encrypts nothing, and creates no SQLite file. */
export async function checkStore(
  url: string,
  given: readonly KeyObject[],
  botId?: string,
): Promise<Diagnosis> {
  const keyName = given.length > 0 ? 'STORE_KEY' : toKeyPath(url);
  const path = url.startsWith('sqlite:') ? toPlace(url) : '';
  const size = ['', ':memory:'].includes(path) ? undefined : readSize(path);
  if (size === null) return diagnoseMissing(path, keyName);
  if (size === 0)
    return diagnose(
      'warning',
      `${path} (STORE_URL) is a file of 0 bytes, so the bot starts without data. If it had data before, restore a backup.`,
    );
  try {
    const keys = await readStoreKeys(url, given);
    const backend = await openBackend(url, botId);
    try {
      return await withDeadline(inspect(backend, url, keys, keyName), answerTimeoutMs);
    } finally {
      await backend.close();
    }
  } catch (error) {
    if (error instanceof UserError) return diagnose('problem', error.message);
    return diagnose(
      'problem',
      `The store at STORE_URL opens but cannot be read or written (${toReason(error)}). Check that it is running, has free space and allows writing.`,
    );
  }
}

type GradeStore = ReturnType<typeof createGradeStore>;
type StoreAddress = {
  readonly storeUrl: string;
  readonly storeKeys?: readonly KeyObject[] | undefined;
  readonly discord: { readonly botId?: string | undefined };
};

/** Reads or stores the grade of the judge; null if there is no store that outlives this process, or it cannot be used. */
export async function useGrades<Result>(
  { storeUrl: url, storeKeys = [], discord }: StoreAddress,
  use: (grades: GradeStore) => Promise<Result>,
): Promise<Result | null> {
  const path = url.startsWith('sqlite:') ? toPlace(url) : '';
  if (url.startsWith('memory:') || path === ':memory:' || (path !== '' && !readSize(path))) return null;
  try {
    const keys = await readStoreKeys(url, storeKeys);
    const backend = await openBackend(url, discord.botId);
    try {
      const { kinds } = await openKinds(backend, keys);
      const result = await use(createGradeStore(kinds));
      await backend.flush();
      return result;
    } finally {
      await backend.close();
    }
  } catch {
    // The check of the store says why.
    return null;
  }
}

async function openKinds(backend: Backend, keys: readonly KeyObject[]) {
  const encryption = createEncryption(keys);
  const kinds = createKinds({ backend, encryption, answerTimeoutMs, log: createLogger('silent') });
  await requireVersion(kinds);
  const used = (await openKeyIds(kinds).get(keyIdsRecord)) ?? [];
  requireKeys(used, encryption.keyIds);
  return { kinds, used, keyIds: encryption.keyIds };
}

async function inspect(
  backend: Backend,
  url: string,
  keys: readonly KeyObject[],
  keyName: string | null,
): Promise<Diagnosis> {
  const { kinds, used, keyIds } = await openKinds(backend, keys);
  const [probes, writtenAt] = [kinds.open('doctor', probeFormat), Date.now()];
  await probes.put(['probe'], writtenAt, probeTtlMs);
  const read = await probes.get('probe');
  await probes.remove('probe');
  if (read !== writtenAt) throw new Error('the store returned something else');
  const name = `${toPlace(url)} can be read and written`;
  if (url.startsWith('memory:'))
    return diagnose('warning', 'STORE_URL is memory://, so everything is lost when the bot stops.');
  if (keyIds.length === 0)
    return diagnose('warning', `${name}, but is not encrypted. To encrypt it, set STORE_KEY.`);
  const isCurrent = used.length === 1 && used[0] === keyIds[0];
  const when = isCurrent
    ? `and is encrypted with ${keyName}`
    : `and will be encrypted with ${keyName} at the next start`;
  return diagnose('ok', `${name} ${when}.`);
}

/** Of an SQLite file that the bot will create. */
async function diagnoseMissing(path: string, keyName: string | null): Promise<Diagnosis> {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    return diagnose(
      'problem',
      `${path} (STORE_URL) does not exist and cannot be created in ${folder}. Name a path in a folder that Footnote can write to.`,
    );
  }
  return diagnose(
    'ok',
    `${path} does not exist yet. The bot creates it at its first start, encrypted with ${keyName}.`,
  );
}

/** The address without a user name, a password or parameters. */
function toPlace(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite://'.length);
  return `The Redis at ${URL.parse(url)?.host ?? 'STORE_URL'}`;
}

/** In bytes; null if there is no file, undefined if that cannot be found out. */
function readSize(path: string): number | null | undefined {
  try {
    return statSync(path).size;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
  }
}
