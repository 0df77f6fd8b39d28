import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlayground, type InteractionView } from '@footnote/playground/discord';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/io/discord/deploy.ts';
import { makeConversation } from '../conversation.ts';
import { startClaude } from '../long.ts';
import { readThread } from '../stalls.ts';

const messages = 500;
/** From Discord to the bot and back. */
const latencyMs = 60;
const longestMs = 15 * 60_000;

type CrowdFigures = {
  /** Of one person who asks alone, and of the one who waits longest. */
  readonly alone: Moments;
  readonly last: Moments;
  readonly asked: number;
  readonly answered: number;
  /** Discord said that the application did not respond. */
  readonly unacknowledged: number;
  /** Until the first claim is shown, and until the summary is there, in seconds. */
  readonly first: Waits;
  readonly whole: Waits;
  /** The median wait of each channel: the shortest and the longest. */
  readonly channels: readonly [number, number];
  readonly requests: number;
  /** Those that count toward Discord's limit of 50 per second. */
  readonly counted: number;
  readonly refusedForHaste: number;
  readonly idleMb: number;
  readonly peakMb: number;
  /** For how long the main thread of each process ran, and waited for a core, in seconds. */
  readonly work: readonly { readonly name: string; readonly ran: number; readonly waited: number }[];
};

/** When it happened, in seconds after the request; 0 if it did not. */
type Moments = {
  /** Discord shows "thinking". */
  acknowledged: number;
  /** All messages are there, and Claude is asked. */
  read: number;
  first: number;
  whole: number;
};

const nothing: Moments = { acknowledged: 0, read: 0, first: 0, whole: 0 };

type Waits = { readonly median: number; readonly longest: number };
type Asked = Moments & { readonly view: InteractionView; readonly channel: number };

type CrowdOptions = { readonly people: number; readonly channels: number; readonly storeUrl: string };

/** Many people ask the real bot at once; Claude takes its time, and Discord limits each channel's history. */
export async function measureCrowd({ people, channels, storeUrl }: CrowdOptions): Promise<CrowdFigures> {
  const claude = await startClaude(true);
  const history = { limit: 5, windowMs: 1_000 };
  const playground = await createPlayground({ rateLimit: { limit: 1_000, windowMs: 1_000, history } });
  const { world, actions, token, applicationId, url } = playground;
  const users = Array.from({ length: people + 1 }, (_, index) => world.addUser({ name: `person-${index}` }));
  const [owner] = users;
  if (!owner) throw new Error('nobody');
  const guild = world.addGuild({ name: 'Fair', owner, members: users });
  const places = Array.from({ length: channels + 1 }, (_, index) => {
    const place = world.addChannel(guild, { name: `channel-${index}` });
    for (const { text, time } of makeConversation(messages, index + 1).messages)
      world.addMessage(place, {
        by: users[text.length % people] ?? owner,
        content: text,
        atMs: Date.parse(time),
      });
    return place;
  });
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  playground.faults.delay(latencyMs, '* /**', Number.POSITIVE_INFINITY);
  const bot = spawn(process.execPath, [...process.execArgv, 'src/main.ts'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DISCORD_TOKEN: token,
      DISCORD_API_URL: `${url}/api`,
      ANTHROPIC_API_KEY: 'playground-key',
      ANTHROPIC_BASE_URL: claude.url,
      FOOTNOTE_MONTHLY_USD: '0',
      STORE_URL: storeUrl,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const toPeakMb = () =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${bot.pid}/status`, 'utf8'))?.[1]) / 1_024;
  try {
    await new Promise<void>((resolve, reject) => {
      bot.once('exit', code => reject(new Error(`the bot ended with ${code}`)));
      bot.stderr.setEncoding('utf8').on('data', said => {
        if (String(said).includes('logged in')) resolve();
      });
    });
    const idleMb = toPeakMb();
    const ask = async (index: number): Promise<Asked> => {
      // The last channel is for the person who asks alone.
      const channel = index === people ? channels : index % channels;
      const [user, place] = [users[index], places[channel]];
      if (!user || !place) throw new Error('nobody');
      const view = await actions.slash({ user, channel: place, command: 'summarize', options: { messages } });
      return { view, channel, ...nothing };
    };
    const [alone = nothing] = await follow([await ask(people)]);
    const before = playground.exchanges.length;
    const threads = { bot: bot.pid ?? 0, Discord: process.pid, Claude: claude.pid };
    const watched = Object.entries(threads).map(([name, pid]) => ({ name, pid, before: readThread(pid) }));
    const everybody = Array.from({ length: people }, (_, index) => index);
    const asked = await follow(await Promise.all(everybody.map(ask)));
    const work = watched.map(({ name, pid, before }) => {
      const { ranMs, waitedMs } = readThread(pid);
      return { name, ran: (ranMs - before.ranMs) / 1_000, waited: (waitedMs - before.waitedMs) / 1_000 };
    });
    const whole = asked.filter(each => each.whole > 0).sort((a, b) => a.whole - b.whole);
    const byChannel = [...Map.groupBy(whole, ({ channel }) => channel).values()].map(
      each => toWaits(each.map(({ whole }) => whole)).median,
    );
    const exchanges = playground.exchanges.slice(before);
    return {
      alone,
      last: whole.at(-1) ?? alone,
      work,
      asked: asked.length,
      answered: whole.length,
      unacknowledged: asked.filter(({ view }) => view.status === 'failed').length,
      first: toWaits(asked.filter(({ first }) => first > 0).map(({ first }) => first)),
      whole: toWaits(whole.map(({ whole }) => whole)),
      channels: [Math.min(...byChannel), Math.max(...byChannel)],
      requests: exchanges.length,
      counted: exchanges.filter(({ path }) => !/^\/(?:interactions|webhooks)\//.test(path)).length,
      refusedForHaste: exchanges.filter(({ status }) => status === 429).length,
      idleMb,
      peakMb: toPeakMb(),
    };
  } finally {
    bot.removeAllListeners('exit');
    bot.kill('SIGKILL');
    claude.stop();
    await playground.close();
  }
}

/** Notes when each answer shows its first claim and when it is whole. */
async function follow(asked: readonly Asked[]): Promise<readonly Asked[]> {
  const begunAt = performance.now();
  const isOpen = ({ view, whole }: Asked) => whole === 0 && view.status !== 'failed';
  while (asked.some(isOpen) && performance.now() - begunAt < longestMs) {
    await sleep(200);
    const seconds = (performance.now() - begunAt) / 1_000;
    for (const each of asked.filter(isOpen)) {
      const { message, status } = each.view;
      const hasClaims = (message?.embeds.length ?? 0) > 0;
      if (status !== 'waiting') each.acknowledged ||= seconds;
      if (hasClaims || message?.content.startsWith('Summarizing')) each.read ||= seconds;
      if (hasClaims) each.first ||= seconds;
      if (JSON.stringify(message?.components ?? []).includes(':more"')) each.whole = seconds;
    }
  }
  return asked;
}

function toWaits(seconds: readonly number[]): Waits {
  const sorted = seconds.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}
