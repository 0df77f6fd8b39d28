import { expect, test, vi } from 'vitest';
import { closedRules, openRules } from '../../../../src/core/access-rules.ts';
import { serializeSummary } from '../../../../src/core/claims/serialized-summary.ts';
import { parseExport } from '../../../../src/io/import/import-chat.ts';
import { guild, keep, otherGuild, summaryOf } from '../stored-summaries.ts';
import type { Opened } from './store.ts';

const unreadableTexts = ['{"value":{"version":2}}', '{"value":5}', 'no JSON', '1', '', '{"value":{"versi'];

/** What every store makes of records that it cannot read. */
export function testDamage(get: () => Opened): void {
  test('takes what cannot be read for nothing, and logs how often, without its words', async () => {
    const { store, logged } = get();
    const damaged = { ...keep(guild, summaryOf('s1', 'secret')), requesterId: 'x'.repeat(300) };
    await store.summaries.put(damaged);
    expect(await store.summaries.get(guild, 's1')).toBeNull();
    expect(await store.summaries.get(guild, 's1')).toBeNull();
    await store.zones.set('ann', 'Mars/Base');
    expect(await store.zones.get('ann')).toBeNull();
    expect(logged).toMatchObject([
      { msg: 'record-unreadable', kind: 'summaries', count: 1 },
      { msg: 'record-unreadable', kind: 'summaries', count: 2 },
      { msg: 'record-unreadable', kind: 'zones', count: 1 },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|Mars|xxx/);
    expect(await store.summaries.eraseGuild(guild)).toBe(1);
  });

  test('takes records of another version, and text that is no record, for nothing', async context => {
    const { store, logged, place } = get();
    if (!place.damage) context.skip('records of this store cannot be reached from outside');
    for (const text of unreadableTexts) {
      await store.summaries.put(keep(guild, summaryOf('s1')));
      await store.zones.set('ann', 'Europe/Berlin');
      // It stays unreadable, so each is another one.
      const counted = [`ann ${text.length}`, '2026-03-09'] as const;
      await store.runs.add(...counted, 3);
      logged.splice(0);
      await place.damage?.(text);
      expect(await store.summaries.get(guild, 's1'), text).toBeNull();
      expect(await store.zones.get('ann'), text).toBeNull();
      // Nobody knows whether a limit is reached.
      const unreadable = { code: 'usage_unreadable' };
      await expect(store.runs.get(...counted), text).rejects.toMatchObject(unreadable);
      await expect(store.runs.add(...counted, 1, 9), text).rejects.toMatchObject(unreadable);
      expect(logged.splice(0), text).toHaveLength(4);
      expect(await store.summaries.eraseGuild(guild), text).toBe(1);
    }
  });

  test('forbids what a damaged record may forbid', async context => {
    const { store, place } = get();
    if (!place.damage) context.skip('records of this store cannot be reached from outside');
    for (const text of unreadableTexts) {
      await store.privacy.setOptedOut('ann', true);
      await store.privacy.changeAccess(guild, () => openRules);
      const tell = vi.fn(() => true);
      await store.tellOnce(`news ${text.length}`, tell);
      await store.usage.claimOnce(`warned ${text.length}`);
      await place.damage?.(text);
      expect(await store.privacy.optedOut(['ann', 'bob']), text).toEqual(new Set(['ann']));
      expect(await store.privacy.hasOptOuts(), text).toBe(true);
      expect(await store.privacy.access(guild), text).toEqual(closedRules);
      await store.tellOnce(`news ${text.length}`, tell);
      expect(tell, text).toHaveBeenCalledOnce();
      expect(await store.usage.claimOnce(`warned ${text.length}`), text).toBe(false);
      await store.summaries.eraseGuild(guild);
    }
    await store.privacy.setOptedOut('ann', false);
  });

  test('with unreadable settings, knows none, shows only what is young, and erases nothing', async () => {
    const { store, logged } = get();
    const at = (id: string, days: number) =>
      store.summaries.put({
        ...keep(guild, summaryOf(id)),
        createdAt: new Date(Date.now() - days * 86_400_000).toISOString(),
      });
    await store.settings.set(guild, { retentionDays: 60, zone: 'Europe/Berlin' });
    await at('old', 40);
    await at('young', 0.5);
    // What a newer version may have written.
    await store.settings.change(guild, before => ({ ...before, review: 'always' as never }));
    const unreadable = { name: 'UserError', code: 'settings_unreadable' };
    await expect(store.settings.get(guild)).rejects.toMatchObject(unreadable);
    await expect(store.settings.change(guild, () => ({ dailyRuns: 1 }))).rejects.toMatchObject(unreadable);
    expect(await store.settings.zone(guild)).toBe('Europe/Berlin');
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'record-unreadable', kind: 'settings', guild, key: guild }),
    );
    const find = async (id: string) => {
      const stored = await store.summaries.get(guild, id);
      return stored && ((await store.summaries.mayShow(stored)) ? 'shown' : 'kept');
    };
    expect([await find('old'), await find('young')]).toEqual(['kept', 'shown']);
    // Stored again, as after a deletion, it is kept for as long as a server may have chosen.
    await at('old', 40);
    expect(await find('old')).toBe('kept');
    await store.settings.set(guild, { retentionDays: 60 });
    expect([await find('old'), await find('young')]).toEqual(['shown', 'shown']);
    await store.settings.set(guild, {});
    expect([await find('old'), await find('young')]).toEqual([null, 'shown']);
  });

  test('names the server and the key of an unreadable record, but no id that a person chose', async context => {
    const { store, logged, place } = get();
    if (!place.damage) context.skip('records of this store cannot be reached from outside');
    await store.summaries.put(keep(guild, summaryOf('s1')));
    const { conversation } = parseExport('25/03/2026, 09:00 - Mia: One', 'Trip.txt');
    await store.chats.put('mia', '491711234567@s.whatsapp.net', conversation, new Date().toISOString());
    await place.damage?.('{"value":{"version":2}}');
    logged.splice(0);
    await store.summaries.get(guild, 's1');
    await store.chats.get('mia', '491711234567@s.whatsapp.net');
    expect(logged).toMatchObject([
      { msg: 'record-unreadable', kind: 'summaries', guild, key: 's1' },
      { msg: 'record-unreadable', kind: 'chats' },
    ]);
    expect(JSON.stringify(logged)).not.toContain('491711234567');
    await store.chats.eraseOwner('mia');
  });

  test('shows no record that says it belongs to another server or is another summary', async context => {
    const { store, place } = get();
    if (!place.damage) context.skip('records of this store cannot be reached from outside');
    const right = keep(guild, summaryOf('s1'));
    for (const foreign of [right, keep(otherGuild, summaryOf('s1')), keep(guild, summaryOf('s2'))]) {
      await store.summaries.put(right);
      const value = { version: 1, ...foreign, summary: serializeSummary(foreign.summary) };
      await place.damage?.(JSON.stringify({ value }));
      expect((await store.summaries.get(guild, 's1')) !== null).toBe(foreign === right);
    }
  });
}
