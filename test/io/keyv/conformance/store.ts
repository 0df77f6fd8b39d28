import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Store, StoreOptions } from '../../../../src/io/keyv/open-store.ts';
import { guild, keep, openLogged, otherGuild, summaryOf } from '../stored-summaries.ts';
import { testDamage } from './damage.ts';
import { testExpiry } from './expiry.ts';
import { testOpenRuns, testServers } from './servers.ts';
import { testSmallRecords } from './small-records.ts';
import { testChats } from './stores/chats.ts';
import { testDigests } from './stores/digests.ts';
import { testEntries } from './stores/entries.ts';
import { testSummaries } from './stores/summaries.ts';
import { testTokens } from './stores/tokens.ts';
import { testUsage } from './stores/usage.ts';

export type Place = {
  readonly url: string;
  /** Puts this text where each record of the place stands; without it, the place cannot be reached so. */
  readonly damage?: (text: string) => Promise<void> | void;
  readonly remove: () => Promise<void> | void;
};

export type Kind = {
  readonly createPlace: () => Promise<Place> | Place;
  readonly keys?: StoreOptions['keys'];
};

/** The store that a test runs on. */
export type Opened = {
  readonly place: Place;
  readonly store: Store;
  readonly logged: Awaited<ReturnType<typeof openLogged>>['logged'];
  /** Opens the same place once more. */
  readonly open: (options?: Omit<StoreOptions, 'log'>) => ReturnType<typeof openLogged>;
};

/** What every store does, wherever it keeps things: a file for each capability. */
export function describeStore(name: string, { createPlace, keys = [] }: Kind): void {
  describe(name, () => {
    let place: Place;
    let store: Store;
    let logged: Awaited<ReturnType<typeof openLogged>>['logged'];
    const opened: Store[] = [];

    const open = async (options: Omit<StoreOptions, 'log'> = {}) => {
      const made = await openLogged(place.url, { keys, ...options });
      opened.push(made.store);
      return made;
    };

    beforeAll(async () => {
      place = await createPlace();
    });
    beforeEach(async () => {
      ({ store, logged } = await open());
      for (const id of [guild, otherGuild, '*']) await store.summaries.eraseGuild(id);
    });
    afterEach(async () => {
      vi.useRealTimers();
      for (const each of opened.splice(0)) await each.close();
    });
    afterAll(() => place.remove());

    const get = (): Opened => ({ place, store, logged, open });
    testSummaries(get);
    testSmallRecords(get);
    testExpiry(get);
    testDamage(get);

    testServers(() => store);
    testOpenRuns(() => store);
    testTokens(() => store);
    testChats(get);
    testUsage(get);
    testEntries(() => store);
    testDigests(() => store);

    test('is closed once and for all, and says so in words', async () => {
      await Promise.all([store.close(), store.close()]);
      await store.close();
      for (const asked of [
        store.summaries.get(guild, 's1'),
        store.summaries.put(keep(guild, summaryOf('s1'))),
        store.summaries.eraseGuild(guild),
        store.zones.get('ann'),
        store.settings.get(guild),
        store.settings.set(guild, {}),
        store.runs.add('ann', '2026-03-09', 1),
      ]) {
        await expect(asked).rejects.toMatchObject({ name: 'UserError', code: 'store_unavailable' });
      }
    });

    test('tells something once, also to several at once', async () => {
      await store.zones.set('ann', 'Europe/Berlin');
      const [{ store: first }, { store: second }] = [await open(), await open()];
      const tell = vi.fn(async () => tell.mock.calls.length > 1);
      await first.tellOnce('news', tell);
      // What failed is told again.
      await Promise.all([first.tellOnce('news', tell), first.tellOnce('news', tell)]);
      await second.tellOnce('news', tell);
      expect(tell).toHaveBeenCalledTimes(2);
    });

    test('still has everything after it was closed and opened again', async () => {
      const stored = keep(guild, summaryOf('s1'));
      await store.summaries.put(stored);
      await store.zones.set(guild, 'Europe/Berlin');
      await store.runs.add('lasting', '2026-03-09', 3);
      await store.close();
      const { store: again } = await open();
      expect(await again.summaries.get(guild, 's1')).toStrictEqual(JSON.parse(JSON.stringify(stored)));
      expect(await again.zones.get(guild)).toBe('Europe/Berlin');
      expect(await again.runs.get('lasting', '2026-03-09')).toBe(3);
      expect(await again.summaries.eraseGuild(guild)).toBe(1);
    });
  });
}
