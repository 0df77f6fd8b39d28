import { expect, test, vi } from 'vitest';
import { guild, keep, summaryOf } from '../stored-summaries.ts';
import type { Opened } from './store.ts';

/** When every store forgets. */
export function testExpiry(get: () => Opened): void {
  test('forgets summaries after thirty days, and keeps zones', async () => {
    const { store, logged } = get();
    await store.summaries.put(keep(guild, summaryOf('s1')));
    await store.zones.set('ann', 'Europe/Berlin');
    const day = 24 * 3_600_000;
    const begin = Date.now();
    const found = async (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: begin + days * day });
      return [(await store.summaries.get(guild, 's1')) !== null, await store.zones.get('ann')];
    };
    expect(await found(29.9)).toEqual([true, 'Europe/Berlin']);
    expect(await found(30.1)).toEqual([false, 'Europe/Berlin']);
    expect(logged).toEqual([]);
  });

  test('lets summaries grow old by the clock that it is given, which may be ahead or behind', async () => {
    const { open } = get();
    let nowMs = Date.now() + 60 * 86_400_000;
    const { store: moved } = await open({ now: () => nowMs });
    await moved.summaries.put({ ...keep(guild, summaryOf('s1')), createdAt: new Date(nowMs).toISOString() });
    await moved.summaries.put(keep(guild, summaryOf('s2')));
    expect(await moved.summaries.get(guild, 's2')).toBeNull();
    nowMs += 29 * 86_400_000;
    expect(await moved.summaries.get(guild, 's1')).not.toBeNull();
    nowMs += 2 * 86_400_000;
    expect(await moved.summaries.get(guild, 's1')).toBeNull();
  });

  test('shows nothing that is older than is now wanted, however long it was to be kept', async () => {
    const { store, open } = get();
    const createdAt = new Date(Date.now() - 60_000).toISOString();
    await store.summaries.put({ ...keep(guild, summaryOf('s1')), createdAt });
    const { store: brief } = await open({ summaryTtlMs: 30_000 });
    expect(await brief.summaries.get(guild, 's1')).toBeNull();
    expect(await store.summaries.get(guild, 's1')).toBeNull();
  });
}
