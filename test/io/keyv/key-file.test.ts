import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** What this service user reads who opens a store that root has made; only root can try. */
const nobody = 65_534;
describe.skipIf(process.getuid?.() !== 0)('a store that belongs to another user', () => {
  const module = JSON.stringify(new URL('../../../src/io/keyv/key-file.ts', import.meta.url).href);
  const open = (how: 'openStoreKeys' | 'readStoreKeys') => {
    const code = `const { ${how} } = await import(${module}); await ${how}(${JSON.stringify(url)}, []).then(() => console.log('opened'), error => console.log(error.code, error.message))`;
    const run = { uid: nobody, gid: nobody, encoding: 'utf8' } as const;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', code], run).stdout;
  };

  test('is named with the command that gives it back, folder, key and database alike', async () => {
    await openStoreKeys(url);
    const data = join(folder, 'data');
    const database = join(data, 'store.sqlite');
    await writeFile(database, 'x', { mode: 0o644 });
    await chmod(folder, 0o755);
    const problem = (place: string, command: string) =>
      `bad_environment ${place} (STORE_URL) belongs to another user than the one that Footnote runs as. As root, run: ${command}. Or name another path.\n`;
    for (const how of ['openStoreKeys', 'readStoreKeys'] as const) {
      await chown(data, 0, 0);
      expect(open(how)).toBe(problem(data, `chown -R ${nobody} ${data}`));
      await chown(data, nobody, nobody);
      await chown(database, 0, 0);
      expect(open(how)).toBe(problem(database, `chown ${nobody} ${database}*`));
      await chown(database, nobody, nobody);
      await chown(`${database}.key`, 0, 0);
      expect(open(how)).toBe(problem(`${database}.key`, `chown ${nobody} ${database}*`));
      await chown(`${database}.key`, nobody, nobody);
      expect(open(how)).toBe('opened\n');
    }
  });
});
