import { expect, test } from 'vitest';
import type { Derived } from '../../../../src/app/ports.ts';
import type { Store } from '../../../../src/io/keyv/open-store.ts';
import { guild, otherGuild } from '../stored-summaries.ts';

const dayMs = 24 * 3_600_000;
const at = (agoMs = 0) => new Date(Date.now() - agoMs).toISOString();

export function toDraft(text: string, sources: readonly string[], createdAt = at()): Derived {
  const evidence = [{ messageId: sources[0] ?? '', quote: text }];
  return { claims: [{ evidence }], sources, createdAt };
}

export function toVerdict(missing: string, sources: readonly string[], createdAt = at()): Derived {
  const judgement = { verdict: 'partly', missing, kind: null, outcome: 'none' } as const;
  return { ...judgement, messageId: sources[0] ?? null, sources, createdAt };
}

/** What every store does with the drafts of windows and with verdicts. */
export function testDerived(store: () => Store): void {
  const put = (all: Record<string, Derived>, guildId = guild) =>
    store().derived.put(guildId, new Map(Object.entries(all)));
  /** The keys of which something is kept. */
  const findKept = async (...keys: readonly string[]) => {
    const found = await store().derived.get(guild, keys);
    return keys.filter((_, index) => found[index] !== null);
  };

  test('gives drafts and verdicts back in the order of their keys, those of its own server', async () => {
    const { derived } = store();
    const [first, second, third] = [
      toVerdict('one', ['1']),
      toVerdict('two', ['2']),
      toDraft('three', ['3']),
    ];
    await put({ a: first, b: second });
    await put({});
    await put({ d: third });
    expect(await derived.get(guild, ['b', 'c', 'a', 'd'])).toEqual([second, null, first, third]);
    expect(await derived.get(otherGuild, ['a'])).toEqual([null]);
    await put({ d: first });
    expect(await derived.get(guild, ['d'])).toEqual([first]);
  });

  test('forgets what rests on a message, a channel or a person, and nothing else', async () => {
    const { privacy, derived } = store();
    // Some are stored together, some alone.
    await put({ a: toVerdict('one', ['1', 'ann', 'c1']), b: toVerdict('two', ['2', '1', 'bob', 'c1']) });
    await put({ c: toVerdict('three', ['3', 'bob', 'c2']), d: toVerdict('four', ['4', 'carol', 'c3']) });
    await put({ e: toDraft('five', ['5', 'eve']) });
    await put({ a: toVerdict('six', ['1', 'dave']) }, otherGuild);
    const kept = () => findKept('a', 'b', 'c', 'd', 'e');
    await derived.forget(guild, ['1', 'unknown']);
    expect(await kept()).toEqual(['c', 'd', 'e']);
    await derived.forget(guild, ['c2']);
    expect(await kept()).toEqual(['d', 'e']);
    expect(await derived.get(otherGuild, ['a'])).not.toEqual([null]);
    for (const id of ['carol', 'dave']) await privacy.setOptedOut(id, true);
    expect(await kept()).toEqual(['e']);
    expect(await derived.get(otherGuild, ['a'])).toEqual([null]);
    for (const id of ['carol', 'dave']) await privacy.setOptedOut(id, false);
  });

  test('does not keep what rests on something that was deleted while it was written', async () => {
    const { derived } = store();
    const late = toVerdict('one', ['71', 'emma']);
    await derived.forget(guild, ['71']);
    await put({ late, other: toVerdict('two', ['70']) });
    await Promise.all([put({ together: toVerdict('three', ['72', 'emma']) }), derived.forget(guild, ['72'])]);
    expect(await findKept('late', 'together', 'other')).toEqual(['other']);
    await put({ later: { ...late, createdAt: at(-3_600_000) } });
    expect(await findKept('later')).toEqual(['later']);
  });

  test('erases derived records with their server, and when its retention is over', async () => {
    const { summaries, settings } = store();
    await put({ a: toVerdict('one', ['1']) });
    await summaries.eraseGuild(guild);
    expect(await findKept('a')).toEqual([]);
    await put({ old: toVerdict('one', ['1'], at(5 * dayMs)) });
    await put({ new: toVerdict('two', ['2']) });
    await settings.set(guild, { retentionDays: 3 });
    expect(await findKept('old', 'new')).toEqual(['new']);
    await put({ expired: toVerdict('one', ['1'], at(5 * dayMs)) });
    expect(await findKept('expired')).toEqual([]);
  });
}
