import { expect, onTestFinished, test } from 'vitest';
import { createSettings } from '../../../src/app/settings.ts';
import type { BotCaps } from '../../../src/app/usage/caps.ts';
import { createLedger } from '../../../src/app/usage/ledger.ts';
import type { Payer, UsageStore } from '../../../src/app/usage/ports.ts';
import { type CapState, noSpending, type ReachedCap } from '../../../src/core/claims/usage.ts';
import { type GuildSettings, usualDefaults } from '../../../src/core/settings.ts';
import { openStore } from '../../../src/io/keyv/open-store.ts';
import { createLogger } from '../../../src/log.ts';

const guildId = '1099000000000000001';
const log = createLogger('silent');

type Given = {
  readonly own?: GuildSettings;
  readonly botCaps?: BotCaps;
  readonly toStore?: (store: UsageStore) => UsageStore;
};

async function createScene({
  own = {},
  botCaps = { usd: 0, tokens: 0 },
  toStore = each => each,
}: Given = {}) {
  let now = '2026-03-09T12:00:00Z';
  const store = await openStore('memory://', { log, now: () => Date.parse(now) });
  onTestFinished(() => store.close());
  const settings = createSettings(store.settings, usualDefaults);
  await settings.change(guildId, own);
  const reached: ReachedCap[] = [];
  const boot = () => createLedger({ store: toStore(store.usage), settings, botCaps, now: () => now, log });
  const ledger = boot();
  const payer = (more: Partial<Payer> = {}): Payer => ({
    guildId,
    personId: 'ann',
    channelId: 'c1',
    feature: 'summary',
    onCap: cap => reached.push(cap),
    ...more,
  });
  const spend = async (usd: number, more: Partial<Payer> = {}, output = 100) => {
    const reservation = await ledger.reserve(payer(more), { tokens: output, usd });
    await reservation?.settle({ ...noSpending, calls: 1, output, usd });
    return reservation !== null;
  };
  return {
    store,
    ledger,
    boot,
    payer,
    spend,
    reached,
    settings,
    moveTo: (to: string) => {
      now = to;
    },
  };
}

test('stops a member at the cap of the day, says how much is used, and lets others pass', async () => {
  const { spend, reached } = await createScene({ own: { memberUsd: 1 } });
  expect(await spend(0.7)).toBe(true);
  expect(await spend(0.7)).toBe(false);
  expect(reached).toEqual([
    {
      scope: 'member',
      unit: 'usd',
      limit: 1,
      used: 0.7,
      expected: 0.7,
      resetsAt: '2026-03-10T00:00:00Z',
      isUnpriced: false,
    },
  ]);
  expect(await spend(0.7, { personId: 'bob' })).toBe(true);
  expect(await spend(0.3)).toBe(true);
});

test('begins the day of a member and the month of a server anew in the zone of the server', async () => {
  const own = { memberUsd: 1, serverUsd: 2.5, zone: 'Asia/Tokyo' };
  const { spend, reached, moveTo } = await createScene({ own });
  moveTo('2026-03-31T14:00:00Z');
  expect(await spend(1)).toBe(true);
  expect(await spend(1)).toBe(false);
  expect(reached.at(-1)?.resetsAt).toBe('2026-03-31T15:00:00Z');
  moveTo('2026-03-31T15:00:00Z');
  expect(await spend(1)).toBe(true);
  expect(await spend(1, { personId: 'bob' })).toBe(true);
  expect(await spend(1, { personId: 'carol' })).toBe(false);
  expect(reached.at(-1)).toMatchObject({ scope: 'server', used: 2, resetsAt: '2026-04-30T15:00:00Z' });
});

test('goes on counting for a server that leaves and comes back, or erases its data', async () => {
  const { store, spend, boot, payer, moveTo } = await createScene();
  await spend(0.6);
  moveTo('2026-03-11T12:00:00Z');
  await spend(0.3, { personId: 'bob' });
  await store.summaries.eraseGuild(guildId);
  expect(await store.summaries.guildIds()).not.toContain(guildId);
  const settings = createSettings(store.settings, { ...usualDefaults, serverUsd: 1, memberUsd: 0.35 });
  const ledger = createLedger({
    store: store.usage,
    settings,
    botCaps: { usd: 0, tokens: 0 },
    now: () => '2026-03-11T12:00:00Z',
    log,
  });
  const reserve = (usd: number, personId: string) => ledger.reserve(payer({ personId }), { tokens: 1, usd });
  expect(await reserve(0.2, 'ann')).toBeNull();
  expect(await reserve(0.08, 'bob')).toBeNull();
  expect(await reserve(0.04, 'bob')).not.toBeNull();
  const { entries } = await boot().report(guildId);
  // Who used it is kept for the day that may go on, and where is not.
  expect(entries.map(({ personId, channelId, usd }) => [personId, channelId, usd])).toEqual([
    [null, null, 0.6],
    ['bob', null, 0.3],
  ]);
  expect((await ledger.ofPerson('bob')).usd).toBe(0.3);
});

