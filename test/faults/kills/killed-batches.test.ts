import { expect, onTestFinished, test } from 'vitest';
import { createClaude } from '../../../playground/claude/server.ts';
import { until } from '../until.ts';
import { createDigestProcess, type DigestProcess } from './digest-process.ts';

const minuteMs = 60_000;
const patience = { withinMs: 60_000 };

test('killed three times while its batch is worked on, a digest posts it once and pays once', async () => {
  const late: { discord?: DigestProcess } = {};
  const claude = await createClaude({
    now: () => late.discord?.playground.clock.now() ?? 0,
    batchMs: 40 * minuteMs,
  });
  onTestFinished(() => claude.close());
  const discord = await createDigestProcess({
    digests: 1,
    env: {
      ANTHROPIC_API_KEY: claude.apiKey,
      ANTHROPIC_BASE_URL: claude.url,
      FOOTNOTE_BATCH_MINUTES: '60',
      FOOTNOTE_JUDGE: 'off',
    },
  });
  onTestFinished(discord.close);
  late.discord = discord;
  const { clock } = discord.playground;
  const looks = () =>
    claude.requests.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/messages/batches/'))
      .length;

  await discord.start();
  discord.makeDue(0);
  expect(await until(discord.hasBatches, patience)).toBe(true);
  for (let kill = 0; kill < 3; kill += 1) {
    await discord.kill('SIGKILL');
    const before = looks();
    await discord.start();
    clock.moveTo(clock.now() + 5 * minuteMs);
    expect(await until(() => looks() > before, patience)).toBe(true);
    expect(discord.countPosts(0)).toEqual([0]);
  }
  clock.moveTo(clock.now() + 30 * minuteMs);
  expect(await discord.hasRun(0)).toBe(true);
  expect(discord.countPosts(0)).toEqual([1]);
  const sent = claude.requests.filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/v1/messages'),
  );
  expect(sent.map(({ path }) => path)).toEqual(['/v1/messages/batches']);
  expect(await discord.readUsage()).toMatchObject([{ calls: 1, feature: 'digest', unpriced: 0 }]);
}, 400_000);
