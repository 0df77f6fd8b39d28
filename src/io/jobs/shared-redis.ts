import { Redis } from 'ioredis';
import { z } from 'zod';
import {
  type SharedBudget,
  type SharedLogins,
  type SharedRequests,
  toSpacing,
} from '../../app/usage/ports.ts';
import { withDeadline } from '../../deadline.ts';
import { toRedisProblem } from '../../errors.ts';
import type { Logger } from '../../log.ts';

export type SharedRedis = Awaited<ReturnType<typeof openSharedRedis>>;

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
}) {
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
      /** Fails at once while Redis is away. */
      root,
      /** Another connection, which waits until Redis is back. */
      connectWithRetries: () => connect(true),
      /** What the operator should change in Redis, in sentences. */
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

type Shared = Pick<SharedRedis, 'root' | 'prefix'>;

const limitTimeoutMs = 1_000;
/** Limits reported while calls are in progress are a little late. */
const leastWaitMs = 50;
const longestWaitMs = 120_000;
/** A limit that was not reported for this long is asked for again. */
const keptMs = 600_000;

/** The clock of Redis, and what is left of a bucket, which fills up continuously. */
const shared = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function left(name)
  local known = redis.call('HMGET', KEYS[1], name .. ':limit', name .. ':left', name .. ':at')
  local limit = tonumber(known[1])
  if not limit or limit <= 0 then return nil end
  return math.min(limit, tonumber(known[2]) + (now - tonumber(known[3])) * limit / 60000), limit
end
local function put(name, limit, amount)
  redis.call('HSET', KEYS[1], name .. ':limit', limit, name .. ':left', amount, name .. ':at', now)
end
`;

/** KEYS: the limit, the mark of waiting calls. ARGV: tokens of prompt and answer, in the background or not, shortest and longest wait. */
const takeScript = `${shared}
local wanted = { ['requests'] = 1, ['input-tokens'] = tonumber(ARGV[1]), ['output-tokens'] = tonumber(ARGV[2]) }
local wait = tonumber(redis.call('HGET', KEYS[1], 'paused') or 0) - now
for name, amount in pairs(wanted) do
  local rest, limit = left(name)
  if rest then wait = math.max(wait, (math.min(amount, limit) - rest) * 60000 / limit) end
end
local isBackground = ARGV[3] == '1'
if isBackground then wait = math.max(wait, redis.call('PTTL', KEYS[2])) end
if wait > 0 then
  wait = math.ceil(math.max(tonumber(ARGV[4]), math.min(wait, tonumber(ARGV[5]))))
  if not isBackground and redis.call('PTTL', KEYS[2]) < wait then redis.call('SET', KEYS[2], '1', 'PX', wait) end
  return wait
end
for name, amount in pairs(wanted) do
  local rest, limit = left(name)
  if rest then put(name, limit, rest - amount) end
end
return 0`;

/** ARGV: the pause, how long to remember, then name, limit and rest of each bucket. */
const noteScript = `${shared}
for i = 3, #ARGV, 3 do
  local rest, limit = left(ARGV[i])
  local told = tonumber(ARGV[i + 2])
  -- Calls under way are not in what is said to be left; what we know of is the lower of the two.
  if limit == tonumber(ARGV[i + 1]) then told = math.min(told, rest) end
  put(ARGV[i], ARGV[i + 1], told)
end
if tonumber(ARGV[1]) > 0 then
  local paused = tonumber(redis.call('HGET', KEYS[1], 'paused') or 0)
  redis.call('HSET', KEYS[1], 'paused', math.max(paused, now + tonumber(ARGV[1])))
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0`;

/** ARGV: unused tokens of prompt and answer. */
const giveBackScript = `${shared}
for name, amount in pairs({ ['input-tokens'] = ARGV[1], ['output-tokens'] = ARGV[2] }) do
  local rest, limit = left(name)
  if rest then put(name, limit, rest + tonumber(amount)) end
end
return 0`;

/** The rate limit of a model, for all processes that use this Redis. */
export function createSharedBudget({ root, prefix }: Shared, model: string): SharedBudget {
  const keys = [`${prefix}:rate:${model}`, `${prefix}:rate:${model}:waiting`];
  const run = async (script: string, args: readonly (string | number)[]) =>
    z.number().parse(await withDeadline(root.eval(script, keys.length, ...keys, ...args), limitTimeoutMs));
  return {
    take: ({ tokens, outputTokens, isBackground }) =>
      run(takeScript, [tokens, outputTokens, isBackground ? 1 : 0, leastWaitMs, longestWaitMs]),
    giveBack: async ({ tokens, outputTokens }) => void (await run(giveBackScript, [tokens, outputTokens])),
    note: async ({ buckets, pauseMs }) => {
      await run(noteScript, [
        pauseMs,
        keptMs,
        ...buckets.flatMap(({ name, limit, left }) => [name, limit, left]),
      ]);
    },
  };
}

/**
 * Places requests one after the other. A counter for each second would allow twice as many around its end.
 *
 * KEYS: when the last requests began, the newest first; the pause; when the next may begin. ARGV: the kind, as `toSpacing`.
 */
const placeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local pause = math.max(0, redis.call('PTTL', KEYS[2]))
if ARGV[1] == 'waited' and pause == 0 then return 0 end
local most = tonumber(ARGV[2])
local oldest = tonumber(redis.call('LINDEX', KEYS[1], most - 1) or 0)
local next = tonumber(redis.call('GET', KEYS[3]) or 0)
local wanted = math.max(next, now - tonumber(ARGV[5]), oldest + tonumber(ARGV[3]))
if pause > 0 then wanted = math.max(wanted, now + pause) end
local at = math.max(now, wanted)
local kept = math.ceil(at - now + 60000)
redis.call('SET', KEYS[3], string.format('%.3f', wanted + tonumber(ARGV[4])), 'PX', kept)
redis.call('LPUSH', KEYS[1], string.format('%.3f', at))
redis.call('LTRIM', KEYS[1], 0, most - 1)
redis.call('PEXPIRE', KEYS[1], kept)
return math.max(0, math.ceil(at - now))`;

/** The limit of a token's requests per second, which Discord allows, for all processes that use this Redis. */
export function createSharedRequests({ root, prefix }: Shared, perSecond: number): SharedRequests {
  const places = `${prefix}:requests:places`;
  const paused = `${prefix}:requests:paused`;
  const { most, windowMs, everyMs, missedMs } = toSpacing(perSecond);
  const next = `${prefix}:requests:next`;
  return {
    take: async kind => {
      const waitMs = root.eval(placeScript, 3, places, paused, next, kind, most, windowMs, everyMs, missedMs);
      return z.number().parse(await withDeadline(waitMs, limitTimeoutMs));
    },
    pause: async ms =>
      void (await withDeadline(root.set(paused, '1', 'PX', Math.max(1, Math.ceil(ms))), limitTimeoutMs)),
  };
}

/** Discord accepts one login every five seconds in each group of shards; some may arrive a little early. */
const loginEveryMs = 5_250;

export function createSharedLogins({ root, prefix }: Shared): SharedLogins {
  return {
    take: async group => {
      const key = `${prefix}:login:${group}`;
      const isFree = await withDeadline(root.set(key, '1', 'PX', loginEveryMs, 'NX'), limitTimeoutMs);
      return isFree === 'OK' ? 0 : Math.max(1, await withDeadline(root.pttl(key), limitTimeoutMs));
    },
  };
}
