import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, pickBelow } from '@footnote/playground/random';
import { startRedis } from '../../processes/redis/redis-server.ts';
import { type Adapter, roles } from './bot-processes.ts';
import { createDigestProcess, type Stage } from './digest-process.ts';

export type KillOptions = {
  readonly seed: number;
  readonly kills: number;
  readonly digests: number;
  readonly adapter?: Adapter;
};

export type KillFigures = {
  readonly kills: number;
  /** Runs that were due, and in how many posts each came. */
  readonly due: number;
  readonly once: number;
  readonly twice: number;
  readonly lost: number;
  /** How many runs a kill found in each stage. */
  readonly stages: ReadonlyMap<Stage, number>;
};

/** How long after a request the bot is killed at most: its work between two requests. */
const longestDelayMs = 40;
/** How many of the kills follow a post at once; the others follow any request. */
const afterPostShare = 0.3;
/** How many ticks see a second kill, while the bot starts again or goes on with the run. */
const secondKillShare = 0.25;

/**
 * Kills one or all processes of the bot at seeded moments of runs of digests, starts it again each time, and counts the posts of each tick. The
 * moment is a number of requests to Discord and some milliseconds, so that it is in the same step on a slow machine.
 */
export async function killDigests({
  seed,
  kills: wanted,
  digests,
  adapter = 'SQLite',
}: KillOptions): Promise<KillFigures> {
  const random = createRandom(seed);
  const redis = adapter === 'Redis' ? await startRedis() : null;
  const discord = await createDigestProcess({
    digests,
    ...(redis && { storeUrl: redis.url, queueUrl: redis.url }),
  });
  const all = roles[adapter].map((_, index) => index);
  const stages = new Map<Stage, number>();
  let kills = 0;
  let tick = 0;
  try {
    await discord.start();
    const countAll = discord.countRequests();
    discord.makeDue(tick);
    await discord.hasRun(tick);
    const requestsOfRun = countAll();

    const kill = async (waiting: Promise<void>) => {
      await waiting;
      await sleep(random() * longestDelayMs);
      const victim = pickBelow(random, all.length + 1);
      await discord.kill('SIGKILL', victim < all.length ? [victim] : all);
      kills += 1;
      for (const stage of await discord.readStages(tick)) stages.set(stage, (stages.get(stage) ?? 0) + 1);
    };
    const moment = () => {
      const isPost = random() < afterPostShare;
      return isPost
        ? discord.waitForRequests(tick, 1 + pickBelow(random, digests), 'POST')
        : discord.waitForRequests(tick, pickBelow(random, requestsOfRun));
    };

    while (kills < wanted) {
      tick += 1;
      const first = moment();
      discord.makeDue(tick);
      await kill(first);
      if (kills < wanted && random() < secondKillShare) {
        const second = moment();
        const starting = discord.start();
        await kill(second);
        await starting;
      }
      await discord.start();
      await discord.hasRun(tick);
    }
    // What would be posted twice is posted by now.
    await sleep(1_500);
    const counts = Array.from({ length: tick + 1 }, (_, each) => discord.countPosts(each)).flat();
    return {
      kills,
      due: counts.length,
      once: counts.filter(count => count === 1).length,
      twice: counts.filter(count => count > 1).length,
      lost: counts.filter(count => count === 0).length,
      stages,
    };
  } finally {
    await discord.close();
    await redis?.stop();
  }
}
