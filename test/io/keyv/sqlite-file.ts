import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { StoreOptions } from '../../../src/io/keyv/open-store.ts';
import { openLogged } from './stored-summaries.ts';

/** A store in a SQLite file, and the file; both are gone when the test is. */
export async function openFile(options: Omit<StoreOptions, 'log'> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-store-'));
  const path = join(folder, 'store.sqlite');
  const { store, logged } = await openLogged(`sqlite://${path}`, options);
  const database = new DatabaseSync(path);
  onTestFinished(async () => {
    database.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { store, logged, database, path };
}

export type Row = { readonly namespace: string; readonly key: string; readonly value: string };

/** The rows of a store that version 0.2.0 wrote: six weeks of a server, with settings, an opt-out and a digest. */
export const formerRows: readonly Row[] = readFileSync(
  join(import.meta.dirname, '../../fixtures/store-0.2.0.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));
