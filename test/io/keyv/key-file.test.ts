import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreKeys } from '../../../src/io/keyv/key-file.ts';

test('a new store has one key, and without it the store is not opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'data', 'store.sqlite');
  const [first, second] = [await openStoreKeys(`sqlite://${path}`), await openStoreKeys(`sqlite://${path}`)];
  expect(first.keys.map(key => key.export())).toEqual(second.keys.map(key => key.export()));
  expect([first.notices, second.notices]).toEqual([[expect.stringMatching(/^Created /)], []]);
  await writeFile(`${path}.key`, '');
  await expect(openStoreKeys(`sqlite://${path}`)).rejects.toThrow('is not a key');
});
