import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { createClient } from '@keyv/redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger } from '../../../src/log.ts';
import { describeStore, type Kind } from '../../io/keyv/conformance/store.ts';
import { createKey, keep, openLogged, summaryOf } from '../../io/keyv/stored-summaries.ts';
import { noRedis, startRedis } from './redis-server.ts';

const unavailable = { name: 'UserError', code: 'store_unavailable' };

async function start(password?: string) {
  const redis = await startRedis(password === undefined ? {} : { password });
  onTestFinished(redis.stop);
  return redis;
}

function toClient(url: string) {
  return createClient({ url });
}

/** What stands in a Redis, seen without the store. */
async function look<Seen>(url: string, see: (client: ReturnType<typeof toClient>) => Promise<Seen>) {
  const client = toClient(url);
  await client.connect();
  try {
    return await see(client);
  } finally {
    await client.close();
  }
}

describe.skipIf(noRedis)(`in Redis${noRedis ? ` (${noRedis})` : ''}`, () => {
  const inRedis: Kind = {
    createPlace: async () => {
      const redis = await startRedis();
      return {
        url: redis.url,
        damage: text =>
          look(redis.url, async client => {
            for (const key of await client.keys('*')) await client.set(key, text);
          }),
        remove: redis.stop,
      };
    },
  };
  describeStore('a store in Redis', inRedis);
  describeStore('an encrypted store in Redis', { ...inRedis, keys: [createKey(1), createKey(2)] });

  test('a record is expired by Redis itself, and a zone is not', async () => {
    const redis = await start();
    const { store } = await openLogged(redis.url);
    await store.summaries.put(keep('7', summaryOf('s1')));
    await store.runs.add('ann', '2026-03-09', 1);
    await store.zones.set('ann', 'Europe/Berlin');
    const left = await look(redis.url, async client => {
      const keys = (await client.keys('*')).sort();
      return Promise.all(
        keys.map(async key => {
          const ms = await client.pTTL(key);
          return [key, ms < 0 ? 'for good' : `${Math.round(ms / 3_600_000)} h`];
        }),
      );
    });
    expect(left).toEqual([
      ['footnote:guilds::7', 'for good'],
      ['footnote:key-ids::store', 'for good'],
      ['footnote:runs::ann.2026-03-09', '48 h'],
      ['footnote:summaries:guild:7::s1', '720 h'],
      [expect.stringMatching(/^footnote:summary-index:guild:7::\d+$/), '720 h'],
      ['footnote:zones::ann', 'for good'],
    ]);
    await store.close();
  });

  test.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('a machine whose clock is %s sees what runs elsewhere, for as long as Redis says', async (_, offMs) => {
    const redis = await start();
    const { store } = await openLogged(redis.url);
    onTestFinished(() => {
      vi.useRealTimers();
      return store.close();
    });
    const progress = { messagesRead: 7, claims: 0, judging: false };
    const shown = async (offWriting: number, offReading: number) => {
      const now = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: now + offWriting });
      await store.sharedApiJobs.show('j1', progress);
      await store.openRuns.noteAlive('p1', 6_000);
      vi.setSystemTime(now + offReading);
      const seen = [await store.sharedApiJobs.find('j1'), await store.openRuns.isAlive('p1')];
      vi.useRealTimers();
      return seen;
    };
    // A slow machine may need several attempts.
    await expect.poll(() => shown(0, offMs)).toEqual([progress, true]);
    await expect.poll(() => shown(offMs, 0)).toEqual([progress, true]);
    const left = await look(redis.url, client =>
      Promise.all(['api-progress::j1', 'processes::p1'].map(key => client.pTTL(`footnote:${key}`))),
    );
    for (const ms of left) expect(ms).toBeLessThanOrEqual(6_000);
  });

  test('two bots in one Redis see, change and erase nothing of each other', async () => {
    const redis = await start();
    const [own, other] = [
      (await openLogged(redis.url, { botId: '1099000000000000001' })).store,
      (await openLogged(redis.url, { botId: '1099000000000000002' })).store,
    ];
    for (const store of [own, other]) {
      await store.summaries.put(keep('7', summaryOf('s1')));
      await store.zones.set('ann', 'Europe/Berlin');
      await store.privacy.setOptedOut('bob', true);
    }
    await own.zones.set('ann', 'Asia/Kolkata');
    await own.privacy.setOptedOut('bob', false);
    expect(await own.summaries.eraseGuild('7')).toBe(1);
    expect(await other.zones.get('ann')).toBe('Europe/Berlin');
    expect([...(await other.privacy.optedOut(['bob']))]).toEqual(['bob']);
    expect((await other.summaries.get('7', 's1'))?.summary.id).toBe('s1');
    const keys = await look(redis.url, client => client.keys('*'));
    expect(keys.filter(key => !/^footnote:109900000000000000[12]:/.test(key))).toEqual([]);
    await own.close();
    await other.close();
  });

  test('a user of Redis that may use the keys of one bot alone serves it, and reads nothing of another', async () => {
    const redis = await start();
    const [own, other] = ['1099000000000000001', '1099000000000000002'];
    const rule = ['ACL', 'SETUSER', 'own', 'on', '>s3cret', '+@all', `~footnote:${own}:*`];
    await look(redis.url, client => client.sendCommand(rule));
    const url = redis.url.replace('//', '//own:s3cret@');
    const { store } = await openLogged(url, { botId: own });
    await store.summaries.put(keep('7', summaryOf('s1')));
    expect(await store.summaries.eraseGuild('7')).toBe(1);
    await store.close();
    await expect(openLogged(url, { botId: other })).rejects.toMatchObject(unavailable);
  });

  test('a lock holds across all processes, also after one was killed', async () => {
    const redis = await start();
    const opened = [await openLogged(redis.url), await openLogged(redis.url)];
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(resolve => setTimeout(resolve, 20));
      running -= 1;
    };
    await Promise.all(opened.flatMap(({ store }) => [1, 2, 3].map(() => store.exclusively('s1', work))));
    expect(most).toBe(1);
    // What a killed process leaves.
    await look(redis.url, client => client.set('footnote:locks::s1', 'killed', { PX: 500 }));
    await opened[0]?.store.exclusively('s1', work);
    await redis.stop();
    await expect(opened[1]?.store.exclusively('s1', work)).rejects.toMatchObject(unavailable);
    for (const { store } of opened) await store.close();
  });

  test('waits for a Redis that is not up yet', async () => {
    const redis = await start();
    await redis.stop();
    const opening = openLogged(redis.url);
    await new Promise(done => setTimeout(done, 600));
    await redis.start();
    const { store, logged } = await opening;
    await store.zones.set('ann', 'Europe/Berlin');
    expect(logged.map(({ msg }) => msg)).toContain('store-open-retry');
    await store.close();
  });

  test('a Redis that loses all of its records is told in the log, and by a check, until the next start', async () => {
    const redis = await start();
    const { store, logged } = await openLogged(redis.url, { checkIntervalMs: 20 });
    expect(store.notices).toEqual([expect.stringContaining('The Redis of STORE_URL is empty')]);
    await store.zones.set('ann', 'Europe/Berlin');
    await store.check();
    await look(redis.url, client => client.flushAll());
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('store-lost-data');
    await expect(store.check()).rejects.toMatchObject(unavailable);
    await store.zones.set('ann', 'Europe/Berlin');
    const { store: next } = await openLogged(redis.url);
    await next.check();
    // This process may still act on what it read before.
    await expect(store.check()).rejects.toMatchObject(unavailable);
    expect(logged.filter(({ msg }) => msg === 'store-lost-data')).toHaveLength(1);
    await store.close();
    await next.close();
    const { store: filled } = await openLogged(redis.url);
    expect(filled.notices).toEqual([]);
    await filled.close();
  });

  test('a Redis that removes records to free memory is warned of, and told once it does', async () => {
    const redis = await start();
    await look(redis.url, client => client.configSet('maxmemory-policy', 'allkeys-lru'));
    const { store, logged } = await openLogged(redis.url, { checkIntervalMs: 20 });
    expect(store.notices).toContainEqual(expect.stringContaining('(maxmemory-policy allkeys-lru)'));
    await store.check();
    await look(redis.url, async client => {
      await client.configSet('maxmemory', '2mb');
      for (let index = 0; index < 100; index++) await client.set(`other-${index}`, 'x'.repeat(100_000));
    });
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('store-lost-data');
    await expect(store.check()).rejects.toMatchObject(unavailable);
    await store.close();
  });

  test('a Redis that wants a password is opened with the right one alone, and none is repeated', async () => {
    const redis = await start('s3cret');
    const { store } = await openLogged(redis.url.replace('//', '//:s3cret@'));
    await store.zones.set('ann', 'Europe/Berlin');
    expect(await store.zones.get('ann')).toBe('Europe/Berlin');
    await store.close();
    for (const url of [
      redis.url,
      redis.url.replace('//', '//:wr0ng@'),
      redis.url.replace('//', '//me:wr0ng@'),
    ])
      for (const [variable, open] of [
        ['STORE_URL', () => openLogged(url)],
        ['REDIS_URL', () => openSharedRedis({ url, botId: 'bot', log: createLogger('silent') })],
      ] as const) {
        const problem = await open().then(
          () => null,
          error => error,
        );
        expect(problem).toMatchObject({ name: 'UserError', code: 'bad_environment' });
        expect(problem.message).toContain(
          `The Redis at 127.0.0.1:${redis.port} (${variable}) rejected the login`,
        );
        expect(`${problem.message} ${problem.cause}`).not.toMatch(/s3cret|wr0ng/);
      }
  });
});

