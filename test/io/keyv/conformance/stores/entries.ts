import { expect, test } from 'vitest';
import { applySummary } from '../../../../../src/core/decisions/apply-summary.ts';
import type { LogEntry } from '../../../../../src/core/decisions/entry.ts';
import { usualDefaults } from '../../../../../src/core/settings.ts';
import type { Store } from '../../../../../src/io/keyv/open-store.ts';
import { summaryOf } from '../../../../core/decisions/log-input.ts';
import { sure } from '../../../../sure.ts';
import { guild, otherGuild } from '../../stored-summaries.ts';

const hourMs = 3_600_000;

function toEntry(id: string, guildId: string, cites: readonly number[], ageMs = 0): LogEntry {
  const createdAt = new Date(Date.now() - ageMs).toISOString();
  const told = summaryOf('s1', [{ text: 'They rent the tent.', cites }], { guildId, createdAt });
  return sure(applySummary([], told, () => id).put[0]);
}

/** What every store does with decisions and tasks. */
export function testEntries(store: () => Store): void {
  test('gives entries of a server back, found by message, place, person, summary and contradiction', async () => {
    const { entries } = store();
    const contradictedBy = [{ entryId: 'e2', toldIn: [] }];
    const first = { ...toEntry('e1', guild, [1, 2]), contradictedBy } as LogEntry;
    const second = toEntry('e2', guild, [3]);
    for (const entry of [first, second, toEntry('e1', otherGuild, [1])]) await entries.put(entry);
    expect([...(await entries.list(guild))].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([first, second]);
    expect(await entries.get(guild, 'e2')).toEqual(second);
    const find = async (...ids: readonly string[]) => [...(await entries.citing(guild, ids))].sort();
    for (const own of ['m2', 'e2']) expect(await find(own)).toEqual(['e1']);
    expect(await find('u3', 'unknown')).toEqual(['e2']);
    for (const shared of ['c1', 's1']) expect(await find(shared)).toEqual(['e1', 'e2']);
    await entries.remove(guild, 'e1');
    expect(await entries.get(guild, 'e1')).toBeNull();
    expect(await entries.get(otherGuild, 'e1')).not.toBeNull();
    expect([...(await entries.guildIds())].sort()).toEqual(expect.arrayContaining([guild, otherGuild]));
  });

  test('keeps entries as long as their server keeps summaries, and erases them with it', async () => {
    const { entries, settings, summaries } = store();
    await entries.put(toEntry('old', guild, [1], 2 * 24 * hourMs));
    await entries.put(toEntry('new', guild, [2]));
    await settings.set(guild, { ...usualDefaults, retentionDays: 1 });
    expect((await entries.list(guild)).map(({ id }) => id)).toEqual(['new']);
    await entries.put(toEntry('old', guild, [1], 2 * 24 * hourMs));
    expect(await entries.get(guild, 'old')).toBeNull();
    await summaries.eraseGuild(guild);
    expect([await entries.list(guild), await entries.citing(guild, ['m2'])]).toEqual([[], []]);
  });
}
