import { expect, test } from 'vitest';
import type { WindowDraft } from '../../../../src/core/windows/window.ts';
import type { Store } from '../../../../src/io/keyv/open-store.ts';
import { guild, otherGuild } from '../stored-summaries.ts';

const dayMs = 24 * 3_600_000;
const at = (agoMs = 0) => new Date(Date.now() - agoMs).toISOString();

export function toDraft(text: string, sources: readonly string[], createdAt = at()): WindowDraft {
  const evidence = [{ messageId: sources[0] ?? '', quote: text }];
  return { claims: [{ evidence }], sources, createdAt };
}

/** What every store does with the drafts of windows. */
export function testWindowDrafts(store: () => Store): void {
  const put = async (all: Record<string, WindowDraft>, guildId = guild) => {
    for (const [key, draft] of Object.entries(all)) await store().windowDrafts.put(guildId, key, draft);
  };
  /** The keys of which something is kept. */
  const findKept = async (...keys: readonly string[]) => {
    const found = await store().windowDrafts.get(guild, keys);
    return keys.filter((_, index) => found[index] !== null);
  };

  test('gives drafts back in the order of their keys, those of its own server', async () => {
    const { windowDrafts } = store();
    const [first, second, third] = [toDraft('one', ['1']), toDraft('two', ['2']), toDraft('three', ['3'])];
    await put({ a: first, b: second });
    await put({ d: third });
    expect(await windowDrafts.get(guild, ['b', 'c', 'a', 'd'])).toEqual([second, null, first, third]);
    expect(await windowDrafts.get(otherGuild, ['a'])).toEqual([null]);
    await put({ d: first });
    expect(await windowDrafts.get(guild, ['d'])).toEqual([first]);
  });

  test('forgets what rests on a message, a channel or a person, and nothing else', async () => {
    const { privacy, windowDrafts } = store();
    await put({ a: toDraft('one', ['1', 'ann', 'c1']), b: toDraft('two', ['2', '1', 'bob', 'c1']) });
    await put({ c: toDraft('three', ['3', 'bob', 'c2']), d: toDraft('four', ['4', 'carol', 'c3']) });
    await put({ e: toDraft('five', ['5', 'eve']) });
    await put({ a: toDraft('six', ['1', 'dave']) }, otherGuild);
    const kept = () => findKept('a', 'b', 'c', 'd', 'e');
    await windowDrafts.forget(guild, ['1', 'unknown']);
    expect(await kept()).toEqual(['c', 'd', 'e']);
    await windowDrafts.forget(guild, ['c2']);
    expect(await kept()).toEqual(['d', 'e']);
    expect(await windowDrafts.get(otherGuild, ['a'])).not.toEqual([null]);
    for (const id of ['carol', 'dave']) await privacy.setOptedOut(id, true);
    expect(await kept()).toEqual(['e']);
    expect(await windowDrafts.get(otherGuild, ['a'])).toEqual([null]);
    for (const id of ['carol', 'dave']) await privacy.setOptedOut(id, false);
  });

  test('does not keep what rests on something that was deleted while it was written', async () => {
    const { windowDrafts } = store();
    const late = toDraft('one', ['71', 'emma']);
    await windowDrafts.forget(guild, ['71']);
    await put({ late, other: toDraft('two', ['70']) });
    await Promise.all([
      put({ together: toDraft('three', ['72', 'emma']) }),
      windowDrafts.forget(guild, ['72']),
    ]);
    expect(await findKept('late', 'together', 'other')).toEqual(['other']);
    await put({ later: { ...late, createdAt: at(-3_600_000) } });
    expect(await findKept('later')).toEqual(['later']);
  });

  test('erases drafts with their server, and when its retention is over', async () => {
    const { summaries, settings } = store();
    await put({ a: toDraft('one', ['1']) });
    await summaries.eraseGuild(guild);
    expect(await findKept('a')).toEqual([]);
    await put({ old: toDraft('one', ['1'], at(5 * dayMs)) });
    await put({ new: toDraft('two', ['2']) });
    await settings.set(guild, { retentionDays: 3 });
    expect(await findKept('old', 'new')).toEqual(['new']);
    await put({ expired: toDraft('one', ['1'], at(5 * dayMs)) });
    expect(await findKept('expired')).toEqual([]);
  });
}
