import { expect, test } from 'vitest';
import type { StoredVerdict } from '../../../../../src/core/claims/stored-verdict.ts';
import type { Store } from '../../../../../src/io/keyv/open-store.ts';
import { guild, otherGuild } from '../../stored-summaries.ts';

function verdict(missing: string, ...sources: readonly string[]): StoredVerdict {
  return {
    verdict: 'partly',
    missing,
    kind: null,
    outcome: 'none',
    messageId: sources[0] ?? null,
    sources,
    createdAt: new Date().toISOString(),
  };
}

/** What every store does with verdicts; the rest is that of the drafts of windows. */
export function testVerdicts(store: () => Store): void {
  test('gives verdicts back in the order of their keys, those of its own server', async () => {
    const { verdicts, windowDrafts } = store();
    const [first, second] = [verdict('the year', '1', 'ann'), verdict('the month', '2', 'ann')];
    await verdicts.putAll(
      guild,
      new Map([
        ['a', first],
        ['b', second],
      ]),
    );
    await verdicts.putAll(guild, new Map());
    expect(await verdicts.get(guild, ['b', 'c', 'a'])).toEqual([second, null, first]);
    expect(await verdicts.get(otherGuild, ['a'])).toEqual([null]);
    expect(await windowDrafts.get(guild, ['a', 'b'])).toEqual([null, null]);
  });

  test('forgets verdicts with a message or a person that they rest on, and with their server', async () => {
    const { verdicts, privacy, summaries } = store();
    await verdicts.put(guild, 'a', verdict('a', '1', 'ann'));
    await verdicts.putAll(
      guild,
      new Map([
        ['b', verdict('b', '2', 'bob')],
        ['c', verdict('c', '3', 'carol')],
      ]),
    );
    const kept = async () => (await verdicts.get(guild, ['a', 'b', 'c'])).map(each => each?.missing ?? null);
    await verdicts.forget(guild, ['1']);
    expect(await kept()).toEqual([null, 'b', 'c']);
    await privacy.setOptedOut('bob', true);
    expect(await kept()).toEqual([null, null, 'c']);
    await privacy.setOptedOut('bob', false);
    await summaries.eraseGuild(guild);
    expect(await kept()).toEqual([null, null, null]);
  });

  test('erases verdicts when the retention of their server is over', async () => {
    const { verdicts, settings } = store();
    const createdAt = new Date(Date.now() - 5 * 24 * 3_600_000).toISOString();
    await verdicts.put(guild, 'old', { ...verdict('old', '1'), createdAt });
    await verdicts.put(guild, 'new', verdict('new', '2'));
    await settings.set(guild, { retentionDays: 3 });
    expect((await verdicts.get(guild, ['old', 'new'])).map(each => each?.missing)).toEqual([
      undefined,
      'new',
    ]);
  });
}
