import { createSystemClock } from '../../../src/io/clock.ts';
import { createBullQueue } from '../../../src/io/jobs/bullmq-queue.ts';
import { openSharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger } from '../../../src/log.ts';

const log = createLogger('silent');
const redis = await openSharedRedis({ botId: '1', url: process.env['QUEUE_URL'] ?? '', log });
createBullQueue({ name: 'jobs', redis, clock: createSystemClock(), log, leaseMs: 1_000 }).work({
  toServer: () => '',
  run: async ({ id }) => {
    process.stderr.write(`holds ${id}\n`);
    return new Promise(() => {});
  },
  retries: { firstMs: 50 },
  giveUp: async () => null,
});
