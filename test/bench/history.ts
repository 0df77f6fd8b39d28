import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPlayground, type Playground } from '@footnote/playground/discord';
import { type GuildTextBasedChannel, Routes } from 'discord.js';
import { findChannel } from '../../src/io/discord/access/places.ts';
import { createClient, login } from '../../src/io/discord/client.ts';
import { pageBack, readHistory } from '../../src/io/discord/history/history.ts';
import { createMessageCache, followEvents } from '../../src/io/discord/history/message-cache.ts';
import { readPlaces } from '../../src/io/discord/history/read-channels.ts';
import { createGatewayContinuity } from '../../src/io/discord/sync/gateway-events.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { printTable, type Row, toCell } from '../eval/table.ts';
import { makeConversation } from './conversation.ts';
import { type Stalls, toStallRows, watchStalls } from './stalls.ts';

/** Discord does not document the limit of this route; bots are told five requests in a second. */
const bucket = { limit: 5, windowMs: 1_000 };
const latencyMs = 80;
const limitedSize = 3_000;
const parallelChannels = 4;
const cacheBytes = 128 * 2 ** 20;
const never = new AbortController().signal;
const later = String(2n ** 62n);

/** Messages a second. */
type Speeds = {
  /** The same pages by discord.js alone, one after the other. */
  readonly alone: number;
  readonly ours: number;
  /** Four channels at once, as in a category. */
  readonly channels: number;
};

type Reading = { readonly seconds: number; readonly stalls: Stalls };

type LongReading = {
  readonly first: Reading;
  readonly again: Reading;
  /** As the cache counts them. */
  readonly cachedMb: number;
  readonly peakMb: number;
};

/** Reads a Discord that limits as the real one does, and one without limits, with a bot in a process of its own. */
export async function printHistory(): Promise<void> {
  const limited = await createPlayground({ rateLimit: { limit: 1_000, windowMs: 1_000, history: bucket } });
  limited.faults.delay(latencyMs, 'GET /channels/*/messages', Number.POSITIVE_INFINITY);
  const channels = [
    limitedSize,
    ...Array.from({ length: parallelChannels }, () => limitedSize / parallelChannels),
  ];
  const speeds = await runApart<Speeds>('--limited', limited, fill(limited, channels));
  await limited.close();
  const allowed = (bucket.limit * 100 * 1_000) / bucket.windowMs;
  const toRow = (name: string, speed: number): Row => [
    name,
    speed.toFixed(0),
    ((100 * speed) / allowed).toFixed(0),
  ];
  printTable(
    `messages a second from a Discord that takes ${latencyMs} ms an answer and allows five requests a second of one channel`,
    ['', 'a second', '%'],
    [
      toRow('what the headers allow', allowed),
      toRow('pages by discord.js alone', speeds.alone),
      toRow('read as messages', speeds.ours),
      toRow('four channels at once', speeds.channels),
    ],
  );
  const sizes = [1_000, 10_000, 50_000];
  const long: LongReading[] = [];
  for (const size of sizes) {
    const playground = await createPlayground({ rateLimit: { limit: 1_000_000, windowMs: 1_000 } });
    long.push(await runApart<LongReading>('--long', playground, fill(playground, [size])));
    await playground.close();
  }
  printTable(
    'a channel on a Discord without limits, read twice with a cache of 128 MB',
    ['', ...sizes.map(toCell)],
    [
      ['seconds', ...long.map(({ first }) => first.seconds.toFixed(1))],
      ...toStallRows(long.map(({ first }) => first.stalls)),
      ['again, seconds', ...long.map(({ again }) => again.seconds.toFixed(1))],
      ['in the cache, by its own count, MB', ...long.map(({ cachedMb }) => cachedMb.toFixed(0))],
      ['peak memory, MB', ...long.map(({ peakMb }) => peakMb.toFixed(0))],
    ],
  );
}