test('a Redis whose certificate is not trusted is told in words', async () => {
  const folder = 'test/processes/webhook';
  const server = createServer({
    cert: readFileSync(`${folder}/localhost-cert.pem`),
    key: readFileSync(`${folder}/localhost-key.pem`),
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `rediss://localhost:${port}`;
  for (const [variable, open] of [
    ['STORE_URL', () => openLogged(url)],
    ['REDIS_URL', () => openSharedRedis({ url, botId: 'bot', log: createLogger('silent') })],
  ] as const)
    await expect(open()).rejects.toMatchObject({
      code: 'bad_environment',
      message: expect.stringContaining(
        `The Redis at localhost:${port} (${variable}) has a certificate that is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`,
      ),
    });
});

test.each([
  ['redis://127.0.0.1:7', 'store_unavailable', 'The Redis at 127.0.0.1:7 (STORE_URL) does not answer'],
  ['redis://', 'bad_environment', 'STORE_URL is not a Redis address'],
  ['redis://:s3cret@127.0.0.1:port', 'bad_environment', 'STORE_URL is not a Redis address'],
])('a Redis that is not there is told in words, and soon: %s', async (url, code, words) => {
  const problem = await openLogged(url, { openTimeoutMs: 1_000 }).then(
    () => null,
    error => error,
  );
  expect(problem).toMatchObject({ name: 'UserError', code });
  expect(problem.message).toContain(words);
  expect(`${problem.message} ${problem.cause}`).not.toContain('s3cret');
});
