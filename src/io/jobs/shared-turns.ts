import type { Queue } from 'bullmq';
import { compareTurns, type ServerTurn } from '../../server-turns.ts';
import type { SharedRedis } from './shared-redis.ts';

/** The turns of servers in all processes that work on a queue. */
type SharedTurns = {
  /** Whether a job of a server that goes before this one waits. */
  readonly hasBefore: (jobId: string) => Promise<boolean>;
  /** Notes that a job begins. */
  readonly begin: (jobId: string) => Promise<void>;
};

/** A server that ran nothing for this long is forgotten. */
const keptMs = 24 * 3_600_000;

export function createSharedTurns(
  queue: Queue,
  { root, prefix }: Pick<SharedRedis, 'root' | 'prefix'>,
  toServer: (jobId: string) => string,
): SharedTurns {
  const key = `${prefix}:turns:${queue.name}`;
  return {
    hasBefore: async jobId => {
      const own = toServer(jobId);
      const [waiting, active] = await Promise.all([queue.getRanges(['wait']), queue.getRanges(['active'])]);
      const others = [...new Set(waiting.map(toServer))].filter(server => server !== own);
      if (others.length === 0) return false;
      const running = active.filter(id => id !== jobId).map(toServer);
      const servers = [own, ...others];
      const begunAt = await root.zmscore(key, ...servers);
      const [ownTurn, ...turns] = servers.map(
        (server, at): ServerTurn => ({
          running: running.filter(each => each === server).length,
          begunAt: Number(begunAt[at] ?? 0),
        }),
      );
      return ownTurn !== undefined && turns.some(turn => compareTurns(turn, ownTurn) < 0);
    },
    begin: async jobId => {
      await root.zadd(key, Date.now(), toServer(jobId));
      await root.zremrangebyscore(key, 0, Date.now() - keptMs);
    },
  };
}
