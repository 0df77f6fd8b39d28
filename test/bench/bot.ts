import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createPlayground } from '@footnote/playground/discord';
import { createToken } from '../../src/io/http/tokens.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import type { Row } from '../eval/table.ts';
import { startScript } from '../start-script.ts';
import type { LoopFigures } from './loop-delay.ts';
import { toStallRows } from './stalls.ts';

/** After this time the thread has ended, and V8 has given back its memory, which it keeps for about 8 s. */
const settleMs = 14_000;

/** The real bot in a process that can be asked for its event loop and memory. */
export async function startBot(
  environment: Readonly<Record<string, string>>,
  sign: string,
  onOutput: (text: string) => void = () => {},
): Promise<ChildProcess> {
  const own = ['--max-semi-space-size=8', ...(process.env['BENCH_ARGS'] ?? '').split(' ').filter(Boolean)];
  const preload = new URL('./loop-delay.ts', import.meta.url).href;
  const how = { nodeOptions: [...own, '--import', preload], hasMessages: true };
  const { child, ended, stderr } = startScript('src/main.ts', environment, [], how);
  child.stderr?.on('data', piece => onOutput(String(piece)));
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (!stderr().includes(sign)) {
    if (hasEnded) throw new Error(`ended: ${stderr()}`);
    await setTimeout(50);
  }
  return child;
}

/** The bot with its HTTP API, a server with an owner, and a token of the owner. */
export async function startApi() {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-'));
  const playground = await createPlayground();
  const owner = playground.world.addUser({ name: 'owner' });
  const guild = playground.world.addGuild({ name: 'bench', owner });
  const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
  const store = await openStore(storeUrl, { log: createLogger('silent') });
  const { token, bearer } = createToken({ guildId: guild.id, userId: owner.id }, new Date().toISOString());
  await store.tokens.put(token);
  await store.close();
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const bot = await startBot(
    {
      DISCORD_TOKEN: playground.token,
      DISCORD_API_URL: `${playground.url}/api`,
      STORE_URL: storeUrl,
      HTTP_PORT: String(port),
      HTTP_REQUESTS_PER_MINUTE: '1000000',
      FOOTNOTE_DAILY_RUNS: '1000',
    },
    'The HTTP API is at',
  );
  return {
    playground,
    owner,
    guild,
    bot,
    url: `http://127.0.0.1:${port}`,
    headers: { authorization: `Bearer ${bearer}` },
    close: async () => {
      bot.kill('SIGKILL');
      await once(bot, 'close');
      await playground.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function ask<Answer>(bot: ChildProcess, question: string): Promise<Answer> {
  bot.send(question);
  const [answer] = await once(bot, 'message');
  return answer as Answer;
}

/** The most memory that a process has held, by Linux. */
export function readPeakMb(pid = 0): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1e3;
}

/** Watches the event loop of a bot until the returned function is called. */
export async function watchLoop(bot: ChildProcess): Promise<() => Promise<LoopFigures>> {
  await ask(bot, 'begin');
  return () => ask<LoopFigures>(bot, 'end');
}

/** Does something with a bot; how long it took, held its event loop, and how much memory it left. */
export async function watchBot<Result>(
  bot: ChildProcess,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly rows: readonly Row[] }> {
  const before = await ask<number>(bot, 'memory');
  const endLoop = await watchLoop(bot);
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1_000;
  const loop = await endLoop();
  const peak = readPeakMb(bot.pid);
  await setTimeout(settleMs);
  const memory = [before, peak, await ask<number>(bot, 'memory')].map(mb => mb.toFixed(0));
  return {
    result,
    rows: [
      ['seconds', seconds.toFixed(1)],
      ['longest delay of the loop, ms', loop.delayMs.toFixed(0)],
      ...toStallRows([loop]),
      ['memory before, peak, after, MB', memory.join(', ')],
    ],
  };
}
