import { expect, onTestFinished, test } from 'vitest';
import { createClaude } from '../../../demo/claude/claude.ts';
import { until } from '../until.ts';
import { createDigestProcess, type DigestProcess } from './digest-process.ts';

const minuteMs = 60_000;
const patience = { withinMs: 60_000 };

/** A process with a digest that waits for batches, and a Claude that takes 40 minutes for each. */
async function setUp() {
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
      FOOTNOTE_BATCH_MINUTES: '600',
      FOOTNOTE_JUDGE: 'off',
    },
  });
  onTestFinished(discord.close);
  late.discord = discord;
  const { clock } = discord.playground;
  const sent = (method: string) =>
    claude.requests.filter(each => each.method === method && each.path.startsWith('/v1/messages'));
  return {
    claude,
    discord,
    sent,
    /** Kills the process, and waits until the next one has looked for the batch. */
    async killOnce() {
      await discord.kill('SIGKILL');
      const before = sent('GET').length;
      await discord.start();
      clock.moveTo(clock.now() + 5 * minuteMs);
      expect(await until(() => sent('GET').length > before, patience)).toBe(true);
      expect(discord.countPosts(0)).toEqual([0]);
    },
    async expectOnePost() {
      // A run that looks for its batch at this moment plans its next look from the moved clock.
      const moving = setInterval(() => clock.moveTo(clock.now() + 5 * minuteMs), 3_000);
      clock.moveTo(clock.now() + 40 * minuteMs);
      expect(await discord.hasRun(0)).toBe(true);
      clearInterval(moving);
      expect(discord.countPosts(0)).toEqual([1]);
      expect(sent('POST').map(({ path }) => path)).toEqual(['/v1/messages/batches']);
      expect(await discord.readUsage()).toMatchObject([{ calls: 1, feature: 'digest', unpriced: 0 }]);
    },
  };
}

test('killed three times while its batch is worked on, a digest posts it once and pays once', {
  retry: 0,
  timeout: 400_000,
}, async () => {
  const { discord, killOnce, expectOnePost } = await setUp();
  await discord.start();
  discord.makeDue(0);
  expect(await until(discord.hasBatches, patience)).toBe(true);
  for (let kill = 0; kill < 3; kill += 1) await killOnce();
  await expectOnePost();
});

test('killed before it knows the id of its batch, a digest finds it again', {
  retry: 0,
  timeout: 400_000,
}, async () => {
  const { claude, discord, sent, killOnce, expectOnePost } = await setUp();
  claude.faults.next({ kind: 'unanswered' }, 1, 'POST /v1/messages/batches');
  await discord.start();
  discord.makeDue(0);
  expect(await until(() => sent('POST').length > 0, patience)).toBe(true);
  await killOnce();
  await expectOnePost();
});
