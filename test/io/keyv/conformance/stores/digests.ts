import { expect, test } from 'vitest';
import { createDigest } from '../../../../../src/core/digests/run.ts';
import type { Store } from '../../../../../src/io/keyv/open-store.ts';
import { choice } from '../../../../app/digests/digest-world.ts';
import { guild, otherGuild } from '../../stored-summaries.ts';

const create = (id: string, guildId: string) =>
  createDigest({ ...choice, id, guildId }, '2026-03-02T08:00:00.000Z');

/** What every store does with digests. */
export function testDigests(store: () => Store): void {
  test('lists digests by server, until they are removed or erased with it', async () => {
    const { digests, summaries } = store();
    await digests.create(create('d1', guild));
    await digests.create(create('d2', otherGuild));
    expect(await digests.list(guild)).toEqual([create('d1', guild)]);
    expect(await digests.guildIds()).toEqual(expect.arrayContaining([guild, otherGuild]));
    await summaries.eraseGuild(guild);
    expect(await digests.list(guild)).toEqual([]);
    expect(await digests.get(otherGuild, 'd2')).toEqual(create('d2', otherGuild));
    await digests.remove(otherGuild, 'd2');
    expect(await digests.get(otherGuild, 'd2')).toBeNull();
  });

  test('takes changes of a digest one after the other; one that fails leaves it alone', async () => {
    const { digests } = store();
    await digests.create(create('d1', guild));
    const failing = digests.update(guild, 'd1', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const changes = Array.from({ length: 20 }, () =>
      digests.update(guild, 'd1', digest => ({ ...digest, toldLeftOut: [...digest.toldLeftOut, 'c'] })),
    );
    await Promise.all(changes);
    expect((await digests.get(guild, 'd1'))?.toldLeftOut).toHaveLength(20);
    expect(await digests.update(guild, 'gone', digest => digest)).toBeNull();
  });
}
