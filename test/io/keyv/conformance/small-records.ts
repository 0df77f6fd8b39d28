import { expect, test } from 'vitest';
import type { Opened } from './store.ts';

/** What every store does with zones and counts of runs. */
export function testSmallRecords(get: () => Opened): void {
  test('keeps a zone for each owner until it is forgotten', async () => {
    const { store } = get();
    await store.zones.set('ann', 'Europe/Berlin');
    await store.zones.set('bob', 'Asia/Kolkata');
    await store.zones.set('ann', 'America/St_Johns');
    expect(await store.zones.get('ann')).toBe('America/St_Johns');
    await store.zones.set('ann', null);
    await store.zones.set('ann', null);
    expect(await store.zones.get('ann')).toBeNull();
    expect(await store.zones.get('bob')).toBe('Asia/Kolkata');
  });

  test('counts the runs of each person on each day, to their limit', async () => {
    const { store } = get();
    await store.runs.add('carol', '2026-03-09', 3);
    expect(await store.runs.get('carol', '2026-03-09')).toBe(3);
    expect(await store.runs.get('carol', '2026-03-10')).toBe(0);
    expect(await store.runs.get('carol.2026-03-09', '')).toBe(0);
    expect(await store.runs.get('dave', '2026-03-09')).toBe(0);
    const added = [1, 2].map(() => store.runs.add('carol', '2026-03-09', 1, 4));
    expect((await Promise.all(added)).sort()).toEqual([false, true]);
    expect(await store.runs.get('carol', '2026-03-09')).toBe(4);
  });

  test('lets one run of a person hold the lock', async () => {
    const { store } = get();
    const release = await store.runs.tryLock('erin');
    expect(await store.runs.tryLock('erin')).toBeNull();
    expect(await store.runs.tryLock('frank')).not.toBeNull();
    await release?.();
    expect(await store.runs.tryLock('erin')).not.toBeNull();
  });
}
