import { afterEach, expect, test, vi } from 'vitest';
import { createClaude } from '../../../demo/claude/claude.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { builtInPrices, toCostUsd } from '../../../src/io/claude/models/prices.ts';
import { createLogger } from '../../../src/log.ts';
import { quickLimits } from '../../io/claude/claude-scene.ts';
import { createScene, type Scene } from '../scene.ts';
import { createLateMeter } from '../usage/late-meter.ts';
import { create, monday, nextPost, posts, say, soon, toText } from './digest-scene.ts';

const model = 'claude-sonnet-5-5';
const minutes = 60;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A bot whose digests wait for batches that take so long, and a digest that is due at nine. */
async function setUp({ batchMinutes = 20 }: { readonly batchMinutes?: number } = {}) {
  const late: { scene?: Scene } = {};
  const claude = await createClaude({
    now: () => late.scene?.playground.clock.now() ?? Date.now(),
    batchMs: batchMinutes * 60_000,
  });
  closing.push(claude.close);
  const find = () => {
    if (!late.scene) throw new Error('there is no bot yet');
    return late.scene.running();
  };
  const { engine, watchBatch } = await connectClaude(
    {
      apiKey: claude.apiKey,
      baseUrl: claude.url,
      model,
      prices: builtInPrices,
      log: createLogger('silent'),
      meter: createLateMeter(() => late.scene),
      batches: {
        store: {
          get: (...given) => find().store.batches.get(...given),
          put: (...given) => find().store.batches.put(...given),
        },
        now: () => new Date(late.scene?.playground.clock.now() ?? 0).toISOString(),
      },
      limits: quickLimits,
    },
    new AbortController().signal,
  );
  if (!watchBatch) throw new Error('no batch is watched');
  const scene = await createScene({
    engine,
    fallback: extractiveEngine,
    batching: { minutes, watch: watchBatch },
  });
  late.scene = scene;
  closing.push(scene.close);
  scene.jumpTo(`${monday}T08:00:00.000Z`);
  const news = scene.world.addChannel(scene.guild, { name: 'news' });
  const parts = { ...scene, news };
  await create(parts);
  const tent = say(parts, 'We decided to rent the big tent for 450 euros.');
  say(parts, 'Lars pays the deposit of 100 euros by Friday.');
  const sent = (pattern: RegExp) =>
    claude.requests.filter(({ method, path }) => pattern.test(`${method} ${path}`));
  return {
    ...parts,
    claude,
    tent,
    submitted: () => sent(/^POST \/v1\/messages\/batches$/),
    cancelled: () => sent(/^POST .*\/cancel$/),
    direct: () => sent(/^POST \/v1\/messages$/),
    looks: () => sent(/^GET \/v1\/messages\/batches\/[^/]+$/).length,
    usage: async () => (await scene.running().usage.report(scene.guild.id, 'month')).entries,
    async begin() {
      scene.jumpTo(`${monday}T09:00:00.000Z`);
      await vi.waitUntil(() => sent(/batches$/).length > 0, soon);
      await vi.waitUntil(async () => {
        const [digest] = (await scene.running().bot.digests?.list(scene.guild.id)) ?? [];
        return digest !== undefined && (await scene.running().store.batches.get(scene.guild.id, digest.id));
      }, soon);
    },
  };
}

test('a digest waits for its batch, over a crash too, posts it once and pays half', async () => {
  const scene = await setUp();
  await scene.begin();
  const before = scene.looks();
  scene.jumpTo(`${monday}T09:05:00.000Z`);
  await vi.waitUntil(() => scene.looks() > before, soon);
  await scene.crash();
  say(scene, 'This came while it waited, and is for tomorrow.');
  scene.jumpTo(`${monday}T09:25:00.000Z`);
  const post = await nextPost(scene, 1);
  expect(post).toContain('tent');
  expect(post).not.toContain('for tomorrow');
  expect(scene.submitted()).toHaveLength(1);
  expect(scene.direct()).toEqual([]);
  const [entry, ...others] = await scene.usage();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ feature: 'digest', personId: scene.ann.id, calls: 1, unpriced: 0 });
  const full = entry && toCostUsd(model, entry, builtInPrices);
  expect(entry?.usd).toBeCloseTo((full ?? 0) / 2, 9);
  expect(full).toBeGreaterThan(0);
});

