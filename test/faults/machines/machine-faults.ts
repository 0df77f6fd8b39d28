import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import type { startRedis } from '../../processes/redis/redis-server.ts';
import { sure } from '../../sure.ts';
import { until } from '../until.ts';
import type { DigestProcess } from './digest-process.ts';

export type FaultScene = {
  readonly discord: DigestProcess;
  /** Holds the records, and the jobs too unless the fault wants a Redis of their own. */
  readonly redis: RedisServer;
  readonly queueRedis: RedisServer;
  /** How far the append-only file had grown a second ago, in bytes. */
  readonly sizeBefore: () => number;
};
type RedisServer = Awaited<ReturnType<typeof startRedis>> & { readonly folder: string };

export type MachineFault = {
  readonly name: string;
  /** Whether one process on SQLite meets it, instead of a gateway and two workers on Redis. */
  readonly isAlone?: boolean;
  /** Whether jobs are in a Redis of their own, which keeps nothing on disk. */
  readonly hasQueueRedis?: boolean;
  /** How many ticks pass meanwhile; default 1. */
  readonly ticks?: number;
  readonly begin: (scene: FaultScene) => Promise<void> | void;
  /** Default after 10 s. */
  readonly lastsMs?: number;
  readonly end?: (scene: FaultScene) => Promise<void> | void;
};

const always = 1_000_000;
const everything = '* /**';

async function tell(url: string, ...command: [string, ...string[]]): Promise<void> {
  const client = new Redis(url);
  const [name, ...args] = command;
  await client.call(name, ...args);
  client.disconnect();
}

/** Undefined until Redis has made it, which may be after its port is open. */
function findAppendFile(folder: string): string | undefined {
  const inner = join(folder, 'appendonlydir');
  const names = existsSync(inner) ? readdirSync(inner) : [];
  return names.filter(each => each.endsWith('.incr.aof')).map(name => join(inner, name))[0];
}

/** Kills processes in the middle of their work, and starts them again. */
function killing(name: string, indexes?: readonly number[], isAlone = false): MachineFault {
  return {
    name,
    isAlone,
    lastsMs: 0,
    begin: ({ discord }) => discord.kill('SIGKILL', indexes),
    end: ({ discord }) => discord.start(),
  };
}

let locked: DatabaseSync | undefined;

export const machineFaults: readonly MachineFault[] = [
  killing('the only process is killed', undefined, true),
  killing('all processes are killed'),
  killing('the gateway is killed', [0]),
  killing('a worker is killed', [1]),
  {
    name: 'the database is locked',
    isAlone: true,
    lastsMs: 3_000,
    begin: ({ discord }) => {
      locked = new DatabaseSync(discord.path, { timeout: 2_000 });
      locked.exec('BEGIN EXCLUSIVE');
    },
    // A write waits for 2 s before it fails, so a shorter lock may be met by none.
    end: async ({ discord }) => {
      await until(() => discord.log().includes('store-unavailable'), { withinMs: 30_000 });
      locked?.exec('COMMIT');
      locked?.close();
    },
  },
  {
    name: 'Redis away for 20 s',
    lastsMs: 20_000,
    begin: ({ redis }) => redis.stop(),
    end: ({ redis }) => redis.start(),
  },
  {
    name: 'Redis hangs for 20 s',
    lastsMs: 20_000,
    begin: ({ redis }) => void redis.pause(),
    end: ({ redis }) => void redis.resume(),
  },
  {
    name: 'Redis of the jobs loses everything',
    hasQueueRedis: true,
    lastsMs: 0,
    begin: async ({ queueRedis }) => {
      await queueRedis.stop();
      await queueRedis.start();
    },
  },
  {
    name: 'Redis loses its last second',
    lastsMs: 0,
    begin: async ({ redis, sizeBefore }) => {
      await redis.stop();
      const file = sure(findAppendFile(redis.folder));
      truncateSync(file, Math.min(sizeBefore(), statSync(file).size));
      await redis.start();
    },
  },
  {
    name: 'Redis is full',
    begin: ({ redis }) => tell(redis.url, 'CONFIG', 'SET', 'maxmemory', '1'),
    end: ({ redis }) => tell(redis.url, 'CONFIG', 'SET', 'maxmemory', '0'),
  },
  {
    name: 'Redis becomes a read-only replica',
    begin: ({ redis }) => tell(redis.url, 'REPLICAOF', '127.0.0.1', '1'),
    end: ({ redis }) => tell(redis.url, 'REPLICAOF', 'NO', 'ONE'),
  },
  {
    name: 'Discord answers 502',
    begin: ({ discord }) => discord.playground.faults.failWith(502, everything, always),
    end: ({ discord }) => discord.playground.faults.clear(),
  },
  {
    name: 'the clock jumps a day ahead',
    ticks: 2,
    lastsMs: 0,
    begin: () => {},
  },
];

/** Measures the append-only file from now on. */
export function watchSize(folder: string) {
  const sizes: { readonly atMs: number; readonly bytes: number }[] = [];
  const watching = setInterval(() => {
    const file = findAppendFile(folder);
    if (file !== undefined) sizes.push({ atMs: performance.now(), bytes: statSync(file).size });
  }, 50);
  return {
    sizeBefore: () => sizes.findLast(({ atMs }) => atMs < performance.now() - 1_000)?.bytes ?? 0,
    stop: () => clearInterval(watching),
  };
}
