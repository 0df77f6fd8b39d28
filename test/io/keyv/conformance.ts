import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closedRules, openRules } from '../../../src/core/access-rules.ts';
import { serializeSummary } from '../../../src/core/claims/summary/serialized-summary.ts';
import type { Store, StoreOptions } from '../../../src/io/keyv/open-store.ts';
import { supportedSummary } from '../../render/arbitrary.ts';
import { guild, keep, openLogged, otherGuild, tell } from './kept-summaries.ts';
import { testOpenRuns, testServers } from './server-conformance.ts';
import { testWindowDrafts } from './window-drafts-conformance.ts';

export type Place = {
  readonly url: string;
  /** Puts this text where each record of the place stands; without it, the place cannot be reached so. */
  readonly damage?: (text: string) => Promise<void> | void;
  readonly remove: () => Promise<void> | void;
};

export type Kind = {
  readonly createPlace: () => Promise<Place> | Place;
  readonly keys?: StoreOptions['keys'];
  /** Whether what is kept outlives the store that kept it. */
  readonly lasts: boolean;
};

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

/** What every store does, wherever it keeps things. */
export function describeStore(name: string, { createPlace, keys = [], lasts }: Kind): void {
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

    test('gives a summary back as it was kept, whatever was said in it', async () => {
      await fc.assert(
        fc.asyncProperty(supportedSummary, fc.constantFrom(guild, null), async (summary, guildId) => {
          const kept = keep(guildId, summary);
          await store.summaries.put(kept);
          const found = await store.summaries.get(guildId, summary.id);
          expect(found).toStrictEqual(JSON.parse(JSON.stringify(kept)));
        }),
        { numRuns: 25, endOnFailure: true },
      );
    });

    test('keeps what was asked of a summary, word for word', async () => {
      const request = {
        detail: 'brief',
        language: 'pt-BR',
        focus: ':base64: “the tent”\n',
        messages: 0,
        since: 'yesterday 9am',
      } as const;
      await store.summaries.put({ ...keep(guild, tell('s1')), request });
      await store.summaries.put({ ...keep(guild, tell('s2')), request: { detail: 'standard' } });
      expect((await store.summaries.get(guild, 's1'))?.request).toStrictEqual(request);
      expect((await store.summaries.get(guild, 's2'))?.request).toStrictEqual({ detail: 'standard' });
    });

    test('knows nothing of a summary that never was', async () => {
      expect(await store.summaries.get(guild, 's1')).toBeNull();
      expect(await store.summaries.get(null, '')).toBeNull();
      await store.summaries.remove(guild, 's1');
      expect(logged).toEqual([]);
    });

    test('shows a summary to no other server, and to nobody in a direct message', async () => {
      await store.summaries.put(keep(guild, tell('s1')));
      await store.summaries.put(keep(null, tell('s2')));
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
      for (const id of ids) await store.summaries.put(keep(guild, tell(id, `It is ${id}.`)));
      for (const id of ids) {
        expect((await store.summaries.get(guild, id))?.summary.footnotes[0]?.text).toBe(`It is ${id}.`);
      }
      await store.summaries.remove(guild, '*');
      const left = await Promise.all(ids.map(id => store.summaries.get(guild, id)));
      expect(left.filter(each => each === null)).toHaveLength(1);
    });

    test('puts a summary in the place of its former self', async () => {
      await store.summaries.put(keep(guild, tell('s1', 'before')));
      await store.summaries.put(keep(guild, tell('s1', 'after')));
      expect((await store.summaries.get(guild, 's1'))?.summary.footnotes[0]?.text).toBe('after');
    });

    test('lists the posted summaries of a server, newest first', async () => {
      const post = { channelId: '1', messageId: '2' };
      const toSummary = (id: string, minutesAgo: number) => ({
        ...keep(guild, tell(id)),
        createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      });
      await store.summaries.put(toSummary('unposted', 0));
      await store.summaries.put({ ...toSummary('old', 9), sharedAs: post });
      await store.summaries.put({ ...toSummary('new', 1), answeredAs: post, isOutdated: true });
      await store.summaries.put({ ...keep(otherGuild, tell('other')), answeredAs: post });
      expect(await store.summaries.posted(guild)).toMatchObject([
        { summaryId: 'new', hasPendingChanges: true },
        { summaryId: 'old', hasPendingChanges: false },
      ]);
      expect(await store.summaries.get(guild, 'new')).toMatchObject({ isOutdated: true });
    });

    test('hides a summary that was marked as deleted, until it is removed', async () => {
      await store.summaries.put({ ...keep(guild, tell('s1')), isDeleted: true });
      expect(await store.summaries.get(guild, 's1')).toBeNull();
      expect(await store.summaries.getDeleted(guild, 's1')).toMatchObject({
        requesterId: expect.any(String),
      });
      expect(await store.summaries.posted(guild)).toMatchObject([
        { summaryId: 's1', hasPendingChanges: true },
      ]);
      await store.summaries.remove(guild, 's1');
      expect(await store.summaries.getDeleted(guild, 's1')).toBeNull();
      expect(await store.summaries.posted(guild)).toEqual([]);
    });

    test('erases all of a server, and nothing else', async () => {
      const many = Array.from({ length: 620 }, (_, index) => `s${index}`);
      await Promise.all(many.map(id => store.summaries.put(keep(guild, tell(id)))));
      await store.summaries.put(keep(otherGuild, tell('s1')));
      await store.summaries.put(keep(null, tell('s1')));
      for (const owner of [guild, otherGuild, 'ann']) await store.zones.set(owner, 'Asia/Kolkata');
      await store.runs.set('ann', '2026-03-09', 3);

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

    test('keeps a zone for each owner until it is forgotten', async () => {
      await store.zones.set('ann', 'Europe/Berlin');
      await store.zones.set('bob', 'Asia/Kolkata');
      await store.zones.set('ann', 'America/St_Johns');
      expect(await store.zones.get('ann')).toBe('America/St_Johns');
      await store.zones.set('ann', null);
      await store.zones.set('ann', null);
      expect(await store.zones.get('ann')).toBeNull();
      expect(await store.zones.get('bob')).toBe('Asia/Kolkata');
    });

    testServers(() => store);
    testOpenRuns(() => store);
    testWindowDrafts(() => store);

    test('counts the runs of each person on each day', async () => {
      await store.runs.set('carol', '2026-03-09', 3);
      expect(await store.runs.get('carol', '2026-03-09')).toBe(3);
      expect(await store.runs.get('carol', '2026-03-10')).toBe(0);
      expect(await store.runs.get('carol.2026-03-09', '')).toBe(0);
      expect(await store.runs.get('dave', '2026-03-09')).toBe(0);
    });

    test('forgets runs after two days and summaries after thirty, and keeps zones', async () => {
      await store.summaries.put(keep(guild, tell('s1')));
      await store.zones.set('ann', 'Europe/Berlin');
      await store.runs.set('ann', '2026-03-09', 3);
      const day = 24 * 3_600_000;
      const begin = Date.now();
      const found = async (days: number) => {
        vi.useFakeTimers({ toFake: ['Date'], now: begin + days * day });
        return [
          await store.runs.get('ann', '2026-03-09'),
          (await store.summaries.get(guild, 's1')) !== null,
          await store.zones.get('ann'),
        ];
      };
      expect(await found(1.9)).toEqual([3, true, 'Europe/Berlin']);
      expect(await found(2.1)).toEqual([0, true, 'Europe/Berlin']);
      expect(await found(29.9)).toEqual([0, true, 'Europe/Berlin']);
      expect(await found(30.1)).toEqual([0, false, 'Europe/Berlin']);
      expect(logged).toEqual([]);
    });

    test('keeps summaries as long as it is told to', async () => {
      const { store: brief } = await open({ summaryTtlMs: 300 });
      await brief.summaries.put(keep(guild, tell('s1')));
      expect(await brief.summaries.get(guild, 's1')).not.toBeNull();
      await new Promise(resolve => setTimeout(resolve, 350));
      expect(await brief.summaries.get(guild, 's1')).toBeNull();
    });

    test('lets summaries grow old by the clock that it is given, which may be ahead or behind', async () => {
      let nowMs = Date.now() + 60 * 86_400_000;
      const { store: moved } = await open({ now: () => nowMs });
      await moved.summaries.put({ ...keep(guild, tell('s1')), createdAt: new Date(nowMs).toISOString() });
      await moved.summaries.put(keep(guild, tell('s2')));
      expect(await moved.summaries.get(guild, 's2')).toBeNull();
      nowMs += 29 * 86_400_000;
      expect(await moved.summaries.get(guild, 's1')).not.toBeNull();
      nowMs += 2 * 86_400_000;
      expect(await moved.summaries.get(guild, 's1')).toBeNull();
    });

    test('takes what cannot be read for nothing, and logs how often, without its words', async () => {
      const damaged = { ...keep(guild, tell('s1', 'secret')), requesterId: 'x'.repeat(300) };
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
      if (!place.damage) context.skip('records of this store cannot be reached from outside');
      for (const text of ['{"value":{"version":2}}', '{"value":5}', 'no JSON', '', '{"value":{"versi']) {
        await store.summaries.put(keep(guild, tell('s1')));
        await store.zones.set('ann', 'Europe/Berlin');
        await store.runs.set('ann', '2026-03-09', 3);
        await place.damage?.(text);
        expect(await store.summaries.get(guild, 's1'), text).toBeNull();
        expect(await store.zones.get('ann'), text).toBeNull();
        expect(await store.runs.get('ann', '2026-03-09'), text).toBe(0);
        expect(logged.splice(0), text).toHaveLength(3);
        expect(await store.summaries.eraseGuild(guild), text).toBe(1);
      }
    });

    test('forbids what a damaged record may forbid', async context => {
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
      if (!place.damage) context.skip('records of this store cannot be reached from outside');
      const right = keep(guild, tell('s1'));
      for (const foreign of [right, keep(otherGuild, tell('s1')), keep(guild, tell('s2'))]) {
        await store.summaries.put(right);
        const value = { version: 1, ...foreign, summary: serializeSummary(foreign.summary) };
        await place.damage?.(JSON.stringify({ value }));
        expect((await store.summaries.get(guild, 's1')) !== null).toBe(foreign === right);
      }
    });

    test('does many things at once', async () => {
      const many = Array.from({ length: 60 }, (_, index) => `m${index}`);
      await Promise.all(
        many.map(async (id, index) => {
          const guildId = `10990000000000001${index}`;
          await store.summaries.put(keep(guildId, tell(id, `It is ${id}.`)));
          const found = await store.summaries.get(guildId, id);
          expect(found?.summary.footnotes[0]?.text).toBe(`It is ${id}.`);
          await store.summaries.eraseGuild(guildId);
        }),
      );
    });

    test('is closed once and for all, and says so in words', async () => {
      await Promise.all([store.close(), store.close()]);
      await store.close();
      for (const asked of [
        store.summaries.get(guild, 's1'),
        store.summaries.put(keep(guild, tell('s1'))),
        store.summaries.eraseGuild(guild),
        store.zones.get('ann'),
        store.settings.get(guild),
        store.settings.set(guild, {}),
        store.runs.set('ann', '2026-03-09', 1),
      ]) {
        await expect(asked).rejects.toMatchObject({ name: 'UserError', code: 'store_unavailable' });
      }
    });

    test.runIf(lasts)('still has everything after it was closed and opened again', async () => {
      const kept = keep(guild, tell('s1'));
      await store.summaries.put(kept);
      await store.zones.set(guild, 'Europe/Berlin');
      await store.runs.set('ann', '2026-03-09', 3);
      await store.close();
      const { store: again } = await open();
      expect(await again.summaries.get(guild, 's1')).toStrictEqual(JSON.parse(JSON.stringify(kept)));
      expect(await again.zones.get(guild)).toBe('Europe/Berlin');
      expect(await again.runs.get('ann', '2026-03-09')).toBe(3);
      expect(await again.summaries.eraseGuild(guild)).toBe(1);
    });

    test.runIf(lasts)(
      'shows nothing that is older than is now wanted, however long it was to be kept',
      async () => {
        const createdAt = new Date(Date.now() - 60_000).toISOString();
        await store.summaries.put({ ...keep(guild, tell('s1')), createdAt });
        const { store: brief } = await open({ summaryTtlMs: 30_000 });
        expect(await brief.summaries.get(guild, 's1')).toBeNull();
        expect(await store.summaries.get(guild, 's1')).toBeNull();
      },
    );

    test.runIf(lasts)('shares what it has with a second store on the same place', async () => {
      const { store: second } = await open();
      await store.summaries.put(keep(guild, tell('s1')));
      await second.summaries.put(keep(guild, tell('s2')));
      expect(await second.summaries.get(guild, 's1')).not.toBeNull();
      expect(await store.summaries.eraseGuild(guild)).toBe(2);
      expect(await second.summaries.get(guild, 's2')).toBeNull();
    });
  });
}
