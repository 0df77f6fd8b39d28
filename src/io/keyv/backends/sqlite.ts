import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { UserError, type UserErrorCode } from '../../../errors.ts';
import { type Backend, createKeySpace } from './backend.ts';

/** How long a write waits for another process; the driver is synchronous, so it blocks this process. */
const busyTimeoutMs = 2_000;

/** SQLite error codes. */
const busy = 5;
const locked = 6;
const full = 13;
const notADatabase = 26;

const claimsNamespace = 'claims';
const claimRow = z.object({ value: z.string() });
const namespaceRow = z.object({ namespace: z.string() });
const checkpointRow = z.object({ busy: z.number() });

/** Stores records in a file and creates its folder; several processes may share it. */
export async function openSqlite(path: string): Promise<Backend> {
  if (path === '' || path === ':memory:') {
    throw new UserError(
      'bad_environment',
      'STORE_URL names no file. Write, for example, sqlite://data/footnote.sqlite, or memory:// to store nothing.',
    );
  }
  const root = await openFile(path).catch((cause: unknown) => {
    throw toProblem(path, cause);
  });
  // Overwritten pages remain in the write-ahead log until it is truncated.
  const flush = async () => {
    const rows = await root.query('PRAGMA wal_checkpoint(TRUNCATE)');
    return z
      .array(checkpointRow)
      .parse(rows)
      .every(({ busy }) => busy === 0);
  };
  return {
    async open(namespace) {
      const adapter = new KeyvSqlite({
        iterationLimit: 100,
        driver: {
          name: 'custom',
          connect: async () => ({ query: root.query, close: async () => {} }),
        },
      });
      const space = createKeySpace(adapter, namespace);
      await adapter.ready;
      return space;
    },
    async namespaces() {
      const rows = await root.query('SELECT DISTINCT namespace FROM keyv');
      return z
        .array(namespaceRow)
        .parse(rows)
        .map(({ namespace }) => namespace);
    },
    async claim(name, ttlMs) {
      const own = JSON.stringify({ value: { claimedBy: randomUUID() } });
      const row = [name, own, claimsNamespace, Date.now() + ttlMs];
      await root.query(
        'INSERT OR IGNORE INTO keyv (key, value, namespace, expires) VALUES (?, ?, ?, ?)',
        ...row,
      );
      const rows = await root.query(
        'SELECT value FROM keyv WHERE key = ? AND namespace = ?',
        name,
        claimsNamespace,
      );
      return claimRow.parse(rows[0]).value === own;
    },
    async sweep() {
      await root.clearExpired();
      await flush();
    },
    flush,
    close: () => root.disconnect(),
  };
}

async function openFile(path: string): Promise<KeyvSqlite> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const root = new KeyvSqlite({
    uri: `sqlite://${path}`,
    driver: 'node:sqlite',
    wal: true,
    busyTimeout: busyTimeoutMs,
  });
  try {
    await root.ready;
    await root.query('PRAGMA secure_delete = ON');
    // The first write shows a read-only file here, before the first summary.
    await root.clearExpired();
    return root;
  } catch (error) {
    // The error of opening is more useful than one of closing.
    await root.disconnect().catch(() => {});
    throw error;
  }
}

/** Temporary failures are `store_unavailable`, so that the bot is restarted. */
function toProblem(path: string, cause: unknown): UserError {
  const errcode = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : 0;
  const [code, problem] = toReason(errcode & 0xff);
  return new UserError(code, `${path} (STORE_URL) ${problem}.`, { cause });
}

function toReason(errcode: number): readonly [UserErrorCode, string] {
  switch (errcode) {
    case busy:
    case locked:
      return [
        'store_unavailable',
        'is locked by another process. Stop that process, or start Footnote again later',
      ];
    case full:
      return ['store_unavailable', 'is on a full disk. Free some space, then start Footnote again'];
    case notADatabase:
      return ['bad_environment', 'is not an SQLite database. Name another path, or move that file away'];
    default:
      return [
        'bad_environment',
        'cannot be opened for writing. Name a path in a folder that Footnote can write to',
      ];
  }
}