test('counts a digest for the server, and not toward the cap of its creator', async () => {
  const { spend, reached } = await createScene({ own: { memberUsd: 1, serverUsd: 2 } });
  expect(await spend(0.9, { feature: 'digest' })).toBe(true);
  expect(await spend(0.9)).toBe(true);
  expect(await spend(0.9, { feature: 'digest' })).toBe(false);
  expect(reached.at(-1)?.scope).toBe('server');
});

test('lets no run of many calls at once spend more than a cap, whenever each of them ends', async () => {
  const { ledger, spend } = await createScene({ own: { serverUsd: 1 } });
  const asked = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      // Others begin while the first ones end.
      for (let wait = 0; wait < index % 7; wait += 1) await Promise.resolve();
      return spend(0.125, { personId: `p${index % 5}` });
    }),
  );
  expect(asked.filter(Boolean)).toHaveLength(8);
  expect((await ledger.report(guildId)).total.usd).toBe(1);
});

test('lets no call of an unknown price pass a cap in dollars, and counts its tokens', async () => {
  const dollars = await createScene({ own: { serverUsd: 1 } });
  expect(await dollars.ledger.reserve(dollars.payer(), { tokens: 10, usd: null })).toBeNull();
  expect(dollars.reached[0]).toMatchObject({ unit: 'usd', isUnpriced: true });
  const tokens = await createScene({ botCaps: { usd: 0, tokens: 1_000 } });
  expect(await tokens.ledger.reserve(tokens.payer(), { tokens: 10, usd: null })).not.toBeNull();
});

test('lets a call of an unknown price pass a cap in dollars if tokens of the same scope are capped', async () => {
  const free = { tokens: 60, usd: null };
  const bot = await createScene({ botCaps: { usd: 10, tokens: 100 } });
  const first = await bot.ledger.reserve(bot.payer(), free);
  await first?.settle({ ...noSpending, calls: 1, input: 60, unpriced: 1 });
  expect(await bot.ledger.reserve(bot.payer(), free)).toBeNull();
  expect(bot.reached).toMatchObject([{ scope: 'bot', unit: 'tokens', used: 60, isUnpriced: false }]);
  const own = { serverUsd: 1 };
  const server = await createScene({ own, botCaps: { usd: 10, tokens: 100 } });
  expect(await server.ledger.reserve(server.payer(), free)).toBeNull();
  expect(server.reached).toMatchObject([{ scope: 'server', unit: 'usd', isUnpriced: true }]);
});

test('holds the cap of the bot while the settings of a server cannot be read', async () => {
  const { store, reached, payer } = await createScene();
  const ledger = createLedger({
    store: store.usage,
    settings: { of: () => Promise.reject(new Error('away')), zoneOf: async () => 'UTC' },
    botCaps: { usd: 1, tokens: 0 },
    now: () => '2026-03-09T12:00:00Z',
    log,
  });
  expect(await ledger.reserve(payer(), { tokens: 10, usd: 2 })).toBeNull();
  expect(reached).toMatchObject([{ scope: 'bot' }]);
});

test('stops all servers at the cap of the bot, and warns its owner at 80 percent, once a month', async () => {
  const scene = await createScene({ botCaps: { usd: 10, tokens: 0 } });
  const warned: CapState[] = [];
  const listen = (ledger: typeof scene.ledger) => ledger.onBotWarning(async cap => void warned.push(cap));
  listen(scene.ledger);
  expect(await scene.spend(7.9)).toBe(true);
  expect(warned).toEqual([]);
  expect(await scene.spend(0.2, { guildId: '1099000000000000002' })).toBe(true);
  expect(warned).toMatchObject([{ scope: 'bot', unit: 'usd', limit: 10, resetsAt: '2026-04-01T00:00:00Z' }]);
  expect(await scene.spend(0.2, { guildId: null })).toBe(true);
  const restarted = scene.boot();
  listen(restarted);
  const more = await restarted.reserve(scene.payer(), { tokens: 1, usd: 0.1 });
  await more?.settle({ ...noSpending, calls: 1, usd: 0.1 });
  expect(warned).toHaveLength(1);
  expect(await scene.spend(2)).toBe(false);
  expect(scene.reached.at(-1)?.scope).toBe('bot');
  scene.moveTo('2026-04-01T00:00:00Z');
  expect(await scene.spend(8.5)).toBe(true);
  expect(warned).toHaveLength(2);
});

