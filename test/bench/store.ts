import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { measureCrowd } from './load/crowd.ts';

/** The bytes of a SQLite store per summary, with all that follows from summaries: the real bot, a channel for each. */
export async function measureStore(summaries: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-store-'));
  const path = join(folder, 'store.sqlite');
  const toBytes = () => {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return statSync(path).size;
  };
  try {
    const { answered } = await measureCrowd({
      people: summaries,
      channels: summaries,
      storeUrl: `sqlite://${path}`,
    });
    // One more person asked alone.
    return toBytes() / (answered + 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
