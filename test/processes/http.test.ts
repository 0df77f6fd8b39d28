import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayground, type Playground } from '@footnote/playground/discord';
import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createCollector } from '../e2e/telemetry/collector.ts';
import { runFootnote } from '../shell/run-footnote.ts';
import { noRedis, startRedis } from './redis/redis-server.ts';
import { type Script, startScript } from './scripts/run-script.ts';

let playground: Playground;
let folder: string;
let bot: Script | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-http-'));
  playground = await createPlayground();
});
afterEach(async () => {
  bot?.kill('SIGKILL');
  await bot?.ended;
  await playground.close();
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  DISCORD_TOKEN: playground.token,
  DISCORD_API_URL: `${playground.url}/api`,
  STORE_URL: `sqlite://${join(folder, 'store.sqlite')}`,
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

test('a token that the CLI creates works at once on the running bot, until it is revoked', async () => {
  const { world } = playground;
  const ann = world.addUser({ name: 'ann' });
  const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
  const channel = world.addChannel(guild, { name: 'planning' });
  for (const content of ['Is the tent free?', 'Yes', 'We decided to rent the tent', 'By Friday', 'Good'])
    world.addMessage(channel, { by: ann, content });
  const port = await findFreePort();
  bot = startScript('src/main.ts', { ...environment(), HTTP_PORT: String(port) });
  await expect.poll(bot.stderr).toContain(`The HTTP API is at http://127.0.0.1:${port}`);

  const run = (...args: string[]) => runFootnote(['token', ...args], environment(), undefined, folder);
  const created = await run('create', '--guild', guild.id, '--user', ann.id);
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^fn_[\da-f]{16}_[\w-]{43}\n$/) });
  const bearer = created.stdout.trim();
  const summarize = () =>
    fetch(`http://127.0.0.1:${port}/discord/channels/${channel.id}/summarize?wait=30`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    });
  const answer = await summarize();
  expect(answer.status).toBe(200);
  expect(JSON.stringify(await answer.json())).toContain('We decided to rent the tent');

  const tokenId = bearer.split('_')[1] ?? '';
  const listed = await run('list');
  expect(listed.stdout).toContain(`${tokenId}  `);
  expect(listed.stdout).not.toContain(bearer.slice(-43));
  expect((await run('revoke', tokenId)).stdout).toBe(`Revoked ${tokenId}.\n`);
  expect((await summarize()).status).toBe(401);
  const again = await run('revoke', tokenId);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining(`There is no token ${tokenId}`)]);

  bot.kill('SIGTERM');
  expect((await bot.ended).code).toBe(0);
});

test('metrics and traces are served and sent as they are configured, the last spans when the bot stops', async () => {
  const { world } = playground;
  const ann = world.addUser({ name: 'ann' });
  const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
  const channel = world.addChannel(guild, { name: 'planning' });
  for (const content of ['We decided to rent the tent', 'By Friday', 'Good'])
    world.addMessage(channel, { by: ann, content });
  const collector = await createCollector();
  const port = await findFreePort();
  bot = startScript('src/main.ts', {
    ...environment(),
    HTTP_PORT: String(port),
    HTTP_METRICS_TOKEN: 'a-token-of-the-operator',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a-key-of-the-operator',
  });
  await expect.poll(bot.stderr).toContain('The HTTP API is at');
  const scope = ['--guild', guild.id, '--user', ann.id];
  const created = await runFootnote(['token', 'create', ...scope], environment(), undefined, folder);
  const ask = (path: string, token: string, init = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...init,
    });
  const summarize = `/discord/channels/${channel.id}/summarize?wait=30`;
  const answer = await ask(summarize, created.stdout.trim(), { method: 'POST', body: '{}' });
  expect(answer.status).toBe(200);
  const metrics = await ask('/metrics', 'a-token-of-the-operator');
  expect(await metrics.text()).toContain('footnote_runs_total{feature="api",outcome="done"} 1\n');
  bot.kill('SIGTERM');
  expect((await bot.ended).code).toBe(0);
  expect(collector.spans().map(({ name }) => name)).toContain('footnote.run');
  expect(collector.keys).toContain('a-key-of-the-operator');
  await collector.close();
});

test('a port that is in use is named, and the bot ends with 2', async () => {
  const port = await findFreePort();
  const blocker = createServer().listen(port, '127.0.0.1');
  await new Promise(resolve => blocker.once('listening', resolve));
  bot = startScript('src/main.ts', { ...environment(), HTTP_PORT: String(port) });
  const { code, stderr } = await bot.ended;
  expect(code).toBe(2);
  expect(stderr).toContain(`127.0.0.1:${port} (EADDRINUSE)`);
  await new Promise(resolve => blocker.close(resolve));
});

test('to list or revoke tokens creates no store', async () => {
  const run = (...args: string[]) => runFootnote(['token', ...args], environment(), undefined, folder);
  expect(await run('list')).toMatchObject({ code: 0, stdout: 'There are no tokens.\n' });
  const revoked = await run('revoke', 'abc');
  expect([revoked.code, revoked.stderr]).toEqual([2, expect.stringContaining('There is no token abc')]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a token needs ids, and a store that the bot shares', async () => {
  const wrong = await runFootnote(['token', 'create', '--guild', 'fair', '--user', '1'], environment());
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('15 to 20 digits')]);
  const memory = { ...environment(), STORE_URL: 'memory://' };
  const lost = await runFootnote(['token', 'list'], memory);
  expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('STORE_URL is memory://')]);
});

test.skipIf(noRedis)(
  'the bot is not ready once its store has lost everything, and says so in the log',
  async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const port = await findFreePort();
    bot = startScript('src/main.ts', { ...environment(), STORE_URL: redis.url, HTTP_PORT: String(port) });
    await expect.poll(bot.stderr).toContain(`The HTTP API is at http://127.0.0.1:${port}`);
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    expect(await ask()).toMatchObject({ status: 'ready', store: true });
    const client = createClient({ url: redis.url });
    await client.connect();
    await client.flushAll();
    await client.close();
    expect(await ask()).toMatchObject({ status: 'not_ready', store: false });
    expect(bot.stderr()).toMatch(/store-lost-data/);
  },
);
