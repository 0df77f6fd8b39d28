import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlayground, type Playground } from '@footnote/playground/discord';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/io/discord/check-discord.ts';
import { openStore } from '../../../src/io/keyv/open-store.ts';
import { createLogger } from '../../../src/log.ts';
import { print, printTable, type Row, toCell, toMedian } from '../../eval/table.ts';
import { readPeakMb, startBot, watchLoop } from '../bot.ts';
import { makeConversation } from '../conversation.ts';
import { toStallRows } from '../stalls.ts';
import { secondsPerCall, startClaude } from './claude.ts';
import { addDigests, addServers, fillSources, type Server, talk } from './community.ts';
import { printDay } from './day.ts';
import { type Watch, watchRequests } from './watch.ts';

/** Discord's limits: of all requests, and of each route as far as is known. */
const rateLimit = { limit: 5, windowMs: 1_000, global: { limit: 50, windowMs: 1_000 } };
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const askEveryMs = 5_000;
/** People ask in servers without a digest. */
const asking = 40;
const idleMs = 30_000;
const longestMs = 40 * minuteMs;

const toMb = (mb: number) => mb.toFixed(0);
const toSeconds = (ms: number) => (ms / 1_000).toFixed(1);

/** The CPU time that a process has taken. */
function readCpuMs(pid = 0): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

function readMb(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1e3;
}

/** People who ask for summaries meanwhile, and how long each waited for the first answer. */
function askRegularly({ actions }: Playground, servers: readonly Server[]) {
  const waits: number[] = [];
  const unanswered: string[] = [];
  const done: Promise<unknown>[] = [];
  let shown = 0;
  const ask = async ({ owner, news }: Server) => {
    const begunAt = performance.now();
    const view = await actions.slash({ user: owner, channel: news, command: 'summarize', options: {} });
    waits.push(performance.now() - begunAt);
    if (view.status === 'failed') unanswered.push(view.problem ?? '');
    await view.until(({ message }) => JSON.stringify(message ?? '').includes(':more"'), 3 * minuteMs);
    shown += 1;
  };
  let next = 0;
  const timer = setInterval(() => {
    const server = servers[next++ % servers.length];
    if (server) done.push(ask(server).catch((error: Error) => unanswered.push(error.message)));
  }, askEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(done);
      return { waits, unanswered, shown };
    },
  };
}

async function openScene(servers: number, digests: number, times: number) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-growth-'));
  const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
  // A store that exists gets no key of its own, so that digests can be added to it.
  await (await openStore(storeUrl, { log: createLogger('silent') })).close();
  const claude = await startClaude(times);
  const playground = await createPlayground({ rateLimit });
  const { token, applicationId, url } = playground;
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  const all = addServers(playground, servers);
  const digested = all.slice(0, digests);
  const others = all.slice(digests).slice(0, asking);
  const texts = makeConversation(100).messages.map(({ text }) => text);
  for (const server of others)
    talk(playground, server, server.news, texts, [Date.now() - 60 * minuteMs, Date.now()]);
  // The bot is connected before the first new message, as if it had run since the last digest.
  const sinceMs = Date.now() + 45_000 + servers * 30;
  const dueMs = Math.floor((sinceMs + dayMs) / minuteMs) * minuteMs;
  const { sources, messages } = fillSources(playground, digested, { sinceMs, dueMs });
  const environment = {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: `${url}/api`,
    STORE_URL: storeUrl,
    ANTHROPIC_API_KEY: 'playground-key',
    ANTHROPIC_BASE_URL: claude.url,
    FOOTNOTE_CLOCK: 'playground',
    FOOTNOTE_MONTHLY_USD: '0',
    FOOTNOTE_SERVER_USD: '0',
    FOOTNOTE_MEMBER_USD: '0',
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('FOOTNOTE_'))),
  };
  return { folder, storeUrl, claude, playground, others, sources, messages, sinceMs, dueMs, environment };
}

type Split = {
  readonly queue: number;
  readonly read: number;
  readonly claude: number;
  readonly post: number;
};

/** What each digest waited for, in milliseconds. */
function toSplits({ tracks, posts }: Watch, dueMs: number): readonly Split[] {
  return [...posts].flatMap(([server, { atMs }]) => {
    const { firstMs, pause } = tracks.get(server) ?? {};
    if (firstMs === undefined || pause === undefined) return [];
    const { fromMs, toMs } = pause;
    return [{ queue: firstMs - dueMs, read: fromMs - firstMs, claude: toMs - fromMs, post: atMs - toMs }];
  });
}

function toSplitRow(splits: readonly Split[], name: string, value: (split: Split) => number): Row {
  const values = splits.map(value);
  return [name, toSeconds(toMedian(values)), toSeconds(Math.max(...values))];
}

