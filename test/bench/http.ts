import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { printTable } from '../eval/table.ts';
import { startApi } from './bot.ts';
import { makeConversation } from './conversation.ts';

const seconds = 5;

/** A stored summary, read with a token from the bot on a Discord on loopback, beside a bare route in another process. */
export async function printHttp(): Promise<void> {
  const { playground, owner, guild, url: origin, headers, close } = await startApi();
  const channel = playground.world.addChannel(guild, { name: 'long' });
  for (const { text, time } of makeConversation(200).messages)
    playground.world.addMessage(channel, { by: owner, content: text, atMs: Date.parse(time) });
  const made = await fetch(`${origin}/discord/channels/${channel.id}/summarize?wait=60`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  const { summary_id: id } = (await made.json()) as { summary_id: string };
  const url = `${origin}/summaries/${id}`;
  const body = await (await fetch(url, { headers })).text();
  const bare = fork(fileURLToPath(import.meta.url), ['--bare', String(body.length)]);
  const [port] = await once(bare, 'message');
  const columns: string[][] = [];
  for (const connections of [50, 500]) {
    const ours = await load(url, headers, connections);
    const other = await load(`http://127.0.0.1:${port}/`, headers, connections);
    columns.push([ours.perSecond, ours.p99Ms, other.perSecond, other.p99Ms].map(each => each.toFixed(0)));
  }
  bare.kill();
  await close();
  const names = ['requests a second', '99th percentile, ms', 'bare, requests a second', 'bare, 99 %, ms'];
  printTable(
    'a stored summary by the HTTP API, beside a bare route of the same library that sends as many bytes',
    ['', '50 connections', '500 connections'],
    names.map((name, row) => [name, ...columns.map(cells => cells[row] ?? '')]),
  );
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
  return { perSecond: taken.length / seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

const [, , part, bytes] = process.argv;
if (part === '--bare') {
  const body = 'x'.repeat(Number(bytes));
  const app = new Hono().get('/', context => context.text(body));
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
    process.send?.(port),
  );
}
