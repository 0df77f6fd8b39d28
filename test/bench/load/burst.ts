import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlayground, type InteractionView } from '@footnote/playground/discord';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/io/discord/deploy.ts';
import { toShown } from '../../e2e/scene.ts';
import { printTable, type Row, toCell } from '../../eval/table.ts';
import { isFinished } from '../../faults/ending.ts';
import { type Adapter, createBotProcesses } from '../../faults/kills/bot-processes.ts';
import { startRedis } from '../../processes/redis/redis-server.ts';
import { readPeakMb } from '../bot.ts';

const requests = 1_000;
const servers = 50;
const spreadMs = 10_000;
const longestMs = 10 * 60_000;
/** To look at all answers takes the process of Discord some 50 ms. */
const lookEveryMs = 1_000;

/** A thousand people of fifty servers ask the real bot for highlights within ten seconds. */
async function measureBurst(adapter: Adapter): Promise<Row> {
  const playground = await createPlayground();
  const { world, actions, token, applicationId, url } = playground;
  const people = Array.from({ length: servers }, (_, server) => {
    const members = Array.from({ length: requests / servers }, (_, index) =>
      world.addUser({ name: `person-${server}-${index}` }),
    );
    const [owner] = members;
    if (!owner) throw new Error('nobody');
    const guild = world.addGuild({ name: `Fair ${server}`, owner, members });
    const channel = world.addChannel(guild, { name: 'planning' });
    for (const content of ['Is the tent free?', 'Yes', 'We decided to rent the tent', 'By Friday', 'Good'])
      world.addMessage(channel, { by: owner, content });
    return members.map(user => ({ user, channel }));
  }).flat();
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  const folder = mkdtempSync(join(tmpdir(), 'footnote-burst-'));
  const redis = adapter === 'Redis' ? await startRedis({ folder }) : null;
  const bot = createBotProcesses(adapter, {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: `${url}/api`,
    STORE_URL: redis?.url ?? `sqlite://${join(folder, 'store.sqlite')}`,
    ...(redis && { REDIS_URL: redis.url }),
  });
  const stalls = monitorEventLoopDelay();
  try {
    await bot.start();
    stalls.enable();
    const begunMs = performance.now();
    const views = await Promise.all(
      people.map(async (each, index) => {
        await sleep((index / requests) * spreadMs);
        return actions.slash({ ...each, command: 'summarize', options: { private: true } });
      }),
    );
    const isOver = ({ status, message }: InteractionView) =>
      status === 'failed' || (message !== null && isFinished(message));
    let longestSeconds = 0;
    let left = views;
    while (left.length > 0 && performance.now() - begunMs < longestMs) {
      await sleep(lookEveryMs);
      const still = left.filter(view => !isOver(view));
      if (still.length < left.length) longestSeconds = (performance.now() - begunMs) / 1_000;
      left = still;
    }
    const isShown = ({ message }: InteractionView) => toShown(message).includes('rent the tent');
    const unacknowledged = views.filter(({ status }) => status === 'failed').length;
    const shown = views.filter(isShown).length;
    const told = views.length - shown - unacknowledged - left.length;
    const counts = [views.length, shown, told, unacknowledged, left.length].map(toCell);
    const peakMb = Math.max(...bot.processIds().map(readPeakMb));
    // Discord's process counts the three seconds.
    const rest = [longestSeconds, peakMb, stalls.max / 1e6].map(value => value.toFixed(0));
    return [adapter, ...counts, ...rest];
  } finally {
    await bot.kill();
    await redis?.stop();
    await playground.close();
    rmSync(folder, { recursive: true });
  }
}

export async function printBurst(): Promise<void> {
  const counts = ['asked', 'shown', 'told', 'not acknowledged', 'waiting'];
  printTable(
    `people of ${servers} servers who ask within ${spreadMs / 1_000} s`,
    ['', ...counts, 'longest, s', 'memory, MB', 'stall of Discord, ms'],
    [await measureBurst('SQLite'), await measureBurst('Redis')],
  );
}
