import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createEncryption } from '../../../src/io/keyv/encryption.ts';
import {
  clear,
  describeEncryption,
  fill,
  first,
  open,
  type Place,
  readAll,
  second,
} from './conformance/encryption.ts';
import { guild, keep, summaryOf } from './stored-summaries.ts';

function createSqlitePlace(): Place & { readonly bytes: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-encryption-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'store.sqlite');
  const query = (sql: string, ...values: readonly string[]) => {
    const database = new DatabaseSync(path);
    try {
      return database.prepare(sql).all(...values);
    } finally {
      database.close();
    }
  };
  const path2 = "namespace || '::' || key";
  const rows = () => query(`SELECT ${path2} AS path, value, expires FROM keyv`);
  return {
    url: `sqlite://${path}`,
    read: () => new Map(rows().map(({ path, value }) => [String(path), String(value)])),
    write: (key, text) => void query(`UPDATE keyv SET value = ? WHERE ${path2} = ?`, text, key),
    expires: async () =>
      new Map(
        rows().map(({ path, expires }) => [
          String(path),
          expires === null ? null : Math.round(Number(expires) / 60_000),
        ]),
      ),
    remove: key => void query(`DELETE FROM keyv WHERE ${path2} = ?`, key),
    bytes: () =>
      readdirSync(folder)
        .map(name => readFileSync(join(folder, name), 'latin1'))
        .join(),
  };
}

describeEncryption('SQLite', createSqlitePlace);

test('no word of a message is in the file or its log, also of what was there before the key', async () => {
  const place = createSqlitePlace();
  const { store } = await open(place);
  await fill(store);
  expect(place.bytes()).toMatch(/xyzzy/);
  await store.close();
  const { store: encrypted } = await open(place, first);
  expect(place.bytes()).not.toMatch(clear);
  await encrypted.summaries.put(keep(guild, summaryOf('s3', 'xyzzy again')));
  expect(place.bytes()).not.toMatch(clear);
  expect((await readAll(encrypted)).slice(0, 2)).toEqual(['s1 xyzzy', 's2 xyzzy']);
});

test('a value is read in its own namespace, under its own key and with its own key alone', () => {
  const { createCodec } = createEncryption([first]);
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const stored = createCodec('a').encode('k', { value });
      expect(createCodec('a').decode('k', stored)).toEqual(JSON.parse(JSON.stringify({ value })));
      expect(createCodec('a').decode('l', stored)).toBeNull();
      expect(createCodec('b').decode('k', stored)).toBeNull();
    }),
  );
  const stored = createCodec('a').encode('k', { value: 1 });
  expect(createEncryption([second, first]).createCodec('a').decode('k', stored)).toEqual({ value: 1 });
  expect(() => createEncryption([second]).createCodec('a').decode('k', stored)).toThrow(
    'Neither the .key file',
  );
});

test('no byte of an encrypted value can be changed unnoticed', () => {
  const { decode, encode } = createEncryption([first]).createCodec('a');
  const bytes = Buffer.from(String(encode('k', { text: 'xyzzy' })), 'base64');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    const read = () => decode('k', changed.toString('base64'));
    // A changed key id names a key that is not known.
    if (index >= 1 && index < 5) expect(read, `${index}`).toThrow('Neither the .key file');
    else expect(read(), `${index}`).toBeNull();
  }
});