test('spends nothing for a server whose settings are unreadable, and counts what it has spent', async () => {
  const { store, ledger, payer, spend, settings } = await createScene();
  const reservation = await ledger.reserve(payer(), { tokens: 100, usd: 0.2 });
  await store.settings.change(guildId, () => ({ review: 'always' as never }));
  await reservation?.settle({ ...noSpending, calls: 1, output: 100, usd: 0.2 });
  expect(await spend(0.1)).toBe(false);
  expect(await spend(0.1, { guildId: null })).toBe(true);
  await settings.reset(guildId, 'all');
  expect((await ledger.report(guildId)).total.usd).toBe(0.2);
  expect(await spend(0.1)).toBe(true);
});

test('spends nothing under a cap whose use cannot be read, says so once a day, and goes on without the cap', async () => {
  const scene = await createScene({ own: { serverUsd: 10, memberUsd: 5 }, botCaps: { usd: 100, tokens: 0 } });
  const { store, spend, boot, reached, settings, moveTo } = scene;
  const warned: CapState[] = [];
  scene.ledger.onBotWarning(async cap => void warned.push(cap));
  const damaged = { ...noSpending, calls: -1, personId: null, channelId: null, feature: 'summary' } as const;
  await store.usage.add(guildId, '2026-03-08', damaged);
  expect(await spend(0.1)).toBe(false);
  expect(await spend(0.1)).toBe(false);
  expect(reached.at(-1)).toMatchObject({ scope: 'server', used: null, resetsAt: '2026-04-01T00:00:00Z' });
  expect(warned).toMatchObject([{ scope: 'server', used: null }]);
  expect(await spend(0.1, { guildId: '1099000000000000002' })).toBe(true);
  const report = await boot().report(guildId);
  expect(report).toMatchObject({ unreadableDays: ['2026-03-08'], days: [] });
  expect(report.caps).toMatchObject([{ used: null }, { scope: 'bot', used: 0.1 }]);
  // The record is not written over, not even by the writer whose it is.
  await expect(store.usage.add(guildId, '2026-03-08', { ...damaged, calls: 1 })).rejects.toThrow();
  await settings.change(guildId, { serverUsd: 0 });
  expect(await spend(0.1)).toBe(true);
  await settings.change(guildId, { serverUsd: 10 });
  moveTo('2026-04-01T12:00:00Z');
  expect(await spend(0.1)).toBe(true);
});

test('spends nothing at all while what the bot has used cannot be read', async () => {
  const { store, spend, reached } = await createScene({ botCaps: { usd: 100, tokens: 0 } });
  const damaged = { ...noSpending, calls: -1, personId: null, channelId: null, feature: 'summary' } as const;
  await store.usage.add('bot', '2026-03-08', damaged);
  expect(await spend(0.1)).toBe(false);
  expect(reached.at(-1)).toMatchObject({ scope: 'bot', used: null });
});

test('reports days, people, channels and features of a range', async () => {
  const { ledger, spend, moveTo } = await createScene({ own: { serverUsd: 100, zone: 'Europe/Berlin' } });
  moveTo('2026-02-28T12:00:00Z');
  await spend(1);
  moveTo('2026-03-03T12:00:00Z');
  await spend(2, { channelId: 'c2', feature: 'digest' });
  moveTo('2026-03-09T23:30:00Z');
  await spend(4, { personId: 'bob' });
  const month = await ledger.report(guildId);
  expect(month.days.map(({ day, spending }) => [day, spending.usd])).toEqual([
    ['2026-03-03', 2],
    ['2026-03-10', 4],
  ]);
  expect(month.entries.map(({ personId, channelId, feature }) => [personId, channelId, feature])).toEqual([
    ['ann', 'c2', 'digest'],
    ['bob', 'c1', 'summary'],
  ]);
  expect(month.caps).toMatchObject([{ scope: 'server', used: 6, limit: 100 }]);
});

test('a store that is away stops no call; what it missed is saved and counted later', async () => {
  let isAway = false;
  const { spend, ledger } = await createScene({
    own: { serverUsd: 1 },
    toStore: store => ({
      ...store,
      add: async (...given) => {
        if (isAway) throw new Error('away');
        return store.add(...given);
      },
    }),
  });
  expect(await spend(0.1)).toBe(true);
  isAway = true;
  expect(await spend(0.6)).toBe(true);
  expect(await spend(0.6)).toBe(false);
  isAway = false;
  expect(await spend(0.1)).toBe(true);
  expect((await ledger.report(guildId)).total).toMatchObject({ calls: 3, output: 300 });
});
