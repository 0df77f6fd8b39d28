import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayground } from '@footnote/playground/discord';
import { createDigest } from '../../../src/core/digests/run.ts';
import { openStore, type Store } from '../../../src/io/keyv/open-store.ts';
import { createLogger } from '../../../src/log.ts';
import { choice } from '../../app/digests/digest-world.ts';
import { openQueueView } from '../../processes/redis/queue-view.ts';
import { sure } from '../../sure.ts';
import { until } from '../until.ts';
import { createBotProcesses } from './bot-processes.ts';

/** In the future, because ids of messages only increase. */
const firstMs = Date.UTC(2091, 2, 5, 9);
const dayMs = 86_400_000;
/** A claimed job can be claimed again after this long without its process. */
const leaseMs = 10_000;

export type DigestProcessOptions = {
  /** How many digests there are, each with a channel of its own to post in; the last is a member's card. */
  readonly digests: number;
  /** Default a SQLite file of its own. */
  readonly storeUrl?: string;
  /** A Redis for the jobs of a gateway and two workers; the store has to be a Redis too. Default one process. */
  readonly queueUrl?: string;
};

/** Daily digests that are run by the real bot in a process of its own, which can be killed and started again. */
export async function createDigestProcess({ digests: count, storeUrl, queueUrl }: DigestProcessOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-faults-'));
  const url = storeUrl ?? `sqlite://${join(folder, 'store.sqlite')}`;
  const playground = await createPlayground();
  const { world, actions, clock, applicationId, exchanges } = playground;
  clock.moveTo(firstMs - 3_600_000);
  const ann = world.addUser({ name: 'ann', locale: 'en-US' });
  const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
  const talk = world.addChannel(guild, { name: 'planning' });
  const reader = world.addUser({ name: 'reader', locale: 'en-US' });
  world.addMember(guild, reader);
  const isCard = (index: number) => index === count - 1;
  const places = Array.from({ length: count }, (_, index) =>
    isCard(index) ? world.openDirect(reader) : world.addChannel(guild, { name: `news-${index}` }),
  );
  const store: Store = await openStore(url, { log: createLogger('silent'), now: clock.now });
  await store.settings.change(guild.id, () => ({ personalDigests: 1 }));
  for (const [index, news] of places.entries()) {
    const digest = createDigest(
      {
        ...choice,
        id: `d${index}`,
        guildId: guild.id,
        creatorId: isCard(index) ? reader.id : ann.id,
        sources: isCard(index) ? { kind: 'everywhere' } : { kind: 'channels', channelIds: [talk.id] },
        destination: isCard(index) ? { kind: 'dm' } : { kind: 'channel', channelId: news.id },
      },
      new Date(clock.now()).toISOString(),
    );
    await store.digests.create(digest);
  }

  const bot = createBotProcesses(queueUrl === undefined ? 'SQLite' : 'Redis', {
    DISCORD_TOKEN: playground.token,
    DISCORD_API_URL: `${playground.url}/api`,
    STORE_URL: url,
    ...(queueUrl !== undefined && { REDIS_URL: queueUrl }),
    FOOTNOTE_CLOCK: 'playground',
  });
  const queue = queueUrl === undefined ? null : openQueueView(queueUrl, clock.now);
  const toTick = (tick: number) => new Date(firstMs + tick * dayMs).toISOString();
  const toWords = (tick: number) => `stall number ${tick} sells waffles`;
  const readPosts = (index: number) =>
    actions
      .read(isCard(index) ? reader : ann, places[index] ?? talk, 100)
      .filter(({ author }) => author.id === applicationId);

  /** Whether the runs of a tick are over; false while the store does not answer. */
  const isOver = async (tick: number): Promise<boolean> => {
    const isDone = async (id: string) => {
      const digest = await store.digests.get(guild.id, id);
      if (digest === null || digest.run !== null || digest.lastRunAt < toTick(tick)) return false;
      return !(await queue?.isBusy(`digest_${guild.id}_${id}`));
    };
    const all = await Promise.all(places.map((_, index) => isDone(`d${index}`).catch(() => false)));
    return all.every(Boolean);
  };

  return {
    playground,
    /** Of a SQLite store. */
    path: join(folder, 'store.sqlite'),
    start: bot.start,
    /** Ends processes of the bot, default all; afterwards what they had claimed can be claimed again. */
    kill: async (...what: Parameters<typeof bot.kill>) => {
      await bot.kill(...what);
      clock.moveTo(clock.now() + leaseMs);
    },
    /** Something is said, and the digests are due. */
    makeDue: (tick: number) => {
      world.addMessage(talk, { by: ann, content: `We decided that ${toWords(tick)}.` });
      clock.moveTo(firstMs + tick * dayMs);
    },
    log: bot.log,
    /** Resolves after so many requests from now on, or when the runs of the tick are over. */
    waitForRequests: async (tick: number, requests: number) => {
      const last = sure(exchanges.at(-1));
      const count = () => exchanges.length - 1 - exchanges.lastIndexOf(last);
      let isDone = false;
      const checking = setInterval(async () => {
        isDone ||= await isOver(tick);
      }, 100);
      await until(() => isDone || count() >= requests, { withinMs: 20_000, everyMs: 1 });
      clearInterval(checking);
    },
    /** Waits until all runs of a tick are over; false if that takes longer than a minute. */
    hasRun: (tick: number) => until(() => isOver(tick), { withinMs: 60_000, everyMs: 100 }),
    /** In how many posts what was said before a tick is, by digest. */
    countPosts: (tick: number): readonly number[] =>
      places.map(
        (_, index) =>
          readPosts(index).filter(post => JSON.stringify(post).includes(`${toWords(tick)}.`)).length,
      ),
    close: async () => {
      await bot.kill();
      await queue?.close();
      await store.close();
      await playground.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type DigestProcess = Awaited<ReturnType<typeof createDigestProcess>>;
