import { Redis } from 'ioredis';
import { withDeadline } from '../../deadline.ts';
import { toRedisProblem } from '../../errors.ts';
import type { Logger } from '../../log.ts';

/** A Redis for what processes share besides the store. */
export type SharedRedis = {
  /** What all keys begin with. */
  readonly prefix: string;
  /** Fails at once while Redis is away. */
  readonly root: Redis;
  /** Another connection, which waits until Redis is back. */
  readonly connectWithRetries: () => Redis;
  /** What the operator should change in Redis, in sentences. */
  readonly notices: readonly string[];
  /** Rejects if Redis does not answer. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const connectTimeoutMs = 3_000;
const answerTimeoutMs = 5_000;

/** @throws UserError `store_unavailable` if Redis does not answer, `bad_environment` if it rejects the login. */
export async function openSharedRedis({
  url,
  botId,
  log,
}: {
  readonly url: string;
  /** Bots that share a Redis have keys of their own. */
  readonly botId: string;
  readonly log: Logger;
}): Promise<SharedRedis> {
  const connections: Redis[] = [];
  const connect = (waits: boolean) => {
    const connection = new Redis(url, {
      connectTimeout: connectTimeoutMs,
      enableOfflineQueue: waits,
      maxRetriesPerRequest: waits ? null : 1,
      lazyConnect: true,
    });
    connection.on('error', error => log.warn({ message: error.message }, 'shared-redis-unavailable'));
    connections.push(connection);
    return connection;
  };
  const root = connect(false);
  // The promise of a connection says only that it was closed.
  let reason: unknown;
  const noteReason = (error: Error) => {
    reason ??= error;
  };
  root.on('error', noteReason);
  const close = async () => {
    for (const connection of connections) connection.disconnect();
  };
  try {
    await withDeadline(root.connect(), connectTimeoutMs);
    root.off('error', noteReason);
    return {
      prefix: `footnote:${botId}`,
      root,
      connectWithRetries: () => connect(true),
      notices: await findNotices(root),
      check: async () => void (await withDeadline(root.ping(), answerTimeoutMs)),
      close,
    };
  } catch (cause) {
    await close();
    throw toRedisProblem(reason ?? cause, url, 'REDIS_URL');
  }
}

/** A managed Redis may not tell its settings. */
async function findNotices(root: Redis): Promise<readonly string[]> {
  const read = async (name: string) => {
    const found = await root.config('GET', name).catch(() => []);
    return Array.isArray(found) ? String(found[1] ?? '') : '';
  };
  const [appendOnly, policy] = [await read('appendonly'), await read('maxmemory-policy')];
  return [
    ...(appendOnly === 'no'
      ? ['Redis can lose saved jobs and data in a crash. Start it with --appendonly yes.']
      : []),
    ...(policy !== '' && policy !== 'noeviction'
      ? [
          `Redis may remove jobs when its memory is full (maxmemory-policy ${policy}). Set maxmemory-policy to noeviction.`,
        ]
      : []),
  ];
}
