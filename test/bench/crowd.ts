import { setTimeout as sleep } from 'node:timers/promises';
import { createPlayground, type InteractionView } from '@footnote/playground/discord';
import { commands } from '../../commands/index.ts';
import { deployCommands } from '../../src/io/discord/check-discord.ts';
import { printTable, toCell } from '../eval/table.ts';
import { readPeakMb, startBot } from './bot.ts';
import { makeConversation } from './conversation.ts';
import { startClaude } from './long.ts';
import { readThread } from './stalls.ts';

const messages = 500;
const people = 200;
const channels = 20;
/** From Discord to the bot and back. */
const latencyMs = 60;
const longestMs = 15 * 60_000;

/** When it happened, in seconds after the request; 0 if it did not. */
type Moments = {
  /** Discord shows "thinking". */
  acknowledged: number;
  /** All messages are there, and Claude is asked. */
  read: number;
  first: number;
  whole: number;
};

const moments = ['acknowledged', 'read', 'first', 'whole'] as const;
const nothing: Moments = { acknowledged: 0, read: 0, first: 0, whole: 0 };

type Asked = Moments & { readonly view: InteractionView };

/** Many people ask the real bot at once; Claude takes its time, and Discord limits each channel's history. */
export async function printCrowd(): Promise<void> {
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
  const bot = await startBot(
    {
      DISCORD_TOKEN: token,
      DISCORD_API_URL: `${url}/api`,
      ANTHROPIC_API_KEY: 'playground-key',
      ANTHROPIC_BASE_URL: claude.url,
      FOOTNOTE_MONTHLY_USD: '0',
      STORE_URL: 'memory://',
    },
    'logged in',
  );
  try {
    const idleMb = readPeakMb(bot.pid);
    const ask = async (index: number): Promise<Asked> => {
      // The last channel is for the person who asks alone.
      const channel = index === people ? channels : index % channels;
      const [user, place] = [users[index], places[channel]];
      if (!user || !place) throw new Error('nobody');
      const view = await actions.slash({ user, channel: place, command: 'summarize', options: { messages } });
      return { view, ...nothing };
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
    const exchanges = playground.exchanges.slice(before);
    const counted = exchanges.filter(({ path }) => !/^\/(?:interactions|webhooks)\//.test(path));
    printTable(
      `people who ask at once in ${channels} channels, ${messages} messages each`,
      ['', `${people} people`],
      [
        ['answered', toCell(whole.length)],
        ['not acknowledged', toCell(asked.filter(({ view }) => view.status === 'failed').length)],
        ['requests', toCell(exchanges.length)],
        ['counted by Discord', toCell(counted.length)],
        ['answered with 429', toCell(exchanges.filter(({ status }) => status === 429).length)],
        ['memory of the bot before, MB', idleMb.toFixed(0)],
        ['peak memory of the bot, MB', readPeakMb(bot.pid).toFixed(0)],
      ],
    );
    const last = whole.at(-1) ?? nothing;
    printTable(
      'when it happened, seconds after the request',
      ['', 'alone', 'the last'],
      moments.map(each => [each, alone[each].toFixed(1), last[each].toFixed(1)]),
    );
    printTable(
      'main threads meanwhile, seconds',
      ['', 'ran', 'waited for a core'],
      work.map(({ name, ran, waited }) => [name, ran.toFixed(1), waited.toFixed(1)]),
    );
  } finally {
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
