import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createPlayground } from '@footnote/playground/discord';
import { Routes } from 'discord.js';
import { findChannel } from '../../src/io/discord/access/places.ts';
import { createClient, login } from '../../src/io/discord/client.ts';
import { readHistory } from '../../src/io/discord/history/history.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { makeConversation } from './conversation.ts';

const sizes = [1_000, 10_000] as const;

type DiscordFigures = {
  readonly loginMs: number;
  /** By number of messages: read as the bot does, and the same pages by discord.js alone. */
  readonly reading: readonly { readonly size: number; readonly ours: number; readonly alone: number }[];
  readonly peakMb: number;
};

/** Starts a Discord on loopback with a long channel, and measures a bot in a process of its own. */
export async function measureDiscord(): Promise<DiscordFigures> {
  const playground = await createPlayground();
  const { world } = playground;
  const owner = world.addUser({ name: 'owner' });
  const guild = world.addGuild({ name: 'bench', owner });
  const channel = world.addChannel(guild, { name: 'long' });
  for (const { text, time } of makeConversation(sizes[1]).messages) {
    world.addMessage(channel, { by: owner, content: text, atMs: Date.parse(time) });
  }
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.url), playground.url, playground.token, channel.id],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', piece => {
    output += piece;
  });
  await once(child, 'close');
  await playground.close();
  return JSON.parse(output) as DiscordFigures;
}

async function runBot(url: string, token: string, channelId: string): Promise<void> {
  const start = performance.now();
  const client = await login(createClient({ apiUrl: `${url}/api` }), token);
  const loginMs = performance.now() - start;
  const channel = await findChannel(client, channelId);
  if (!channel) throw new Error('no channel to read');
  const { signal } = new AbortController();
  const { privacy, close } = await openStore('memory://', { log: createLogger('silent') });
  const reading = [];
  for (const size of sizes) {
    const alone = await time(() => readAlone(size));
    const ours = await time(
      async () => (await readHistory(channel, { count: size }, { signal, privacy })).messages.length,
    );
    reading.push({ size, ours, alone });
  }
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ loginMs, reading, peakMb }));
  await client.destroy();
  await close();

  /** The same pages, fetched and thrown away. */
  async function readAlone(size: number): Promise<number> {
    let before: string | undefined;
    let read = 0;
    while (read < size) {
      const query = new URLSearchParams({ limit: '100', ...(before !== undefined && { before }) });
      const page = (await client.rest.get(Routes.channelMessages(channelId), { query })) as { id: string }[];
      before = page.at(-1)?.id;
      read += page.length;
      if (page.length === 0) break;
    }
    return read;
  }
}

/** Messages a second. */
async function time(read: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await read();
  return (count * 1_000) / (performance.now() - start);
}

const [, self, url, token, channelId] = process.argv;
if (self === fileURLToPath(import.meta.url) && url && token && channelId) await runBot(url, token, channelId);
