import { z } from 'zod';
import type { SharedRequests } from '../../app/limits-ports.ts';
import { withDeadline } from '../../deadline.ts';
import type { SharedRedis } from './shared-redis.ts';

const answerTimeoutMs = 1_000;
/** Of what Discord allows in a second, this may come at once, and the rest in the second after. */
const shareAtOnce = 0.1;

/**
 * Places requests one after the other. A counter for each second would allow twice as many around its end.
 *
 * KEYS: when the next request may begin, the pause, when the next in the background may look again. ARGV: the kind, the
 * distance of requests, how far an idle time may be made up for.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local every = tonumber(ARGV[2])
local pause = math.max(0, redis.call('PTTL', KEYS[2]))
if ARGV[1] == 'waited' and pause == 0 then return 0 end
local function get(key) return tonumber(redis.call('GET', key) or 0) end
local function put(key, at) redis.call('SET', key, string.format('%.3f', at), 'PX', math.ceil(at - now + 60000)) end
local at = math.max(get(KEYS[1]), now + pause - tonumber(ARGV[3]))
if ARGV[1] == 'background' and at > now then
  -- Each at a time of its own.
  local look = math.max(get(KEYS[3]), at)
  put(KEYS[3], look + every)
  return math.ceil(look - now)
end
put(KEYS[1], at + every)
return math.max(0, math.ceil(at - now))`;

/**
 * The limit of a token's requests per second, for all processes that use this Redis.
 *
 * @param perSecond What Discord allows.
 */
export function createSharedRequests(
  { root, prefix }: Pick<SharedRedis, 'root' | 'prefix'>,
  perSecond: number,
): SharedRequests {
  const next = `${prefix}:requests:next`;
  const paused = `${prefix}:requests:paused`;
  const look = `${prefix}:requests:background`;
  const everyMs = 1_000 / (perSecond * (1 - shareAtOnce));
  const idleMs = (perSecond * shareAtOnce - 1) * everyMs;
  return {
    take: async kind => {
      const waitMs = root.eval(takeScript, 3, next, paused, look, kind, everyMs, idleMs);
      return z.number().parse(await withDeadline(waitMs, answerTimeoutMs));
    },
    pause: async ms =>
      void (await withDeadline(root.set(paused, '1', 'PX', Math.max(1, Math.ceil(ms))), answerTimeoutMs)),
  };
}
