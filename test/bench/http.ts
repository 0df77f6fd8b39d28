import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPlayground } from '@footnote/playground/discord';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createToken } from '../../src/io/http/tokens.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { makeConversation } from './conversation.ts';

const seconds = 5;

type HttpFigures = {
  readonly connections: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Of a bare route of the same server library that sends the same bytes. */
  readonly barePerSecond: number;
  readonly bareP99Ms: number;
};

/** A stored summary, read with a token from the bot on a Discord on loopback, beside a bare route; each in its own process. */
export async function measureHttp(connections: readonly number[]): Promise<readonly HttpFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-http-'));
  const playground = await createPlayground();
  const { world } = playground;
  const owner = world.addUser({ name: 'owner' });
  const guild = world.addGuild({ name: 'bench', owner });
  const channel = world.addChannel(guild, { name: 'long' });
  for (const { text, time } of makeConversation(200).messages)
    world.addMessage(channel, { by: owner, content: text, atMs: Date.parse(time) });
  const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
  const store = await openStore(storeUrl, { log: createLogger('silent') });
  const { token, bearer } = createToken({ guildId: guild.id, userId: owner.id }, new Date().toISOString());
  await store.tokens.put(token);
  await store.close();
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const bot = await startChild(
    fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
    'The HTTP API is at',
    {
      DISCORD_TOKEN: playground.token,
      DISCORD_API_URL: `${playground.url}/api`,
      STORE_URL: storeUrl,
      HTTP_PORT: String(port),
      HTTP_REQUESTS_PER_MINUTE: '1000000',
    },
  );
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const origin = `http://127.0.0.1:${port}`;
  const made = await fetch(`${origin}/discord/channels/${channel.id}/summarize?wait=60`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  const { summary_id: id } = (await made.json()) as { summary_id: string };
  const url = `${origin}/summaries/${id}`;
  const body = await (await fetch(url, { headers })).text();
  const bare = await startChild(fileURLToPath(import.meta.url), 'listening', {
    BARE_PORT: String(port + 1),
    BARE_BYTES: String(body.length),
  });
  const figures: HttpFigures[] = [];
  for (const count of connections) {
    const ours = await load(url, headers, count);
    const other = await load(`http://127.0.0.1:${port + 1}/`, headers, count);
    figures.push({
      connections: count,
      perSecond: ours.perSecond,
      p99Ms: ours.p99Ms,
      barePerSecond: other.perSecond,
      bareP99Ms: other.p99Ms,
    });
  }
  for (const child of [bot, bare]) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await playground.close();
  rmSync(folder, { recursive: true });
  return figures;
}

async function startChild(path: string, sign: string, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.on('close', () => reject(new Error(`ended: ${said}`)));
    child.stderr.setEncoding('utf8').on('data', piece => {
      said += piece;
      if (said.includes(sign)) resolve();
    });
  });
  child.removeAllListeners('close');
  return child;
}

/** Each connection sends the next request as soon as the last one is answered. */
async function load(url: string, headers: Readonly<Record<string, string>>, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const taken: number[] = [];
  const end = performance.now() + seconds * 1000;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const start = performance.now();
      request(url, { agent, headers }, answer => {
        answer.resume().on('end', () => {
          if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
          taken.push(performance.now() - start);
          resolve();
        });
      })
        .on('error', reject)
        .end();
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await ask();
    }),
  );
  agent.destroy();
  const sorted = taken.sort((a, b) => a - b);
  return {
    perSecond: taken.length / seconds,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const app = new Hono();
  const body = 'x'.repeat(Number(process.env['BARE_BYTES']));
  app.get('/', context => context.text(body));
  serve({ fetch: app.fetch, port: Number(process.env['BARE_PORT']), hostname: '127.0.0.1' }, () =>
    process.stderr.write('listening\n'),
  );
}
