import { createPlayground, type Playground } from '@footnote/playground/discord';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSharedRequests, openSharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger } from '../../../src/log.ts';
import { startScript } from '../../start-script.ts';
import { noRedis, startRedis } from './redis-server.ts';

describe.skipIf(noRedis)(`Discord’s limit of several processes${noRedis ? ` (${noRedis})` : ''}`, () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let playground: Playground;
  beforeEach(async () => {
    redis = await startRedis();
    const global = { limit: 50, windowMs: 1_000 };
    playground = await createPlayground({ rateLimit: { limit: 1_000, windowMs: 1_000, global } });
    return async () => {
      await playground.close();
      await redis.stop();
    };
  });
  const askInTwoProcesses = async (count: number) => {
    const scripts = Array.from({ length: 2 }, () =>
      startScript('test/processes/scripts/ask-discord.ts', {
        DISCORD_TOKEN: playground.token,
        DISCORD_API_URL: `${playground.url}/api`,
        REDIS_URL: redis.url,
        COUNT: String(count),
      }),
    );
    onTestFinished(() => {
      for (const { kill } of scripts) kill('SIGKILL');
    });
    return Promise.all(scripts.map(async ({ ended }) => Number((await ended).stdout)));
  };
  const refused = () => playground.exchanges.filter(({ status }) => status === 429);

  const connect = async () => {
    const shared = await openSharedRedis({ url: redis.url, botId: '1', log: createLogger('silent') });
    onTestFinished(shared.close);
    return createSharedRequests(shared, 50);
  };

  test('is used up together: few may begin at once, the others in turn', async () => {
    const both = [await connect(), await connect()];
    const begunAt = performance.now();
    const waits = await Promise.all(Array.from({ length: 200 }, (_, at) => both[at % 2]?.take('new')));
    const elapsedMs = performance.now() - begunAt;
    const atOnce = waits.filter(waitMs => waitMs === 0).length;
    expect(atOnce).toBeGreaterThanOrEqual(5);
    expect(atOnce).toBeLessThanOrEqual(5 + Math.ceil(elapsedMs / 22));
    expect(Math.max(...waits.map(Number))).toBeGreaterThan(4_300 - elapsedMs);
  });

  test('a request in the background takes no place before those of people', async () => {
    const { take, pause } = await connect();
    await pause(60_000);
    const background = await take('background');
    expect(background).toBeGreaterThan(0);
    // Had the background reserved a place, this one would be after it.
    expect(await take('new')).toBeLessThanOrEqual(background);
  });

  test('a refusal for the global limit holds the other process back', async () => {
    const { take } = await connect();
    expect(await take('new')).toBe(0);
    expect(await take('waited')).toBe(0);
    playground.faults.rateLimit('GET /channels/*', { isGlobal: true, retryAfterMs: 8_000 });
    const asking = askInTwoProcesses(20);
    await expect.poll(() => refused().length).toBeGreaterThan(0);
    await expect.poll(() => take('waited')).toBeGreaterThan(1_000);
    expect(await asking).toEqual([20, 20]);
  });
});