test('a batch is adopted only by the digest that it is for', async () => {
  const scene = await setUp();
  // Of the same channel, at the same time.
  await create(scene);
  scene.claude.faults.next({ kind: 'unanswered' }, 2, 'POST /v1/messages/batches');
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  await vi.waitUntil(() => scene.submitted().length === 2, soon);
  await scene.crash();
  scene.jumpTo(`${monday}T09:25:00.000Z`);
  expect(await nextPost(scene, 2)).toContain('tent');
  expect([scene.submitted().length, scene.direct().length]).toEqual([2, 0]);
  const digests = (await scene.running().bot.digests?.list(scene.guild.id)) ?? [];
  const { batches } = scene.running().store;
  const records = await Promise.all(digests.map(({ id }) => batches.get(scene.guild.id, id)));
  expect(new Set(records.map(record => record?.batchId)).size).toBe(2);
});

test('a batch that is late is called off, and Claude is asked directly', async () => {
  const scene = await setUp({ batchMinutes: 600 });
  await scene.begin();
  scene.jumpTo(`${monday}T09:59:00.000Z`);
  await vi.waitUntil(() => scene.looks() > 0, soon);
  expect(posts(scene, scene.news)).toEqual([]);
  scene.jumpTo(`${monday}T10:00:01.000Z`);
  await vi.waitUntil(() => scene.cancelled().length > 0, soon);
  scene.jumpTo(`${monday}T10:00:12.000Z`);
  expect(await nextPost(scene, 1)).toContain('tent');
  expect([scene.submitted().length, scene.cancelled().length, scene.direct().length]).toEqual([1, 1, 1]);
  await vi.waitUntil(async () => {
    const [digest] = (await scene.running().bot.digests?.list(scene.guild.id)) ?? [];
    return digest?.run === null;
  }, soon);
  // The next run waits again.
  say(scene, 'The loudspeakers from 2024 still work.');
  scene.jumpTo('2091-03-06T09:00:00.000Z');
  await vi.waitUntil(() => scene.submitted().length === 2, soon);
});

test('what is deleted while a batch is worked on is not posted', async () => {
  const scene = await setUp();
  await scene.begin();
  scene.world.removeMessage(scene.tent);
  scene.jumpTo(`${monday}T09:25:00.000Z`);
  expect(await nextPost(scene, 1)).not.toContain('for 450 euros');
  expect(toText(posts(scene, scene.news)[0])).toContain('Lars');
  expect([scene.submitted().length, scene.direct().length]).toEqual([1, 1]);
});

test.each([
  ['refuses the batch', { kind: 'status', status: 529 } as const, 'POST /v1/messages/batches' as const],
  ['fails to answer it', { kind: 'status', status: 500 } as const, 'batch' as const],
])('Claude is asked directly if the API %s', async (_, fault, route) => {
  const scene = await setUp();
  scene.claude.faults.next(fault, 1, route);
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  await vi.waitUntil(() => scene.submitted().length > 0, soon);
  if (route === 'batch') scene.jumpTo(`${monday}T09:25:00.000Z`);
  expect(await nextPost(scene, 1)).toContain('tent');
  expect([scene.submitted().length, scene.direct().length]).toEqual([1, 1]);
});

test('somebody who runs a digest now does not wait', async () => {
  const scene = await setUp();
  const [digest] = (await scene.running().bot.digests?.list(scene.guild.id)) ?? [];
  await scene.running().bot.digests?.runNow(scene.guild.id, digest?.id ?? '');
  expect(await nextPost(scene, 1)).toContain('tent');
  expect([scene.submitted().length, scene.direct().length]).toEqual([0, 1]);
});
