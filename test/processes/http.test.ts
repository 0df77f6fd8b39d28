import { createServer } from 'node:net';
import { createClient } from '@keyv/redis';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createCollector } from '../e2e/telemetry/collector.ts';
import { runFootnote } from '../shell/run-footnote.ts';
import { type BotScene, createBotScene } from './bot-scene.ts';
import { findFreePort, noRedis, startRedis } from './redis/redis-server.ts';

let scene: BotScene;
beforeEach(async () => {
  scene = await createBotScene();
});

/** Starts the bot with its API; returns the address of that. */
async function startApi(more: Readonly<Record<string, string>> = {}) {
  const port = await findFreePort();
  const bot = scene.start({ HTTP_PORT: String(port), ...more });
  await expect.poll(bot.stderr).toContain(`The HTTP API is at http://127.0.0.1:${port}`);
  return { bot, url: `http://127.0.0.1:${port}` };
}

function runToken(...args: string[]) {
  return runFootnote(['token', ...args], scene.environment, undefined, scene.folder);
}

test('a token that the CLI creates works at once on the running bot, until it is revoked', async () => {
  const { ann, guild, channel } = scene.addFair();
  const { bot, url } = await startApi();
  const created = await runToken('create', '--guild', guild.id, '--user', ann.id);
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^fn_[\da-f]{16}_[\w-]{43}\n$/) });
  const bearer = created.stdout.trim();
  const summarize = () =>
    fetch(`${url}/discord/channels/${channel.id}/summarize?wait=30`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    });
  const answer = await summarize();
  expect(answer.status).toBe(200);
  expect(JSON.stringify(await answer.json())).toContain('We decided to rent the tent');

  const tokenId = bearer.split('_')[1] ?? '';
  const listed = await runToken('list');
  expect(listed.stdout).toContain(`${tokenId}  `);
  expect(listed.stdout).not.toContain(bearer.slice(-43));
  expect((await runToken('revoke', tokenId)).stdout).toBe(`Revoked ${tokenId}.\n`);
  expect((await summarize()).status).toBe(401);
  const again = await runToken('revoke', tokenId);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining(`There is no token ${tokenId}`)]);

  bot.kill('SIGTERM');
  expect((await bot.ended).code).toBe(0);
});

test('metrics and traces are served and sent as they are configured, the last spans when the bot stops', async () => {
  const { ann, guild, channel } = scene.addFair();
  const collector = await createCollector();
  const { bot, url } = await startApi({
    HTTP_METRICS_TOKEN: 'a-token-of-the-operator',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a-key-of-the-operator',
  });
  const created = await runToken('create', '--guild', guild.id, '--user', ann.id);
  const ask = (path: string, token: string, init = {}) =>
    fetch(`${url}${path}`, {
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
  const { code, stderr } = await scene.start({ HTTP_PORT: String(port) }).ended;
  expect(code).toBe(2);
  expect(stderr).toContain(`127.0.0.1:${port} (EADDRINUSE)`);
  await new Promise(resolve => blocker.close(resolve));
});

test.skipIf(noRedis)(
  'the bot is not ready once its store has lost everything, and says so in the log',
  async () => {
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const { bot, url } = await startApi({ STORE_URL: redis.url });
    const ask = async () => {
      const answer = await fetch(`${url}/readyz`);
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
