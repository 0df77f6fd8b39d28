import { describe, expect, test } from 'vitest';
import type { DerivedStore } from '../../../../src/app/again/ports.ts';
import type { Derived, StoredVerdict } from '../../../../src/core/claims/stored-verdict.ts';
import type { WindowDraft } from '../../../../src/core/windows/window-draft.ts';
import type { Store } from '../../../../src/io/keyv/open-store.ts';
import { guild, otherGuild } from '../stored-summaries.ts';

const dayMs = 24 * 3_600_000;

function toDraft(text: string, ...sources: readonly string[]): WindowDraft {
  const evidence = [{ messageId: sources[0] ?? '', quote: text }];
  return { claims: [{ evidence, before: null }], sources, createdAt: new Date().toISOString() };
}

function toVerdict(missing: string, ...sources: readonly string[]): StoredVerdict {
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

/** What every store does with the drafts of windows and with verdicts. */
export function testDerived(store: () => Store): void {
  describe('drafts of windows', () => testKind(store, ({ windowDrafts }) => windowDrafts, toDraft));
  describe('verdicts', () => testKind(store, ({ verdicts }) => verdicts, toVerdict));

  test('keeps drafts and verdicts of the same key apart', async () => {
    const { verdicts, windowDrafts } = store();
    await verdicts.put(guild, 'a', toVerdict('the year', '1'));
    expect(await windowDrafts.get(guild, ['a'])).toEqual([null]);
  });
}

function testKind<Kept extends Derived>(
  store: () => Store,
  pick: (store: Store) => DerivedStore<Kept>,
  create: (text: string, ...sources: readonly string[]) => Kept,
): void {
  const put = (all: Record<string, Kept>, guildId = guild) =>
    pick(store()).putAll(guildId, new Map(Object.entries(all)));
  /** The keys of which something is kept. */
  const findKept = async (...keys: readonly string[]) => {
    const found = await pick(store()).get(guild, keys);
    return keys.filter((_, index) => found[index] !== null);
  };

  test('gives them back in the order of their keys, those of its own server', async () => {
    const derived = pick(store());
    const [first, second, third] = [create('one', '1'), create('two', '2'), create('three', '3')];
    await put({ a: first, b: second });
    await put({});
    await derived.put(guild, 'd', third);
    expect(await derived.get(guild, ['b', 'c', 'a', 'd'])).toEqual([second, null, first, third]);
    expect(await derived.get(otherGuild, ['a'])).toEqual([null]);
    expect(await derived.get(guild, [])).toEqual([]);
    await derived.put(guild, 'd', first);
    expect(await derived.get(guild, ['d'])).toEqual([first]);
  });

  test('forgets those that rest on a message, a channel or a person, and no others', async () => {
    const { privacy } = store();
    const derived = pick(store());
    // Some are stored together, some alone.
    await put({ a: create('one', '1', 'ann', 'c1'), b: create('two', '2', '1', 'bob', 'c1') });
    await put({ c: create('three', '3', 'bob', 'c2'), d: create('four', '4', 'carol', 'c3') });
    await derived.put(guild, 'e', create('five', '5', 'eve'));
    await put({ a: create('six', '1', 'dave') }, otherGuild);
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

  test('does not keep one of what was deleted while it was written', async () => {
    const derived = pick(store());
    const late = create('one', '71', 'emma');
    await derived.forget(guild, ['71']);
    await put({ late, other: create('two', '70') });
    await Promise.all([
      derived.put(guild, 'together', create('three', '72', 'emma')),
      derived.forget(guild, ['72']),
    ]);
    expect(await findKept('late', 'together', 'other')).toEqual(['other']);
    const createdAt = new Date(Date.now() + 3_600_000).toISOString();
    await derived.put(guild, 'later', { ...late, createdAt });
    expect(await findKept('later')).toEqual(['later']);
  });

  test('erases them with their server, and when its retention is over', async () => {
    const { summaries, settings } = store();
    await put({ a: create('one', '1') });
    await summaries.eraseGuild(guild);
    expect(await findKept('a')).toEqual([]);
    const createdAt = new Date(Date.now() - 5 * dayMs).toISOString();
    await put({ old: { ...create('one', '1'), createdAt } });
    await put({ new: create('two', '2') });
    await settings.set(guild, { retentionDays: 3 });
    expect(await findKept('old', 'new')).toEqual(['new']);
    await put({ expired: { ...create('one', '1'), createdAt } });
    expect(await findKept('expired')).toEqual([]);
  });
}
