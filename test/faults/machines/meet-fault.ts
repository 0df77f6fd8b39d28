import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionView } from '@footnote/playground/discord';
import { createRandom, pickBelow } from '@footnote/playground/random';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/io/discord/check-discord.ts';
import { toShown } from '../../e2e/scene.ts';
import { startRedis } from '../../processes/redis/redis-server.ts';
import { sure } from '../../sure.ts';
import { isFinished } from '../ending.ts';
import { until } from '../until.ts';
import { createDigestProcess } from './digest-process.ts';
import { type MachineFault, watchSize } from './machine-faults.ts';

export type FaultFigures = {
  /** Runs of digests that were due, and in how many posts each came. */
  readonly due: number;
  readonly once: number;
  readonly twice: number;
  readonly lost: number;
  readonly asked: number;
  readonly shown: number;
  /** Ended in a sentence. */
  readonly told: number;
  /** Discord said that the bot did not respond. */
  readonly unacknowledged: number;
  readonly waiting: number;
  /** Public summaries that are no answer, or a second one. */
  readonly shownTwice: number;
  /** Lines of the log that say that the store is unavailable, and those of unexpected errors. */
  readonly outages: number;
  readonly unexpected: number;
};

/** One of them asks when the fault has begun. */
const people = 5;
const digests = 2;
/** What a digest and a summary ask of Discord together, about. */
const requestsOfRun = 60;
/** How many of the faults begin when a digest was posted; the others begin after any request. */
const afterPostShare = 0.5;
/** Longer than a run waits for its second attempt. Jobs that Redis lost are back by then. */
const laterMs = 2 * 60_000;

/** The real bot meets a fault at a seeded moment of its digests and summaries. */
export async function meetFault(
  { isAlone = false, hasQueueRedis = false, ticks = 1, lastsMs = 10_000, begin, end }: MachineFault,
  seed: number,
): Promise<FaultFigures> {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'footnote-redis-'));
  const redis = { ...(await startRedis({ folder })), folder };
  const queueRedis = hasQueueRedis ? { ...(await startRedis()), folder: '' } : redis;
  const size = watchSize(folder);
  const discord = await createDigestProcess({
    digests,
    ...(!isAlone && { storeUrl: redis.url, queueUrl: queueRedis.url }),
  });
  const { playground } = discord;
  const { world, actions, token, applicationId, url } = playground;
  const users = Array.from({ length: people }, (_, index) => world.addUser({ name: `person-${index}` }));
  const owner = sure(users[0]);
  const channel = world.addChannel(world.addGuild({ name: 'Market', owner, members: users }), {
    name: 'tents',
  });
  for (const content of ['Is the tent free?', 'Yes', 'We decided to rent the tent', 'By Friday', 'Good'])
    world.addMessage(channel, { by: owner, content });
  try {
    await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
    await discord.start();
    discord.makeDue(0);
    await discord.hasRun(0);
    const scene = { discord, redis, queueRedis, sizeBefore: size.sizeBefore };
    const asked: Promise<InteractionView>[] = [];
    const moment =
      random() < afterPostShare
        ? until(() => discord.countPosts(1).some(count => count > 0), { withinMs: 30_000, everyMs: 1 })
        : discord.waitForRequests(1, pickBelow(random, requestsOfRun));
    const ask = async (user: (typeof users)[number], isPrivate: boolean) => {
      await sleep(random() * 2_000);
      return actions.slash({ user, channel, command: 'summarize', options: { private: isPrivate } });
    };
    asked.push(...users.slice(1).map((user, index) => ask(user, index % 2 === 0)));
    discord.makeDue(1);
    await moment;
    await begin(scene);
    // However far the others are by now.
    asked.push(ask(owner, false));
    for (let tick = 2; tick <= ticks; tick += 1) {
      discord.makeDue(tick);
      await discord.hasRun(tick);
    }
    await sleep(lastsMs);
    await end?.(scene);
    playground.clock.moveTo(playground.clock.now() + laterMs);
    await discord.hasRun(ticks);
    const views = await Promise.all(asked);
    discord.makeDue(ticks + 1);
    const isOver = ({ status, message }: InteractionView) =>
      status === 'failed' || message === null || isFinished(message);
    await until(() => views.every(isOver), { withinMs: 60_000 });
    await discord.hasRun(ticks + 1);
    // What would be posted twice is posted by now.
    await sleep(1_500);
    const counts = Array.from({ length: ticks + 2 }, (_, tick) => discord.countPosts(tick)).flat();
    const answers = new Set(views.map(({ message }) => message?.id));
    const posts = world.history(channel).filter(({ author }) => author.id === world.bot.id);
    const isShown = ({ message }: InteractionView) => toShown(message).includes('rent the tent');
    const acknowledged = views.filter(({ status }) => status !== 'failed');
    const count = (test: (view: InteractionView) => boolean) => acknowledged.filter(test).length;
    const toLines = (pattern: RegExp) => discord.log().match(pattern)?.length ?? 0;
    return {
      due: counts.length,
      once: counts.filter(each => each === 1).length,
      twice: counts.filter(each => each > 1).length,
      lost: counts.filter(each => each === 0).length,
      asked: views.length,
      shown: count(isShown),
      told: count(view => isOver(view) && !isShown(view)),
      unacknowledged: views.length - acknowledged.length,
      waiting: count(view => !isOver(view)),
      shownTwice: [...posts].filter(({ id, embeds }) => embeds.length > 0 && !answers.has(id)).length,
      outages: toLines(/"store-unavailable"/g),
      unexpected: toLines(/"unhandled-rejection"/g),
    };
  } finally {
    size.stop();
    await discord.close();
    await redis.stop();
    await queueRedis.stop();
    rmSync(folder, { recursive: true });
  }
}
