import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStoreKeys, readStoreKeys } from '../../../src/io/keyv/key-file.ts';

let folder = '';
let url = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-key-'));
  url = `sqlite://${join(folder, 'data', 'store.sqlite')}`;
});
afterEach(() => rm(folder, { recursive: true }));

describe('the key of a new store', () => {
  test('is one for all that start for the first time at once', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => openStoreKeys(url)));
    const keys = starts.map(({ keys: [key] }) => key?.export().toString('base64'));
    expect(keys[0]).toHaveLength(44);
    expect(new Set(keys).size).toBe(1);
    expect(starts.flatMap(({ notices }) => notices)).toEqual([expect.stringMatching(/^Created /)]);
  });

  test('is waited for where another process is about to write it, but not for ever', async () => {
    await openStoreKeys(url);
    const path = join(folder, 'data', 'store.sqlite.key');
    await writeFile(path, '');
    const [read] = [
      readStoreKeys(url, []),
      await writeFile(path, `${Buffer.alloc(32, 7).toString('base64')}\n`),
    ];
    expect((await read)[0]?.export()).toEqual(Buffer.alloc(32, 7));
    await writeFile(path, '');
    await expect(readStoreKeys(url, [])).rejects.toThrow('is not a key');
  });
});
