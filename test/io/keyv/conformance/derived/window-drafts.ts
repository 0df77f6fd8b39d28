import { expect, test } from 'vitest';
import type { WindowDraft } from '../../../../../src/core/windows/window-draft.ts';
import type { Store } from '../../../../../src/io/keyv/open-store.ts';
import { guild, otherGuild } from '../../stored-summaries.ts';

function draft(text: string, ...sources: readonly string[]): WindowDraft {
  return {
    claims: [
      {
        kind: 'decision',
        topic: 'tents',
        text,
        speakers: ['Ann'],
        owner: null,
        due: null,
        confidence: 0.9,
        evidence: [{ messageId: sources[0] ?? '', quote: 'the blue tent' }],
        before: null,
      },
    ],
    sources,
    createdAt: new Date().toISOString(),
  };
}

/** What every store does with the drafts of windows. */
export function testWindowDrafts(store: () => Store): void {
  test('gives drafts back in the order of their keys, those of its own server', async () => {
    const { windowDrafts } = store();
    const [first, second] = [draft('one', '1', 'ann'), draft('two', '2', 'ann')];
    await windowDrafts.put(guild, 'a', first);
    await windowDrafts.put(guild, 'b', second);
    expect(await windowDrafts.get(guild, ['b', 'c', 'a'])).toEqual([second, null, first]);
    expect(await windowDrafts.get(otherGuild, ['a'])).toEqual([null]);
    expect(await windowDrafts.get(guild, [])).toEqual([]);
  });

  test('forgets drafts with a message, a channel or a person that they rest on, and no others', async () => {
    const { windowDrafts, privacy } = store();
    await windowDrafts.put(guild, 'a', draft('one', '1', 'ann', 'c1'));
    await windowDrafts.put(guild, 'b', draft('two', '2', '1', 'bob', 'c1'));
    await windowDrafts.put(guild, 'c', draft('three', '3', 'bob', 'c2'));
    await windowDrafts.put(guild, 'd', draft('four', '4', 'carol', 'c3'));
    await windowDrafts.put(otherGuild, 'a', draft('five', '1', 'dave'));
    const kept = async () =>
      (await windowDrafts.get(guild, ['a', 'b', 'c', 'd'])).map(each => each?.claims[0]?.text ?? null);
    await windowDrafts.forget(guild, ['1', 'unknown']);
    expect(await kept()).toEqual([null, null, 'three', 'four']);
    await windowDrafts.forget(guild, ['c2']);
    expect(await kept()).toEqual([null, null, null, 'four']);
    expect(await windowDrafts.get(otherGuild, ['a'])).not.toEqual([null]);
    await privacy.setOptedOut('carol', true);
    await privacy.setOptedOut('dave', true);
    expect(await kept()).toEqual([null, null, null, null]);
    expect(await windowDrafts.get(otherGuild, ['a'])).toEqual([null]);
    for (const id of ['carol', 'dave']) await privacy.setOptedOut(id, false);
  });

  test('does not keep a draft of what was deleted while it was written', async () => {
    const { windowDrafts } = store();
    const late = draft('one', '71', 'emma');
    await windowDrafts.forget(guild, ['71']);
    await windowDrafts.put(guild, 'late', late);
    await Promise.all([
      windowDrafts.put(guild, 'together', draft('two', '72', 'emma')),
      windowDrafts.forget(guild, ['72']),
    ]);
    expect(await windowDrafts.get(guild, ['late', 'together'])).toEqual([null, null]);
    const createdAt = new Date(Date.now() + 3_600_000).toISOString();
    await windowDrafts.put(guild, 'later', { ...late, createdAt });
    expect(await windowDrafts.get(guild, ['later'])).not.toEqual([null]);
  });

  test('erases drafts with their server, and when its retention is over', async () => {
    const { windowDrafts, summaries, settings } = store();
    await windowDrafts.put(guild, 'a', draft('one', '1'));
    await summaries.eraseGuild(guild);
    expect(await windowDrafts.get(guild, ['a'])).toEqual([null]);
    const createdAt = new Date(Date.now() - 5 * 24 * 3_600_000).toISOString();
    await windowDrafts.put(guild, 'old', { ...draft('one', '1'), createdAt });
    await windowDrafts.put(guild, 'new', draft('two', '2'));
    await settings.set(guild, { retentionDays: 3 });
    const [old, recent] = await windowDrafts.get(guild, ['old', 'new']);
    expect([old, recent?.claims[0]?.text]).toEqual([null, 'two']);
    await windowDrafts.put(guild, 'expired', { ...draft('one', '1'), createdAt });
    expect(await windowDrafts.get(guild, ['expired'])).toEqual([null]);
  });
}
