import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSharedRequests, openSharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger } from '../../../src/log.ts';
import { noRedis, startRedis } from './redis-server.ts';

describe.skipIf(noRedis)(`Discord’s limit of several processes${noRedis ? ` (${noRedis})` : ''}`, () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeEach(async () => {
    redis = await startRedis();
    return redis.stop;
  });
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
    expect(atOnce).toBeGreaterThanOrEqual(20);
    expect(atOnce).toBeLessThanOrEqual(26 + Math.ceil(elapsedMs / 10));
    expect(Math.max(...waits.map(Number))).toBeGreaterThan(4_100 - elapsedMs);
  });
});
