import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkStore } from '../../../src/io/keyv/check-store.ts';
import { describeStore, type Kind } from './conformance/store.ts';
import { createKey, keep, openLogged, summaryOf } from './stored-summaries.ts';

const top = mkdtempSync(join(tmpdir(), 'footnote-store-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let places = 0;
const opinion = { personId: 'ann', isHelpful: true, at: new Date().toISOString() };

function createPath(): string {
  places += 1;
  return join(top, `place-${places}`, 'deep', 'footnote.sqlite');
}

function change(path: string, sql: string, ...values: readonly string[]): void {
  const database = new DatabaseSync(path);
  database.prepare(sql).run(...values);
  database.close();
}

/** Everything that stands in the file and the files beside it. */
function readBytes(path: string): string {
  const folder = join(path, '..');
  return readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join();
}

async function refusal(
  url: string,
  options: { readonly openTimeoutMs?: number } = {},
): Promise<{ readonly code?: string; readonly message: string }> {
  return openLogged(url, options).then(
    () => ({ message: 'opened' }),
    error => error,
  );
}

const inSqlite: Kind = {
  createPlace: () => {
    const path = createPath();
    return {
      url: `sqlite://${path}`,
      damage: text => change(path, 'UPDATE keyv SET value = ?', text),
      remove: () => rmSync(join(path, '..'), { recursive: true }),
    };
  },
};
describeStore('a store in SQLite', inSqlite);
describeStore('an encrypted store in SQLite', { ...inSqlite, keys: [createKey(1), createKey(2)] });

describe('the file of a store in SQLite', () => {
  test('forgets runs after two days, and who runs once its time is over', async () => {
    const { store } = await openLogged(`sqlite://${createPath()}`);
    onTestFinished(() => {
      vi.useRealTimers();
      return store.close();
    });
    const begin = Date.now();
    const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: begin + ms });
    const day = 24 * 3_600_000;
    later(0);
    await store.runs.add('zoe', '2026-03-09', 3);
    await store.openRuns.noteAlive('p1', 6_000);
    later(5_000);
    await store.openRuns.noteAlive('p1', 6_000);
    later(10_000);
    expect(await store.openRuns.isAlive('p1')).toBe(true);
    later(12_000);
    expect(await store.openRuns.isAlive('p1')).toBe(false);
    later(1.9 * day);
    expect(await store.runs.get('zoe', '2026-03-09')).toBe(3);
    later(2.1 * day);
    expect(await store.runs.get('zoe', '2026-03-09')).toBe(0);
  });

  test('stands in a folder that is made for it, which nobody else may look into', async () => {
    const path = createPath();
    const { store } = await openLogged(`sqlite://${path}`);
    expect(statSync(join(path, '..')).mode & 0o077).toBe(0);
    await store.close();
  });

  test('holds no word of a server once it is erased', async () => {
    const path = createPath();
    const { store } = await openLogged(`sqlite://${path}`);
    for (const id of ['s1', 's2'])
      await store.summaries.put(keep('7', summaryOf(id, 'xyzzy '.repeat(3_000))));
    expect(readBytes(path)).toContain('xyzzy');
    await store.summaries.eraseGuild('7');
    expect(readBytes(path)).not.toContain('xyzzy');
    await store.close();
  });

  test('soon contains no text that was overwritten or removed, though nothing else is written', async () => {
    const path = createPath();
    const { store } = await openLogged(`sqlite://${path}`);
    const long = 'xyzzy '.repeat(3_000);
    await store.summaries.put(keep('7', summaryOf('s1', long)));
    await store.feedback.put('7', 's1', [{ ...opinion, reason: long }], opinion.at);
    expect(readBytes(path)).toContain('xyzzy');
    await store.summaries.put(keep('7', summaryOf('s1', 'Nothing.')));
    await store.feedback.put('7', 's1', [opinion], opinion.at);
    await expect.poll(() => readBytes(path)).not.toContain('xyzzy');
    expect(readBytes(path)).toContain('Nothing.');
    await store.close();
  });

  test('contains no such text after a crash either, once it is opened again', async () => {
    const path = createPath();
    const crashed = await openLogged(`sqlite://${path}`);
    await crashed.store.summaries.put(keep('7', summaryOf('s1', 'xyzzy '.repeat(3_000))));
    await crashed.store.summaries.put(keep('7', summaryOf('s1', 'Nothing.')));
    const copy = `${createPath()}-copy`;
    cpSync(join(path, '..'), join(copy, '..'), { recursive: true });
    await crashed.store.close();
    const left = join(copy, '..', 'footnote.sqlite');
    expect(readBytes(left)).toContain('xyzzy');
    const { store } = await openLogged(`sqlite://${left}`);
    await expect.poll(() => readBytes(left)).not.toContain('xyzzy');
    await store.close();
  });

  test('loses what has expired, though nobody asks for it', async () => {
    const path = createPath();
    const { store } = await openLogged(`sqlite://${path}`, { summaryTtlMs: 200, sweepIntervalMs: 30 });
    await store.summaries.put(keep('7', summaryOf('s1', 'xyzzy')));
    await expect.poll(() => readBytes(path)).not.toContain('xyzzy');
    await store.close();
  });

  test('loses at once what a server no longer wants kept', async () => {
    const path = createPath();
    const { store } = await openLogged(`sqlite://${path}`);
    const createdAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await store.summaries.put({ ...keep('7', summaryOf('s1', 'xyzzy')), createdAt });
    await store.settings.set('7', { retentionDays: 4 });
    expect(readBytes(path)).toContain('xyzzy');
    await store.settings.set('7', { retentionDays: 2 });
    expect(readBytes(path)).not.toContain('xyzzy');
    await store.close();
  });

  test('is held by one process, and another is told which file that is, until it lets go', async () => {
    const path = createPath();
    const shards = { ids: [0] };
    const { store: first } = await openLogged(`sqlite://${path}`);
    await first.holdShards(shards);
    const { store: second } = await openLogged(`sqlite://${path}`, { openTimeoutMs: 100 });
    await expect(second.holdShards(shards)).rejects.toMatchObject({
      code: 'bad_environment',
      message: expect.stringContaining(`Another Footnote process uses ${path}`),
    });
    await first.close();
    await second.holdShards(shards);
    await second.close();
  });

  test('that breaks while it is open costs what is asked, in words, and no more', async () => {
    const path = createPath();
    const { store, logged } = await openLogged(`sqlite://${path}`, { sweepIntervalMs: 20 });
    await store.zones.set('ann', 'Europe/Berlin');
    change(path, 'ALTER TABLE keyv RENAME TO lost');
    const unavailable = { name: 'UserError', code: 'store_unavailable' };
    await expect(store.zones.get('ann')).rejects.toMatchObject(unavailable);
    await expect(store.zones.set('ann', 'Asia/Kolkata')).rejects.toMatchObject(unavailable);
    await expect(store.zones.set('ann', null)).rejects.toMatchObject(unavailable);
    await expect(store.tellOnce('broken', () => true)).rejects.toMatchObject(unavailable);
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('store-sweep-failed');
    // Once a minute, with what the operator has to know.
    expect(logged.filter(({ msg }) => msg === 'store-unavailable')).toMatchObject([
      { message: expect.stringContaining('(no such table: keyv). Until it is back, requests are refused') },
    ]);
    // An operator reads the reason; the places of a stack are for our own mistakes.
    expect(JSON.stringify(logged)).not.toContain('"stack"');
    change(path, 'CREATE VIEW keyv AS SELECT 1 AS key');
    await expect(store.summaries.get('7', 's1')).rejects.toMatchObject(unavailable);
    change(path, 'DROP VIEW keyv');
    change(path, 'ALTER TABLE lost RENAME TO keyv');
    expect(await store.summaries.get('7', 's1')).toBeNull();
    expect(await store.zones.get('ann')).toBe('Europe/Berlin');
    await store.close();
  });

  test.each([
    [
      'that lost its second half',
      'is damaged',
      (path: string) => truncateSync(path, statSync(path).size / 2),
    ],
    [
      'that is read-only',
      'cannot be opened for writing',
      (path: string) => {
        const file = openSync(path, 'r+');
        // SQLite may only read a file that a newer version wrote; permissions do not stop root.
        writeSync(file, Buffer.of(3), 0, 1, 18);
        closeSync(file);
      },
    ],
  ])('%s is told in words, and left as it is', async (_, words, damage) => {
    const path = createPath();
    const { store } = await openLogged(`sqlite://${path}`);
    for (let index = 0; index < 200; index += 1) await store.zones.set(`${index}`, 'Europe/Berlin');
    await store.close();
    damage(path);
    const before = readFileSync(path);
    expect(await refusal(`sqlite://${path}`)).toMatchObject({
      code: 'bad_environment',
      message: expect.stringContaining(words),
    });
    expect(readFileSync(path)).toEqual(before);
  });

  test.each([
    ['sqlite://', 'STORE_URL names no file'],
    ['sqlite://:memory:', 'memory:// to store nothing'],
    [`sqlite://${top}`, 'cannot be opened for writing'],
    [`sqlite://${top}/plain.txt`, 'is not an SQLite database'],
    [`sqlite://${top}/plain.txt/footnote.sqlite`, 'cannot be opened for writing'],
    ['sqlite:///proc/nope/deep/footnote.sqlite', 'cannot be opened for writing'],
  ])('that cannot be had is told in words: %s', async (url, words) => {
    writeFileSync(join(top, 'plain.txt'), 'This is no database. '.repeat(100));
    const problem = await refusal(url);
    expect(problem.code).toBe('bad_environment');
    expect(problem.message).toContain('STORE_URL');
    expect(problem.message).toContain(words);
    expect(readFileSync(join(top, 'plain.txt'), 'utf8')).toMatch(/^This is no database/);
  });
});

