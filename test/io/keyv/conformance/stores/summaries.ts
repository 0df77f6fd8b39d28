import fc from 'fast-check';
import { expect, test } from 'vitest';
import { supportedSummary } from '../../../../render/arbitrary.ts';
import { guild, keep, otherGuild, summaryOf } from '../../stored-summaries.ts';
import type { Opened } from '../store.ts';

const ids = [
  's1',
  's:1',
  's1.s1',
  '*',
  's?',
  '[s]',
  "s'1",
  '%2A',
  'ß',
  '🦊',
  '__proto__',
  'S1',
  'constructor',
];

/** What every store does with summaries. */
export function testSummaries(get: () => Opened): void {
  test('gives a summary back as it was stored, with any text', async () => {
    const { store } = get();
    await fc.assert(
      fc.asyncProperty(supportedSummary, fc.constantFrom(guild, null), async (summary, guildId) => {
        const stored = keep(guildId, summary);
        await store.summaries.put(stored);
        const found = await store.summaries.get(guildId, summary.id);
        expect(found).toStrictEqual(JSON.parse(JSON.stringify(stored)));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  test('shows a summary to no other server, and to nobody in a direct message', async () => {
    const { store } = get();
    await store.summaries.put(keep(guild, summaryOf('s1')));
    await store.summaries.put(keep(null, summaryOf('s2')));
    for (const other of [otherGuild, null, '*', '', 'dm', `${guild}:`]) {
      expect(await store.summaries.get(other, 's1'), `${other}`).toBeNull();
    }
    for (const other of [guild, 'dm', 'null', '']) {
      expect(await store.summaries.get(other, 's2'), other).toBeNull();
    }
    for (const path of [`${guild}.s1`, `guild:${guild}::s1`, `summaries:guild:${guild}:s1`]) {
      expect(await store.summaries.get(null, path), path).toBeNull();
    }
  });

  test('keeps apart what ids keep apart, and takes away one alone', async () => {
    const { store } = get();
    for (const id of ids) await store.summaries.put(keep(guild, summaryOf(id, `It is ${id}.`)));
    for (const id of ids) {
      expect((await store.summaries.get(guild, id))?.summary.footnotes[0]?.text).toBe(`It is ${id}.`);
    }
    await store.summaries.remove(guild, '*');
    const left = await Promise.all(ids.map(id => store.summaries.get(guild, id)));
    expect(left.filter(each => each === null)).toHaveLength(1);
  });

  test('gives several summaries of a server back in the order of their ids, without deleted ones', async () => {
    const { store } = get();
    const many = Array.from({ length: 25 }, (_, index) => `s${index}`);
    for (const id of many) await store.summaries.put(keep(guild, summaryOf(id)));
    await store.summaries.put({ ...keep(guild, summaryOf('s3')), isDeleted: true });
    await store.summaries.put(keep(otherGuild, summaryOf('foreign')));
    const found = await store.summaries.getMany(guild, [...many.toReversed(), 'foreign', 'gone']);
    expect(found.map(({ summary }) => summary.id)).toEqual(many.toReversed().filter(id => id !== 's3'));
  });

  test('lists the posted summaries of a server, newest first', async () => {
    const { store } = get();
    const post = { channelId: '1', messageId: '2' };
    const toSummary = (id: string, minutesAgo: number) => ({
      ...keep(guild, summaryOf(id)),
      createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    });
    await store.summaries.put(toSummary('unposted', 0));
    await store.summaries.put({ ...toSummary('old', 9), sharedAs: post });
    await store.summaries.put({ ...toSummary('new', 1), answeredAs: post, isOutdated: true });
    await store.summaries.put({ ...keep(otherGuild, summaryOf('other')), answeredAs: post });
    expect(await store.summaries.posted(guild)).toMatchObject([
      { summaryId: 'new', hasPendingChanges: true },
      { summaryId: 'old', hasPendingChanges: false },
    ]);
    expect(await store.summaries.get(guild, 'new')).toMatchObject({ isOutdated: true });
  });

  test('hides a summary that was marked as deleted, until it is removed', async () => {
    const { store } = get();
    await store.summaries.put({ ...keep(guild, summaryOf('s1')), isDeleted: true });
    expect(await store.summaries.get(guild, 's1')).toBeNull();
    expect(await store.summaries.getDeleted(guild, 's1')).toMatchObject({
      requesterId: expect.any(String),
    });
    expect(await store.summaries.posted(guild)).toMatchObject([{ summaryId: 's1', hasPendingChanges: true }]);
    await store.summaries.remove(guild, 's1');
    expect(await store.summaries.getDeleted(guild, 's1')).toBeNull();
    expect(await store.summaries.posted(guild)).toEqual([]);
  });

  test('brings nothing back with a change that was under way when a summary was removed', async () => {
    const { store } = get();
    const stored = keep(guild, summaryOf('s1'));
    await store.summaries.put(stored);
    await store.summaries.rewrite({ ...stored, isOutdated: true });
    expect(await store.summaries.get(guild, 's1')).toMatchObject({ isOutdated: true });
    await store.summaries.remove(guild, 's1');
    await store.summaries.rewrite(stored);
    expect(await store.summaries.get(guild, 's1')).toBeNull();
  });

  test('erases all of a server, and nothing else', async () => {
    const { store } = get();
    const many = Array.from({ length: 620 }, (_, index) => `s${index}`);
    await Promise.all(many.map(id => store.summaries.put(keep(guild, summaryOf(id)))));
    await store.summaries.put(keep(otherGuild, summaryOf('s1')));
    await store.summaries.put(keep(null, summaryOf('s1')));
    for (const owner of [guild, otherGuild, 'ann']) await store.zones.set(owner, 'Asia/Kolkata');
    await store.runs.add('ann', '2026-03-09', 3);

    expect(await store.summaries.eraseGuild('*')).toBe(0);
    expect(await store.summaries.get(guild, 's1')).not.toBeNull();

    expect(await store.summaries.eraseGuild(guild)).toBe(620);
    expect(await store.summaries.get(guild, 's1')).toBeNull();
    expect(await store.zones.get(guild)).toBeNull();
    expect(await store.summaries.eraseGuild(guild)).toBe(0);

    expect(await store.summaries.get(otherGuild, 's1')).not.toBeNull();
    expect(await store.summaries.get(null, 's1')).not.toBeNull();
    expect(await store.zones.get(otherGuild)).toBe('Asia/Kolkata');
    expect(await store.zones.get('ann')).toBe('Asia/Kolkata');
    expect(await store.runs.get('ann', '2026-03-09')).toBe(3);
  });
}
