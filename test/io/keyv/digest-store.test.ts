import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDigest } from '../../../src/core/digests/run.ts';
import type { Store } from '../../../src/io/keyv/open-store.ts';
import { choice } from '../../app/digests/digest-world.ts';
import { openLogged } from './stored-summaries.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-jobs-'));
const opened: Store[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('digests in a store', () => {
  const create = (id: string, guildId: string) =>
    createDigest({ ...choice, id, guildId }, '2026-03-02T08:00:00.000Z');

  test('survive a restart, are listed by server and erased with it', async () => {
    const url = `sqlite://${join(folder, 'digests.sqlite')}`;
    const first = await openLogged(url);
    await first.store.digests.create(create('d1', 'g1'));
    await first.store.digests.create(create('d2', 'g2'));
    await first.store.close();
    const { store } = await openLogged(url);
    opened.push(store);
    expect(await store.digests.list('g1')).toEqual([create('d1', 'g1')]);
    expect([...(await store.digests.guildIds())].sort()).toEqual(['g1', 'g2']);
    await store.summaries.eraseGuild('g1');
    expect(await store.digests.list('g1')).toEqual([]);
    expect(await store.digests.get('g2', 'd2')).toEqual(create('d2', 'g2'));
    await store.digests.remove('g2', 'd2');
    expect(await store.digests.get('g2', 'd2')).toBeNull();
  });

  test('take changes one after the other', async () => {
    const { store } = await openLogged(`sqlite://${join(folder, 'changes.sqlite')}`);
    opened.push(store);
    await store.digests.create(create('d1', 'g1'));
    const changes = Array.from({ length: 20 }, () =>
      store.digests.update('g1', 'd1', digest => ({ ...digest, toldLeftOut: [...digest.toldLeftOut, 'c'] })),
    );
    await Promise.all(changes);
    expect((await store.digests.get('g1', 'd1'))?.toldLeftOut).toHaveLength(20);
    expect(await store.digests.update('g1', 'gone', digest => digest)).toBeNull();
  });

  test('a change that fails leaves the digest and later changes alone', async () => {
    const { store } = await openLogged('memory://');
    opened.push(store);
    await store.digests.create(create('d1', 'g1'));
    const failing = store.digests.update('g1', 'd1', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await store.digests.update('g1', 'd1', digest => digest)).toEqual(create('d1', 'g1'));
  });
});
