import { expect, test } from 'vitest';
import type { QualityRecord } from '../../../../../src/core/usage/quality.ts';
import { guild, keep, otherGuild, summaryOf } from '../../stored-summaries.ts';
import type { Opened } from '../store.ts';

function toRecord(summaryId: string, minute = 0): QualityRecord {
  return {
    summaryId,
    at: new Date(Date.UTC(2026, 2, 9, 10, minute)).toISOString(),
    isRecorded: false,
    claims: {
      eligible: 5,
      cited: 4,
      supported: 3,
      marked: 1,
      unjudged: 0,
      quoted: 0,
      repaired: 1,
      citationsReplaced: 0,
      rejected: { quote: 1 },
    },
    markers: { gathered: 40, cited: 6, unique: 5 },
    steps: { read: { durationMs: 800, costUsd: null }, draft: { durationMs: 9_000, costUsd: 0.02 } },
    opened: 0,
    helpful: 0,
    unhelpful: 0,
    helpfulAfterMs: null,
    reviewedAfterMs: null,
  };
}

/** What every store does with the records of how well summaries cite. */
export function testQuality(get: () => Opened, lasts: boolean): void {
  test('keeps quality records of the latest summaries of each server, newest first', async () => {
    const { store } = await get().open({ statsWindow: 3 });
    for (const [minute, id] of ['s3', 's1', 's4', 's2'].entries())
      await store.quality.update(guild, id, before => before ?? toRecord(id, minute));
    await store.quality.update(otherGuild, 's9', () => toRecord('s9'));
    expect(await store.quality.list(guild)).toEqual([
      toRecord('s2', 3),
      toRecord('s4', 2),
      toRecord('s1', 1),
    ]);
    expect(await store.quality.list(otherGuild)).toEqual([toRecord('s9')]);
  });

  test('loses no change of a quality record, and makes none without a result', async () => {
    const { quality } = get().store;
    await quality.update(guild, 's1', () => toRecord('s1'));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        quality.update(guild, 's1', record => record && { ...record, opened: record.opened + 1 }),
      ),
    );
    await quality.update(guild, 's2', record => record);
    expect(await quality.list(guild)).toEqual([{ ...toRecord('s1'), opened: 20 }]);
  });

  test.runIf(lasts)('loses no change of a quality record by two processes', async () => {
    const [{ quality }, { store: other }] = [get().store, await get().open()];
    await quality.update(guild, 's1', () => toRecord('s1'));
    const open = (store: typeof quality) =>
      store.update(guild, 's1', record => record && { ...record, opened: record.opened + 1 });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => open(index % 2 === 0 ? quality : other.quality)),
    );
    expect((await quality.list(guild))[0]?.opened).toBe(20);
  });

  test('deletes a quality record with its summary, and all with their server', async () => {
    const { quality, summaries } = get().store;
    for (const id of ['s1', 's2']) await quality.update(guild, id, () => toRecord(id));
    await summaries.put(keep(guild, summaryOf('s1')));
    await summaries.remove(guild, 's1');
    expect(await quality.list(guild)).toEqual([toRecord('s2')]);
    expect(await summaries.guildIds()).toContain(guild);
    await summaries.eraseGuild(guild);
    expect(await quality.list(guild)).toEqual([]);
  });
}
