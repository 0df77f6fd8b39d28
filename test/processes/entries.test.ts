import { createPlayground, type Playground } from '@footnote/playground/discord';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { createClaude } from '../../demo/claude/claude.ts';
import { deployCommands } from '../../src/io/discord/deploy.ts';
import { createBullQueue } from '../../src/io/jobs/bullmq-queue.ts';
import { openSharedRedis } from '../../src/io/jobs/shared-redis.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { findCustomId, openFirst, toText } from '../e2e/decisions/log-scene.ts';
import { summarized, toShown } from '../e2e/scene.ts';
import { noRedis, startRedis } from './redis/redis-server.ts';
import { type Script, startScript } from './scripts/run-script.ts';

describe.skipIf(noRedis)(
  `what follows from a summary, in another process${noRedis ? ` (${noRedis})` : ''}`,
  () => {
    let playground: Playground;
    let redis: Awaited<ReturnType<typeof startRedis>>;
    let started: Script[] = [];

    beforeEach(async () => {
      redis = await startRedis();
      playground = await createPlayground({ shards: 2 });
    });
    afterEach(async () => {
      for (const script of started) script.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      started = [];
      await playground.close();
      await redis.stop();
    });

    /** A server of the first shard. */
    const addGuild = (ann: ReturnType<Playground['world']['addUser']>) => {
      for (;;) {
        const guild = playground.world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
        if ((BigInt(guild.id) >> 22n) % 2n === 0n) return guild;
      }
    };

    test.each([
      ['a worker', { FOOTNOTE_ROLE: 'worker' }],
      ['the process of another shard', { FOOTNOTE_ROLE: 'all', SHARD_COUNT: '2', SHARDS: '1' }],
    ])('%s posts decisions and reminds people', async (_, environment) => {
      const claude = await createClaude();
      onTestFinished(() => claude.close());
      const { world, actions, token, applicationId, url, clock } = playground;
      await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
      const ann = world.addUser({ name: 'ann', locale: 'en-US' });
      const guild = addGuild(ann);
      const channel = world.addChannel(guild, { name: 'planning' });
      const log = world.addChannel(guild, { name: 'decisions' });
      for (const each of [{ FOOTNOTE_ROLE: 'gateway', SHARD_COUNT: '2', SHARDS: '0' }, environment]) {
        const script = startScript('src/main.ts', {
          DISCORD_TOKEN: playground.token,
          DISCORD_API_URL: `${playground.url}/api`,
          STORE_URL: redis.url,
          REDIS_URL: redis.url,
          FOOTNOTE_CLOCK: 'playground',
          ANTHROPIC_API_KEY: claude.apiKey,
          ANTHROPIC_BASE_URL: claude.url,
          ...each,
        });
        started.push(script);
        await expect.poll(script.stderr).toContain('Footnote is logged in');
      }
      const saved = await actions.slash({
        user: ann,
        channel,
        command: 'settings',
        subcommand: 'set',
        options: { decisions: 'log', decision_channel: log.id },
      });
      await saved.until(({ message }) => message?.content === 'Saved.');
      for (const content of [
        'Is the tent free?',
        'Yes',
        'We decided to rent the tent.',
        'I will book the tent by Friday.',
        'Good',
      ])
        world.addMessage(channel, { by: ann, content });
      await summarized(await actions.slash({ user: ann, channel, command: 'summarize' }));
      await expect.poll(() => toShown(actions.read(ann, log, 100)[0] ?? null)).toContain('rent the tent');

      const tasks = await actions.slash({
        user: ann,
        channel,
        command: 'actions',
        options: { whose: 'all' },
      });
      await tasks.until(({ message }) => (message?.embeds.length ?? 0) > 0);
      const message = await openFirst({ actions, ann }, tasks);
      const chosen = await actions.select({
        user: ann,
        message,
        customId: findCustomId(message, /entry:[\w-]+:remind/),
        values: ['day'],
      });
      await chosen.until(each => /remind you by direct message/.test(toText(each.message)));
      const store = await openStore(redis.url, {
        log: createLogger('silent'),
        now: clock.now,
      });
      onTestFinished(() => store.close());
      // BullMQ waits by the clock of its machine, so the reminder is made due.
      const entry = (await store.entries.list(guild.id)).find(({ kind }) => kind === 'action');
      if (entry?.kind !== 'action') throw new Error('no action item');
      const now = new Date(clock.now() + 1_000).toISOString();
      await store.entries.put({ ...entry, reminders: entry.reminders.map(each => ({ ...each, at: now })) });
      const shared = await openSharedRedis({
        url: redis.url,
        botId: 'bot',
        log: createLogger('silent'),
      });
      onTestFinished(shared.close);
      const queue = createBullQueue({
        name: 'entries',
        redis: shared,
        now: () => now,
        log: createLogger('silent'),
      });
      await queue.schedule(`remind_${guild.id}_${entry.id}_${ann.id}`, now);
      const direct = world.openDirect(ann);
      const reminders = () => world.history(direct).map(({ content }) => content);
      await expect.poll(reminders).toEqual([expect.stringMatching(/^Reminder: [\s\S]*tent/)]);
    });
  },
);
