import { afterAll, describe } from 'vitest';
import { describeJobsAt } from '../../io/keyv/conformance/jobs.ts';
import { noRedis, startRedis } from './redis-server.ts';

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

describe.skipIf(noRedis)(`jobs in Redis${noRedis ? ` (${noRedis})` : ''}`, () => {
  describeJobsAt('in an encrypted Redis', async () => {
    const redis = await startRedis();
    ends.push(redis.stop);
    return redis.url;
  });
});
