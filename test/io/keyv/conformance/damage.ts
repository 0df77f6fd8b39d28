import { expect, test } from 'vitest';
import { closedRules, openRules } from '../../../../src/core/access-rules.ts';
import { serializeSummary } from '../../../../src/core/claims/summary/serialized-summary.ts';
import { guild, keep, otherGuild, summaryOf } from '../stored-summaries.ts';
import type { Opened } from './store.ts';

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
      { msg: 'record-unreadable', kind: 'summary', count: 1 },
      { msg: 'record-unreadable', kind: 'summary', count: 2 },
      { msg: 'record-unreadable', kind: 'zone', count: 1 },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|Mars|xxx/);
    expect(await store.summaries.eraseGuild(guild)).toBe(1);
  });

  test('takes records of another version, and text that is no record, for nothing', async context => {
    const { store, logged, place } = get();
    if (!place.damage) context.skip('records of this store cannot be reached from outside');
    for (const text of ['{"value":{"version":2}}', '{"value":5}', 'no JSON', '', '{"value":{"versi']) {
      await store.summaries.put(keep(guild, summaryOf('s1')));
      await store.zones.set('ann', 'Europe/Berlin');
      await store.runs.add('ann', '2026-03-09', 3);
      logged.splice(0);
      await place.damage?.(text);
      expect(await store.summaries.get(guild, 's1'), text).toBeNull();
      expect(await store.zones.get('ann'), text).toBeNull();
      expect(await store.runs.get('ann', '2026-03-09'), text).toBe(0);
      expect(logged.splice(0), text).toHaveLength(3);
      expect(await store.summaries.eraseGuild(guild), text).toBe(1);
    }
  });

  test('forbids what a damaged record may forbid', async context => {
    const { store, place } = get();
    if (!place.damage) context.skip('records of this store cannot be reached from outside');
    for (const text of ['{"value":{"version":2}}', '{"value":5}', 'no JSON', '', '{"value":{"versi']) {
      await store.privacy.setOptedOut('ann', true);
      await store.privacy.setAccess(guild, openRules);
      await place.damage?.(text);
      expect(await store.privacy.optedOut(['ann', 'bob']), text).toEqual(new Set(['ann']));
      expect(await store.privacy.hasOptOuts(), text).toBe(true);
      expect(await store.privacy.access(guild), text).toEqual(closedRules);
      await store.summaries.eraseGuild(guild);
    }
    await store.privacy.setOptedOut('ann', false);
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
