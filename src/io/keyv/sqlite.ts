import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { type Backend, createKeySpace } from './backend.ts';

/** How long a write waits for another process; the driver is synchronous, so everything waits with it. */
const busyTimeoutMs = 2_000;

/** SQLite's codes of a file that is no database, and of one that another process keeps to itself. */
const notADatabase = 26;
const locked = [5, 6];

const namespaceRow = z.object({ namespace: z.string() });

/** Keeps records in a file, in a folder that is made where there is none; several processes may share it. */
export async function openSqlite(path: string): Promise<Backend> {
  if (path === '' || path === ':memory:') {
    throw new UserError(
      'bad_environment',
      'STORE_URL names no file: write for example sqlite://data/footnote.sqlite, or memory:// to keep nothing.',
    );
  }
  const root = await openFile(path).catch((cause: unknown) => {
    throw toProblem(path, cause);
  });
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
    async sweep() {
      await root.clearExpired();
      // Pages that were erased stand in the write-ahead log until it is cut.
      await root.query('PRAGMA wal_checkpoint(TRUNCATE)');
    },
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
    // The first write: a file that can only be read is found here, not at the first summary.
    await root.clearExpired();
    return root;
  } catch (error) {
    await root.disconnect().catch(() => {});
    throw error;
  }
}

function toProblem(path: string, cause: unknown): UserError {
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0;
  if (locked.includes(code)) {
    return new UserError(
      'store_unavailable',
      `Another process has locked the database at ${path} (STORE_URL). Stop that process or wait until it is done, then start again.`,
      { cause },
    );
  }
  const words =
    code === notADatabase
      ? `STORE_URL leads to ${path}, which is no SQLite database: give another path, or move that file away.`
      : `STORE_URL leads to ${path}, which cannot be opened and written: give a path in a folder that Footnote may write to.`;
  return new UserError('bad_environment', words, { cause });
}
