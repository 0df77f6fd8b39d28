import { createClient } from '@keyv/redis';
import { describe, onTestFinished } from 'vitest';
import { describeEncryption, type Place } from '../../io/keyv/conformance/encryption.ts';
import { noRedis, startRedis } from './redis-server.ts';

async function createRedisPlace(): Promise<Place> {
  const redis = await startRedis();
  onTestFinished(redis.stop);
  const client = createClient({ url: redis.url });
  await client.connect();
  onTestFinished(() => client.close());
  const all = async <Seen>(see: (key: string) => Promise<Seen>) =>
    new Map(
      await Promise.all(
        (await client.keys('*')).map(async key => [key.replace('footnote:', ''), await see(key)] as const),
      ),
    );
  return {
    url: redis.url,
    read: () => all(async key => String(await client.get(key))),
    write: async (key, text) => void (await client.set(`footnote:${key}`, text, { KEEPTTL: true })),
    expires: () =>
      all(async key => {
        const at = Number(await client.pExpireTime(key));
        return at < 0 ? null : Math.round(at / 60_000);
      }),
    remove: async key => void (await client.del(`footnote:${key}`)),
  };
}

describe.skipIf(noRedis)(`with a Redis${noRedis ? ` (${noRedis})` : ''}`, () => {
  describeEncryption('Redis', createRedisPlace);
});
