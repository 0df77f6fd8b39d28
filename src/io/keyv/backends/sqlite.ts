import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { UserError, type UserErrorCode } from '../../../errors.ts';
import { createKeyedMutex, createTryLock } from '../../../keyed-mutex.ts';
import { type Backend, createKeySpace, type Replace } from './backend.ts';

/** How long a write waits for another process; the driver is synchronous, so it blocks this process. */
const busyTimeoutMs = 2_000;

/** An SQLite error code. */
const busy = 5;
const lockedWords = 'is locked by another process. Stop that process, or start Footnote again later';
/** By SQLite error code; temporary ones are `store_unavailable`, so that the bot is restarted. */
const problems: ReadonlyMap<number, readonly [UserErrorCode, string]> = new Map([
  [busy, ['store_unavailable', lockedWords]],
  [6, ['store_unavailable', lockedWords]],
  [11, ['bad_environment', 'is damaged. Restore a backup, or move that file away to begin anew']],
  [13, ['store_unavailable', 'is on a full disk. Free some space, then start Footnote again']],
  [26, ['bad_environment', 'is not an SQLite database. Name another path, or move that file away']],
]);
const otherProblem = [
  'bad_environment',
  'cannot be opened for writing. Name a path in a folder that Footnote can write to, or give the folder to its user (chown)',
] as const;

/** The path of a database that ends with the process. */
export const inMemory = ':memory:';

const namespaceRow = z.object({ namespace: z.string() });
const checkpointRow = z.object({ busy: z.number() });

/** Stores records in a file and creates its folder; several processes may share it, but only one may be the bot. */
export async function openSqlite(path: string): Promise<Backend> {
  const isMemory = path === inMemory;
  const isEmptied = await stat(path).then(
    ({ size }) => size === 0,
    () => false,
  );
  const root = await openFile(path).catch((cause: unknown) => {
    throw toProblem(path, cause);
  });
  let owner: DatabaseSync | null = null;
  const rows = async <Row>(row: z.ZodType<Row>, ...[sql, ...given]: Parameters<typeof root.query>) =>
    z.array(row).parse(await root.query(sql, ...given));
  // The table is there: one that was lost is not replaced by an empty one.
  const query: typeof root.query = async (sql, ...given) =>
    sql.startsWith('CREATE ') ? [] : root.query(sql, ...given);
  // Overwritten pages remain in the write-ahead log until it is truncated.
  const flush = async () => {
    const found = await rows(checkpointRow, 'PRAGMA wal_checkpoint(TRUNCATE)');
    return found.every(each => each.busy === 0);
  };
  const replaceIn =
    (namespace: string): Replace =>
    async (key, before, after, expires) => {
      const replaced =
        before === undefined
          ? // An expired record counts as none.
            await rows(
              z.unknown(),
              `INSERT INTO keyv (key, value, namespace, expires) VALUES (?, ?, ?, ?)
              ON CONFLICT (key, namespace) DO UPDATE SET value = excluded.value, expires = excluded.expires
              WHERE expires <= ? RETURNING key`,
              ...[key, after, namespace, expires ?? null, Date.now()],
            )
          : await rows(
              z.unknown(),
              `UPDATE keyv SET value = ?, expires = ?
              WHERE key = ? AND namespace = ? AND value = ? RETURNING key`,
              ...[after, expires ?? null, key, namespace, before],
            );
      return replaced.length > 0;
    };
  return {
    async open(namespace) {
      const adapter = new KeyvSqlite({
        iterationLimit: 100,
        driver: {
          name: 'custom',
          connect: async () => ({ query, close: async () => {} }),
        },
      });
      const space = createKeySpace(adapter, namespace, replaceIn(namespace), true);
      await adapter.ready;
      return space;
    },
    ...(isEmptied && {
      notices: [
        `${path} (STORE_URL) was a file of 0 bytes, so Footnote starts without data. If it had data before, stop Footnote and restore a backup.`,
      ],
    }),
    namespaces: async () =>
      (await rows(namespaceRow, 'SELECT DISTINCT namespace FROM keyv')).map(({ namespace }) => namespace),
    // Only one process may be the bot.
    exclusively: createKeyedMutex(),
    tryLock: createTryLock(),
    async holdShards() {
      owner ??= isMemory ? null : holdFile(`${path}-owner`);
      return isMemory || owner !== null;
    },
    async sweep() {
      await root.clearExpired();
      await flush();
    },
    flush,
    async close() {
      owner?.close();
      await root.disconnect();
    },
  };
}

/** Locks a file until it is closed or this process ends; null if another process has locked it. */
function holdFile(path: string): DatabaseSync | null {
  const file = new DatabaseSync(path);
  try {
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null;
    throw error;
  }
}

/** Node's own recursive `mkdir` never ends in `/proc`, where no folder can be made. */
export async function createFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await createFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    // Another process may have been faster.
    if (!existsSync(path)) throw error;
  });
}

async function openFile(path: string): Promise<KeyvSqlite> {
  await createFolder(dirname(path));
  const root = new KeyvSqlite({
    uri: `sqlite://${path}`,
    driver: 'node:sqlite',
    wal: path !== inMemory,
    busyTimeout: busyTimeoutMs,
  });
  try {
    await root.ready;
    await root.query('PRAGMA secure_delete = ON');
    // A kill loses nothing, a power failure what came after the last flush. Otherwise each write waits for the disk.
    await root.query('PRAGMA synchronous = NORMAL');
    // The first write shows a read-only file here, before the first summary.
    await root.clearExpired();
    return root;
  } catch (error) {
    // The error of opening is more useful than one of closing.
    await root.disconnect().catch(() => {});
    throw error;
  }
}

export function toProblem(path: string, cause: unknown): UserError {
  const errcode = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : 0;
  const [code, problem] = problems.get(errcode & 0xff) ?? otherProblem;
  return new UserError(code, `${path} (STORE_URL) ${problem}.`, { cause });
}