test.each([
  ['mysql://root:s3cret@127.0.0.1/x', 'begins with mysql://, which is not a supported store'],
  ['footnote.sqlite', 'STORE_URL is not an address'],
  ['', 'STORE_URL is not an address'],
])('an address of no store known is refused with those that are: %s', async (url, words) => {
  const problem = await refusal(url);
  expect(problem.code).toBe('bad_environment');
  expect(problem.message).toContain(words);
  expect(problem.message).toContain('Write sqlite://PATH, redis://HOST:PORT or memory://.');
  expect(problem.message).not.toContain('s3cret');
});

test('a store that a newer version has used is refused, and nothing is changed', async () => {
  const path = createPath();
  const { store } = await openLogged(`sqlite://${path}`);
  await store.zones.set('ann', 'Europe/Berlin');
  await store.close();
  const readRows = () => {
    using database = new DatabaseSync(path);
    return database.prepare('SELECT * FROM keyv').all();
  };
  const setVersion = `UPDATE keyv SET value = replace(value, '"storeVersion":1', '"storeVersion":?') WHERE namespace = 'key-ids'`;
  change(path, setVersion.replace('?', '2'));
  const before = readRows();
  expect(JSON.stringify(before)).toContain('storeVersion\\":2');
  const problem = await refusal(`sqlite://${path}`);
  expect(problem).toMatchObject({ code: 'bad_environment' });
  expect(problem.message).toMatch(/^A newer version of Footnote has used this store .*Nothing was changed\./);
  expect(readRows()).toEqual(before);
  expect(await checkStore(`sqlite://${path}`, [])).toMatchObject({ level: 'problem', text: problem.message });
  // Earlier versions wrote none.
  change(path, `UPDATE keyv SET value = replace(value, ',"storeVersion":2', '') WHERE namespace = 'key-ids'`);
  const { store: again } = await openLogged(`sqlite://${path}`);
  expect(await again.zones.get('ann')).toBe('Europe/Berlin');
  await again.close();
  expect(JSON.stringify(readRows())).toContain('storeVersion\\":1');
});
