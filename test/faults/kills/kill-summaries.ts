import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlayground, type InteractionView } from '@footnote/playground/discord';
import { createRandom, pickBelow } from '@footnote/playground/random';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/io/discord/check-discord.ts';
import { toTexts } from '../../../src/render/texts.ts';
import { toShown } from '../../e2e/scene.ts';
import { startRedis } from '../../processes/redis/redis-server.ts';
import { sure } from '../../sure.ts';
import { until } from '../until.ts';
import { type Adapter, createBotProcesses } from './bot-processes.ts';

export type SummaryKillFigures = {
  readonly kills: number;
  readonly asked: number;
  /** Discord itself said that the bot did not respond: no process lived, or it was killed before it answered. */
  readonly unacknowledged: number;
  /** Shown, or ready to be opened. */
  readonly shown: number;
  /** Ended with "Interrupted" and a button to ask again. */
  readonly interrupted: number;
  /** Was asked while the person's last summary was under way: told to wait for that one. */
  readonly refused: number;
  /** Nothing more comes. */
  readonly hanging: number;
  /** Summaries that everybody sees and that are no answer, or a second one. */
  readonly twice: number;
  /** Answers that are neither there nor hanging. */
  readonly lost: number;
  /** How often a process ended what another had left. */
  readonly takenOver: number;
};

const people = 6;
/** Everybody asks within this time. */
const spreadMs = 400;
/** So that a summary takes long enough to be killed. */
const delayMs = 120;
/** What a summary asks of Discord, about. */
const requestsOfOne = 12;
const longestDelayMs = 40;
/** A process is taken for dead ten seconds after its last sign of life; a busy machine takes minutes for what is left. */
const patienceMs = 240_000;

/**
 * Kills the bot at seeded moments of summaries and starts it again each time. Nobody waits for the end of a summary.
 */
export async function killSummaries({
  seed,
  kills,
  adapter = 'SQLite',
}: {
  readonly seed: number;
  readonly kills: number;
  readonly adapter?: Adapter;
}): Promise<SummaryKillFigures> {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'footnote-killed-'));
  const playground = await createPlayground();
  const { world, actions, token, applicationId, url } = playground;
  const users = Array.from({ length: people }, (_, index) => world.addUser({ name: `person-${index}` }));
  const owner = sure(users[0]);
  const guild = world.addGuild({ name: 'Fair', owner, members: users });
  const channel = world.addChannel(guild, { name: 'planning' });
  for (const content of ['Is the tent free?', 'Yes', 'We decided to rent the tent', 'By Friday', 'Good'])
    world.addMessage(channel, { by: owner, content });
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  playground.faults.delay(delayMs, 'GET /**', Number.POSITIVE_INFINITY);

  const redis = adapter === 'Redis' ? await startRedis() : null;
  const bot = createBotProcesses(adapter, {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: `${url}/api`,
    STORE_URL: redis?.url ?? `sqlite://${join(folder, 'store.sqlite')}`,
    ...(redis && { REDIS_URL: redis.url }),
    LOG_LEVEL: 'info',
  });
  const asked: Promise<InteractionView>[] = [];
  const ask = async (user: (typeof users)[number], isPrivate: boolean) => {
    await sleep(random() * spreadMs);
    return actions.slash({ user, channel, command: 'summarize', options: { private: isPrivate } });
  };
  try {
    for (let kill = 0; kill < kills; kill++) {
      await bot.start();
      const last = playground.exchanges.length;
      const requests = pickBelow(random, people * requestsOfOne);
      asked.push(...users.map((user, index) => ask(user, index % 2 === 0)));
      await until(() => playground.exchanges.length - last >= requests, { withinMs: 4_000, everyMs: 1 });
      await sleep(random() * longestDelayMs);
      // The first one answers people.
      await bot.kill('SIGKILL', [0]);
    }
    await bot.start();
    const views = await Promise.all(asked);
    const acknowledged = views.filter(({ status }) => status !== 'failed' && status !== 'waiting');
    const t = toTexts('en-US');
    const isShown = ({ message }: InteractionView) =>
      /rent the tent|your summary is ready/.test(toShown(message));
    const isInterrupted = ({ message }: InteractionView) => message?.content === t('bot.interruptedRun');
    const isRefused = ({ message }: InteractionView) => message?.content === t('bot.alreadyRunning');
    const isOver = (view: InteractionView) =>
      isShown(view) || isInterrupted(view) || isRefused(view) || view.message === null;
    await until(() => acknowledged.every(isOver), { withinMs: patienceMs, everyMs: 200 });
    // What would be shown twice is there by now.
    await sleep(1_500);
    const answers = new Set(views.map(({ message }) => message?.id));
    const posts = [...world.history(channel).filter(({ author }) => author.id === world.bot.id)];
    const summaries = [...posts, ...views.flatMap(({ followUps }) => followUps)].filter(
      ({ id, embeds }) => embeds.length > 0 && !answers.has(id),
    );
    const count = (test: (view: InteractionView) => boolean) => acknowledged.filter(test).length;
    return {
      kills,
      asked: views.length,
      unacknowledged: views.length - acknowledged.length,
      shown: count(isShown),
      interrupted: count(isInterrupted),
      refused: count(isRefused),
      hanging: count(view => !isOver(view)),
      twice: new Set(summaries.map(({ id }) => id)).size,
      lost: count(({ message }) => message === null),
      takenOver: bot.log().split('run-taken-over').length - 1,
    };
  } finally {
    await bot.kill();
    await redis?.stop();
    await playground.close();
    rmSync(folder, { recursive: true });
  }
}
