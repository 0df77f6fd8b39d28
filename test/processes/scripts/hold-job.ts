import { createBullQueue } from '../../../src/io/jobs/bullmq-queue.ts';
import { openSharedRedis } from '../../../src/io/jobs/shared-redis.ts';
import { createLogger } from '../../../src/log.ts';

const log = createLogger('silent');
const redis = await openSharedRedis({ botId: '1', url: process.env['QUEUE_URL'] ?? '', log });
createBullQueue({ name: 'jobs', redis, now: () => new Date().toISOString(), log, leaseMs: 1_000 }).work({
  toServer: () => '',
  run: async ({ id }, signal) => {
    process.stderr.write(`holds ${id}\n`);
    signal.addEventListener('abort', () => process.stderr.write(`drops ${id}\n`));
    return new Promise(() => {});
  },
  toRetryAt: () => null,
  giveUp: async () => ({ next: null }),
});