function fill({ world }: Playground, sizes: readonly number[]): readonly string[] {
  const owner = world.addUser({ name: 'owner' });
  const guild = world.addGuild({ name: 'bench', owner });
  return sizes.map((size, index) => {
    const channel = world.addChannel(guild, { name: `long-${index}` });
    for (const { text, time } of makeConversation(size).messages)
      world.addMessage(channel, { by: owner, content: text, atMs: Date.parse(time) });
    return channel.id;
  });
}

async function runApart<Result>(
  part: string,
  { url, token }: Playground,
  ids: readonly string[],
): Promise<Result> {
  const child = fork(fileURLToPath(import.meta.url), [part, url, token, ...ids], { stdio: 'inherit' });
  const [result] = await once(child, 'message');
  return result as Result;
}

async function connect(url: string, token: string, ids: readonly string[]) {
  const client = await login(createClient({ apiUrl: `${url}/api` }), token);
  const { privacy } = await openStore('memory://', { log: createLogger('silent') });
  const channels: GuildTextBasedChannel[] = [];
  for (const id of ids) {
    const channel = await findChannel(client, id);
    if (!channel) throw new Error('no channel to read');
    channels.push(channel);
  }
  return { client, privacy, channels };
}

/** Pages of a channel by discord.js alone, thrown away. */
async function readAlone(channel: GuildTextBasedChannel): Promise<number> {
  let read = 0;
  for (let from = later; ; ) {
    const query = new URLSearchParams({ limit: '100', before: from });
    const page = await channel.client.rest.get(Routes.channelMessages(channel.id), { query });
    const ids = (page as readonly { readonly id: string }[]).map(({ id }) => id);
    read += ids.length;
    if (ids.length < 100) break;
    from = ids.at(-1) ?? '0';
  }
  return read;
}

async function measureSpeed(read: () => Promise<unknown>): Promise<number> {
  // The bucket is full again.
  await sleep(bucket.windowMs + 200);
  const begunAt = performance.now();
  await read();
  return (limitedSize * 1_000) / (performance.now() - begunAt);
}

async function runLimited(url: string, token: string, ids: readonly string[]): Promise<Speeds> {
  const { privacy, channels } = await connect(url, token, ids);
  const [long, ...others] = channels;
  if (!long) throw new Error('no channel to read');
  return {
    alone: await measureSpeed(() => readAlone(long)),
    ours: await measureSpeed(() => readHistory(long, { beforeId: later }, { signal: never, privacy })),
    channels: await measureSpeed(() => {
      const query = { before: later, count: limitedSize };
      const places = others.map(channel => ({ channel, pages: pageBack(channel, query, never) }));
      return readPlaces(places, { order: 'newest first', count: limitedSize });
    }),
  };
}

async function runLong(url: string, token: string, ids: readonly string[]): Promise<LongReading> {
  const { client, privacy, channels } = await connect(url, token, ids);
  const [channel] = channels;
  if (!channel) throw new Error('no channel to read');
  const continuity = createGatewayContinuity(client, Date.now);
  const cache = createMessageCache({
    maxBytes: cacheBytes,
    now: Date.now,
    connectedSince: continuity.since,
  });
  followEvents(client, cache);
  const readOnce = async (): Promise<Reading> => {
    const endStalls = await watchStalls();
    const begunAt = performance.now();
    await readHistory(channel, { beforeId: later }, { signal: never, privacy, cache });
    const seconds = (performance.now() - begunAt) / 1_000;
    return { seconds, stalls: await endStalls() };
  };
  return {
    first: await readOnce(),
    again: await readOnce(),
    cachedMb: cache.size().bytes / 2 ** 20,
    peakMb: process.resourceUsage().maxRSS / 1_024,
  };
}

const [, , part, url = '', token = '', ...ids] = process.argv;
const parts = { '--limited': runLimited, '--long': runLong };
if (part === '--limited' || part === '--long')
  process.send?.(await parts[part](url, token, ids), () => process.exit());
