import type { KeyObject } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { withDeadline } from '../../deadline.ts';
import { type Diagnosis, UserError } from '../../errors.ts';
import { createLogger } from '../../log.ts';
import { openBackend } from './backends/open-backend.ts';
import { createEncryption } from './encryption.ts';
import { createFieldFormat } from './formats.ts';
import { readStoreKeys, toKeyPath } from './key-file.ts';
import { createKinds, type Kinds } from './kinds.ts';
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
  if (isMissing(url)) return diagnoseMissing(toPlace(url), keyName);
  try {
    return await useStore(url, given, botId, opened =>
      withDeadline(inspect(opened, url, keyName), answerTimeoutMs),
    );
  } catch (error) {
    if (error instanceof UserError) return diagnose('problem', error.message);
    return diagnose(
      'problem',
      `The store at STORE_URL opens but cannot be read or written (${toReason(error)}). Check that it is running, has free space and allows writing.`,
    );
  }
}

/** Of an SQLite file that the bot has to create. */
function diagnoseMissing(path: string, keyName: string | null): Diagnosis {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    return diagnose(
      'problem',
      `${path} (STORE_URL) cannot be created in ${folder}. Name a path in a folder that Footnote can write to.`,
    );
  }
  return diagnose(
    'ok',
    `${path} does not exist yet, or is empty. The bot begins it at its first start, encrypted with ${keyName}.`,
  );
}

type StoreAddress = {
  readonly storeUrl: string;
  readonly storeKeys?: readonly KeyObject[] | undefined;
  readonly discord: { readonly botId?: string | undefined };
};

/** Reads or stores the grade of the judge; null if there is no store that outlives this process, or it cannot be used. */
export async function useGrades<Result>(
  { storeUrl: url, storeKeys = [], discord }: StoreAddress,
  use: (grades: ReturnType<typeof createGradeStore>) => Promise<Result>,
): Promise<Result | null> {
  if (url.startsWith('memory:') || isMissing(url)) return null;
  // The check of the store says why.
  return useStore(url, storeKeys, discord.botId, ({ kinds }) => use(createGradeStore(kinds))).catch(
    () => null,
  );
}

async function useStore<Result>(
  url: string,
  given: readonly KeyObject[],
  botId: string | undefined,
  use: (opened: OpenedStore) => Promise<Result>,
): Promise<Result> {
  const encryption = createEncryption(await readStoreKeys(url, given));
  const backend = await openBackend(url, botId);
  try {
    const kinds = createKinds({ backend, encryption, answerTimeoutMs, log: createLogger('silent') });
    await requireVersion(kinds);
    const used = (await openKeyIds(kinds).get(keyIdsRecord)) ?? [];
    requireKeys(used, encryption.keyIds);
    const result = await use({ kinds, used, keyIds: encryption.keyIds });
    await backend.flush();
    return result;
  } finally {
    await backend.close();
  }
}

type OpenedStore = {
  readonly kinds: Kinds;
  readonly used: readonly string[];
  readonly keyIds: readonly string[];
};

async function inspect(
  { kinds, used, keyIds }: OpenedStore,
  url: string,
  keyName: string | null,
): Promise<Diagnosis> {
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

/** The address without a user name, a password or parameters. */
function toPlace(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite://'.length);
  return `The Redis at ${URL.parse(url)?.host ?? 'STORE_URL'}`;
}

/** Whether the bot still has to create an SQLite file. */
function isMissing(url: string): boolean {
  const path = url.startsWith('sqlite:') ? toPlace(url) : '';
  if (['', ':memory:'].includes(path)) return false;
  try {
    return statSync(path).size === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
