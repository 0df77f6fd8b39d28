import { expect, test } from 'vitest';
import { noSpending, type UsageEntry } from '../../../../../src/core/claims/usage.ts';
import type { Opened } from '../store.ts';

function entry(given: Partial<UsageEntry> = {}): UsageEntry {
  return { ...noSpending, personId: 'ann', channelId: 'c1', feature: 'summary', calls: 1, ...given };
}

let lastGuild = 1_099_000_000_000_000_100n;

/** A server of its own for each test: what was used stays when a server is erased. */
function newGuild(): string {
  lastGuild += 1n;
  return String(lastGuild);
}

const days = ['2026-03-09', '2026-03-10'];

/** What every store does with what calls took. */
export function testUsage(get: () => Opened): void {
  test('adds up what calls took by day, person, channel and feature, for each server', async () => {
    const [guild, otherGuild] = [newGuild(), newGuild()];
    const { usage } = get().store;
    await usage.add(guild, '2026-03-09', entry({ input: 10, usd: 0.5 }));
    await usage.add(guild, '2026-03-09', entry({ input: 5, cacheRead: 7, usd: 0.25 }));
    await usage.add(guild, '2026-03-09', entry({ personId: 'bob', output: 3 }));
    await usage.add(guild, '2026-03-10', entry({ unpriced: 1, assumedUsd: 0.1 }));
    await usage.add(guild, '2026-03-11', entry());
    await usage.add(otherGuild, '2026-03-09', entry());
    const stored = await usage.get(guild, days);
    expect(stored).toEqual(
      new Map([
        [
          '2026-03-09',
          [entry({ calls: 2, input: 15, cacheRead: 7, usd: 0.75 }), entry({ personId: 'bob', output: 3 })],
        ],
        ['2026-03-10', [entry({ unpriced: 1, assumedUsd: 0.1 })]],
      ]),
    );
  });

  test('loses nothing of what two processes add to the same day', async () => {
    const guild = newGuild();
    const { store, open } = get();
    const other = await open();
    const both = [store.usage, other.store.usage];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        both[index % 2]?.add(guild, '2026-03-09', entry({ output: 1 })),
      ),
    );
    expect((await store.usage.get(guild, days)).get('2026-03-09')).toEqual([
      entry({ calls: 20, output: 20 }),
    ]);
  });

  test('takes the name of a person off earlier days, in every server', async () => {
    const [guild, otherGuild] = [newGuild(), newGuild()];
    const { usage } = get().store;
    for (const owner of [guild, otherGuild, 'dm'])
      await usage.add(owner, '2026-03-09', entry({ personId: 'cleo', input: 2 }));
    await usage.add(guild, '2026-03-09', entry({ personId: null, input: 1 }));
    await usage.add(guild, '2026-03-10', entry({ personId: 'cleo', input: 4 }));
    expect((await usage.ofPerson('cleo')).input).toBe(10);
    await usage.forgetPerson('cleo', '2026-03-10');
    expect((await usage.ofPerson('cleo')).input).toBe(4);
    expect((await usage.get(guild, days)).get('2026-03-09')).toEqual([
      entry({ personId: null, calls: 2, input: 3 }),
    ]);
  });

  test('keeps what calls took when their server is erased, without channels and earlier people', async () => {
    const { usage, summaries } = get().store;
    const guild = newGuild();
    const today = new Date().toISOString().slice(0, 10);
    await usage.add(guild, '2026-03-09', entry({ input: 1 }));
    await usage.add(guild, '2026-03-09', entry({ personId: 'bob', input: 2 }));
    await usage.add(guild, today, entry({ personId: 'dana', input: 4 }));
    expect(await summaries.guildIds()).toContain(guild);
    await summaries.eraseGuild(guild);
    expect(await summaries.guildIds()).not.toContain(guild);
    expect(await usage.get(guild, [...days, today])).toEqual(
      new Map([
        ['2026-03-09', [entry({ personId: null, channelId: null, calls: 2, input: 3 })]],
        [today, [entry({ personId: 'dana', channelId: null, input: 4 })]],
      ]),
    );
    expect((await usage.ofPerson('dana')).input).toBe(4);
  });

  test('gives a claim once, also to another process', async () => {
    const { store, open } = get();
    const name = `warned-${Math.random()}`;
    expect(await store.usage.claimOnce(name)).toBe(true);
    expect(await store.usage.claimOnce(name)).toBe(false);
    const other = await open();
    expect(await other.store.usage.claimOnce(name)).toBe(false);
  });
}
