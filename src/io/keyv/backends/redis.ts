import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import KeyvRedis, { type RedisClientType } from '@keyv/redis';
import { withDeadline } from '../../../deadline.ts';
import { toRedisProblem, UserError } from '../../../errors.ts';
import { createKeyedMutex, type TryLock } from '../../../keyed-mutex.ts';
import { toUnavailable } from '../records.ts';
import { type Backend, createKeySpace, redisProtocols } from './backend.ts';

const connectTimeoutMs = 3_000;
const closeTimeoutMs = 1_000;
const commonPrefix = 'footnote';

const replaceScript = `
local known = redis.call('GET', KEYS[1])
if known ~= (ARGV[1] == '1' and ARGV[2]) then return 0 end
if ARGV[4] == '' then redis.call('SET', KEYS[1], ARGV[3]) else redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4]) end
return 1`;

/** Takes all keys, or none if one belongs to somebody else. */
const holdScript = `
for _, key in ipairs(KEYS) do
  local owner = redis.call('GET', key)
  if owner and owner ~= ARGV[1] then return 0 end
end
for _, key in ipairs(KEYS) do redis.call('SET', key, ARGV[1], 'PX', ARGV[2]) end
return 1`;
const releaseScript = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
return 1`;
/** How long a killed process keeps a lock. */
const lockMs = 6_000;
const lockRetryMs = 50;
/** How long the shards of a killed process stay taken. */
const holdMs = 9_000;

/** Stores records in Redis, which expires them by its own clock, as those of machines differ, and reconnects. Bots that share a Redis have keys of their own. */
export async function openRedis(url: string, botId?: string): Promise<Backend> {
  const prefix = botId === undefined ? commonPrefix : `${commonPrefix}:${botId}`;
  const address = URL.parse(url);
  if (!address?.hostname || !redisProtocols.includes(address.protocol)) {
    // No cause: it would repeat the address, which may contain a password.
    throw new UserError(
      'bad_environment',
      'STORE_URL is not a Redis address. Write, for example, redis://127.0.0.1:6379.',
    );
  }
  let reached = false;
  const root = new KeyvRedis<unknown>({
    url,
    disableOfflineQueue: true,
    pingInterval: 30_000,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (retries: number) => reached && Math.min(100 * 2 ** retries, 2_000),
    },
  });
  // All key spaces listen on one connection.
  root.client.setMaxListeners(0);
  try {
    await withDeadline(connect(root), connectTimeoutMs * 2);
    if (botId !== undefined) await renameOldKeys(root.client as RedisClientType, prefix);
    reached = true;
  } catch (cause) {
    if (root.client.isOpen) root.client.destroy();
    throw toRedisProblem(cause, url, 'STORE_URL');
  }

  const inTurn = createKeyedMutex();
  /** Holds keys until what it returns is called; null if another process holds one. Held again if Redis was away or lost its memory. */
  const hold = async (names: readonly string[], ms: number) => {
    const held = { keys: names.map(name => `${prefix}:${name}`), arguments: [randomUUID(), `${ms}`] };
    const run = (script: string) => withDeadline(root.client.eval(script, held), ms);
    const done = await run(holdScript).catch(cause => Promise.reject(toUnavailable(cause)));
    if (done !== 1) return null;
    const renewing = setInterval(() => void run(holdScript).catch(() => undefined), ms / 3).unref();
    return async () => {
      clearInterval(renewing);
      // If it fails, what is held expires.
      await run(releaseScript).catch(() => undefined);
    };
  };
  const tryLock: TryLock = name => hold([`locks::${name}`], lockMs);
  let releaseShards: (() => Promise<void>) | null = null;
  return {
    async open(namespace) {
      const adapter = new KeyvRedis<unknown>(root.client, {
        throwOnErrors: true,
        throwOnConnectError: true,
      });
      const space = createKeySpace(
        adapter,
        `${prefix}:${namespace}`,
        async (key, before, after, expires) =>
          (await root.client.eval(replaceScript, {
            keys: [`${prefix}:${namespace}::${key}`],
            arguments: [
              before === undefined ? '0' : '1',
              before ?? '',
              after,
              expires === undefined ? '' : `${Math.max(1, expires - Date.now())}`,
            ],
          })) === 1,
        false,
      );
      // keyv's listener throws: a connection that breaks while idle would end the process.
      adapter.removeAllListeners('error');
      return space;
    },
    async namespaces() {
      const all = new KeyvRedis<unknown>(root.client, { namespace: prefix, keyPrefixSeparator: ':' });
      all.removeAllListeners('error');
      const names = new Set<string>();
      for await (const [key] of all.iterator()) names.add(key.slice(0, key.lastIndexOf('::')));
      return [...names];
    },
    exclusively: (name, work) =>
      inTurn(name, async () => {
        let release = await tryLock(name);
        for (; release === null; release = await tryLock(name)) await sleep(lockRetryMs);
        try {
          return await work();
        } finally {
          await release();
        }
      }),
    tryLock,
    async holdShards(ids) {
      releaseShards = await hold(
        ids.map(id => `shards::${id}`),
        holdMs,
      );
      return releaseShards !== null;
    },
    async readEviction() {
      const text = await withDeadline(root.client.info(), lockMs);
      const read = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1] ?? '';
      return { policy: read('maxmemory_policy'), evicted: Number(read('evicted_keys')) };
    },
    async sweep() {},
    flush: async () => true,
    async close() {
      if (releaseShards) await withDeadline(releaseShards(), closeTimeoutMs).catch(() => undefined);
      if (!root.client.isOpen) return;
      await withDeadline(root.client.close(), closeTimeoutMs).catch(() => root.client.destroy());
    },
  };
}

async function connect({ client }: KeyvRedis<unknown>): Promise<void> {
  await client.connect();
}

/** Up to version 0.2, keys had no bot id. They belong to the first bot that is started. */
async function renameOldKeys(client: RedisClientType, prefix: string): Promise<void> {
  const isOld = (key: string) => /^footnote:(?!\d{15,}:).*::/.test(key);
  for await (const keys of client.scanIterator({ MATCH: `${commonPrefix}:*::*`, COUNT: 1_000 }))
    for (const key of keys.filter(isOld)) await client.renameNX(key, prefix + key.slice(commonPrefix.length));
}