/** A whole process with many servers: its start, an idle time, and digests that are all due at one minute. */
export async function printGrowth([
  servers = 240,
  digests = 100,
  times = 1,
]: readonly number[]): Promise<void> {
  print(
    `load of the machine before: ${loadavg()
      .map(each => each.toFixed(1))
      .join(', ')}`,
  );
  const scene = await openScene(servers, digests, times);
  const { folder, claude, playground, others, sources, messages, sinceMs, dueMs, environment } = scene;
  let bot: ChildProcess | undefined;
  try {
    const watch = watchRequests(playground, [...sources.keys()]);
    const begunMs = performance.now();
    const log: string[] = [];
    bot = await startBot(environment, 'Footnote is logged in', line => log.push(line));
    const startMs = performance.now() - begunMs;
    const afterStart = { cpuMs: readCpuMs(bot.pid), mb: readMb(bot.pid), counted: watch.totals.counted };
    if (Date.now() > sinceMs) throw new Error('the bot took too long to start');
    await sleep(idleMs);
    const idle = {
      counted: watch.totals.counted - afterStart.counted,
      ms: performance.now() - begunMs - startMs,
    };
    printTable(
      `a process with ${toCell(servers)} servers of 50 channels`,
      ['', ''],
      [
        ['start, s', toSeconds(startMs)],
        ['CPU of the start, s', toSeconds(afterStart.cpuMs)],
        ['memory after the start and peak, MB', `${toMb(afterStart.mb)}, ${toMb(readPeakMb(bot.pid))}`],
        ['requests an hour without anything to do', toCell(Math.round((idle.counted * 3_600_000) / idle.ms))],
      ],
    );

    const endStalls = await watchLoop(bot);
    await addDigests(scene.storeUrl, sources, { sinceMs, dueMs });
    // After so long, a process looks for digests that others have stored.
    playground.clock.moveTo(sinceMs + 15 * minuteMs);
    await sleep(10_000 + digests * 10);
    playground.clock.moveTo(dueMs);
    const begunAtMs = performance.now();
    const people = askRegularly(playground, others);
    const before = { cpuMs: readCpuMs(bot.pid), counted: watch.totals.counted };
    let told = 0;
    while (watch.posts.size < digests && performance.now() - begunAtMs < longestMs) {
      await sleep(250);
      if (performance.now() - begunAtMs < told * minuteMs) continue;
      const { atOnce, calls } = await claude.read();
      print(
        `${told} min: ${watch.posts.size} posted, ${atOnce} calls at once, ${calls} ended, ${toMb(readMb(bot.pid))} MB`,
      );
      told += 1;
    }
    const figures = await claude.read();
    const cpuMs = readCpuMs(bot.pid) - before.cpuMs;
    const stalls = await endStalls();
    const asked = await people.stop();
    watch.stop();
    const lastMs = Math.max(...[...watch.posts.values()].map(({ atMs }) => atMs)) - begunAtMs;
    const warnings = log
      .join('')
      .split('\n')
      .filter(line => line.includes('discord-rate-limited'));
    const callsEach = (figures.calls - figures.limited) / (digests + asked.shown);
    const requests = [...watch.tracks.values()].reduce((sum, track) => sum + track.requests, 0);
    printTable(
      `${toCell(digests)} digests of ${toCell(messages)} messages, due at one minute`,
      ['', ''],
      [
        ['posted', watch.posts.size],
        ['posted twice', watch.countPosts() - watch.posts.size],
        ['last post after, s', toSeconds(lastMs)],
        ['requests of a digest', (requests / digests).toFixed(1)],
        ['requests a second', ((watch.totals.counted - before.counted) / (lastMs / 1_000)).toFixed(1)],
        ['most in one second', watch.mostPerSecond()],
        ['rate-limit warnings', toCell(warnings.length)],
        ['answered with 429: globally, in all', `${watch.totals.refusedGlobally}, ${watch.totals.refused}`],
        ['calls of Claude for each summary', callsEach.toFixed(1)],
        ['most calls at once', figures.mostAtOnce],
        ['calls answered with 429', figures.limited],
        ['tokens of prompts to the busiest model', toCell(figures.promptTokens)],
        ['CPU of the bot, s', toSeconds(cpuMs)],
        ['peak memory, MB', toMb(readPeakMb(bot.pid))],
        ...toStallRows([stalls]),
      ],
    );
    const splits = toSplits(watch, begunAtMs);
    printTable(
      'a digest, s',
      ['', 'median', 'longest'],
      [
        toSplitRow(splits, 'waits for its turn', ({ queue }) => queue),
        toSplitRow(splits, 'reads', ({ read }) => read),
        toSplitRow(splits, `Claude, at ${secondsPerCall} s a call`, ({ claude }) => claude),
        toSplitRow(splits, 'checks and posts', ({ post }) => post),
      ],
    );
    printTable(
      `people who ask meanwhile, one every ${askEveryMs / 1_000} s`,
      ['', ''],
      [
        ['asked', asked.waits.length],
        [
          'answered first after, median and longest, s',
          `${toSeconds(toMedian(asked.waits))}, ${toSeconds(Math.max(...asked.waits))}`,
        ],
        ['not answered', asked.unanswered.length],
        ['got a summary', asked.shown],
      ],
    );
    for (const problem of new Set(asked.unanswered)) print(problem);
    const claudeMs = toMedian(splits.map(split => split.claude));
    await printDay({ requests: requests / digests, claudeMs });
    print(
      `load of the machine after: ${loadavg()
        .map(each => each.toFixed(1))
        .join(', ')}`,
    );
  } finally {
    bot?.kill('SIGTERM');
    if (bot) await once(bot, 'close');
    claude.stop();
    await playground.close();
    rmSync(folder, { recursive: true });
  }
}
