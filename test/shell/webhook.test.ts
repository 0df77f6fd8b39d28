import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDigest } from '../../src/core/digests/run.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { choice } from '../app/digests/digest-world.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { folder } = createFiles();

test('webhook lists digests, sets an address and prints its secret once, and removes it', async () => {
  const STORE_URL = `sqlite://${join(folder, 'store.sqlite')}`;
  const store = await openStore(STORE_URL, { log: createLogger('silent') });
  const run = (...args: readonly string[]) => runFootnote(['webhook', ...args], { STORE_URL });
  const stored = async () => (await store.digests.get(choice.guildId, choice.id))?.webhook;
  try {
    expect((await run('list')).stdout).toBe('There are no digests.\n');
    await store.digests.create(createDigest(choice, '2026-03-02T08:00:00.000Z'));
    const set = await run('set', choice.id, 'https://hooks.example/path');
    expect(set.code).toBe(0);
    // The bot may be running: it sees the change.
    expect(await stored()).toEqual({ url: 'https://hooks.example/path', secret: set.stdout.trim() });
    const listed = `${choice.id}  server g1  user ann  every day at 09:00 (UTC)  webhook hooks.example\n`;
    expect((await run('list')).stdout).toBe(listed);
    for (const bad of ['http://hooks.example/', `https://hooks.example/${'x'.repeat(1_000)}`]) {
      const refused = await run('set', choice.id, bad);
      const said = expect.stringMatching(/at most 1,000 characters that begins with https:/);
      expect([refused.code, refused.stderr]).toEqual([2, said]);
    }
    expect((await stored())?.url).toBe('https://hooks.example/path');
    const unknown = await run('set', 'd9', 'https://hooks.example/');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('There is no digest d9')]);
    expect((await run('remove', choice.id)).stdout).toBe('Removed.\n');
    expect(await stored()).toBeUndefined();
  } finally {
    await store.close();
  }
});
