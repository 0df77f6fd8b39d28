import { describe, expect, onTestFinished, test } from 'vitest';
import { createBullQueue } from '../../src/io/jobs/bullmq-queue.ts';
import { openSharedRedis } from '../../src/io/jobs/shared-redis.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { findCustomId, openFirst, toText } from '../e2e/decisions/log-scene.ts';
import { summarized, toShown } from '../e2e/scene.ts';
import { createBotScene } from './bot-scene.ts';
import { noRedis, startRedis } from './redis/redis-server.ts';

describe.skipIf(noRedis)(
  `what follows from a summary, in another process${noRedis ? ` (${noRedis})` : ''}`,
  () => {
    test.each([
      ['a worker', { FOOTNOTE_ROLE: 'worker' }],
      ['the process of another shard', { FOOTNOTE_ROLE: 'all', SHARD_COUNT: '2', SHARDS: '1' }],
    ])('%s posts decisions and reminds people', async (_, environment) => {
      const redis = await startRedis();
      onTestFinished(redis.stop);
      const shared = { STORE_URL: redis.url, REDIS_URL: redis.url, FOOTNOTE_CLOCK: 'playground' };
      const scene = await createBotScene(shared, { shards: 2 });
      const { world, clock, actions } = scene.playground;
      const { model } = await scene.addClaude();
      await scene.deploy();
      const fair = scene.addFair({ shard: 0 });
      const { ann, guild, channel } = fair;
      const log = world.addChannel(guild, { name: 'decisions' });
      for (const each of [{ FOOTNOTE_ROLE: 'gateway', SHARD_COUNT: '2', SHARDS: '0' }, environment])
        await scene.startReady({ ...model, ...each });
      await fair.set({ decisions: 'log', decision_channel: log.id });
      world.addMessage(channel, { by: ann, content: 'I will book the tent by Friday.' });
      await fair.ask();
      await expect.poll(() => toShown(fair.posted(log)[0] ?? null)).toContain('rent the tent');
      const tasks = await summarized(await fair.run('decisions', { kind: 'action' }));
      const message = await openFirst({ actions, ann }, tasks);
      const customId = findCustomId(message, /entry:[\w-]+:remind:\d+/);
      const chosen = await actions.select({ user: ann, message, customId, values: ['day'] });
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
      const jobs = await openSharedRedis({
        url: redis.url,
        botId: 'bot',
        log: createLogger('silent'),
      });
      onTestFinished(jobs.close);
      const queue = createBullQueue({
        name: 'entries',
        redis: jobs,
        clock: { now: () => now, sleepUntil: async () => {} },
        log: createLogger('silent'),
      });
      await queue.schedule(`entry_${guild.id}_${entry.id}`, now);
      const direct = world.openDirect(ann);
      const reminders = () => world.history(direct).map(({ content }) => content);
      await expect.poll(reminders).toEqual([expect.stringMatching(/^Reminder: [\s\S]*tent/)]);
    });
  },
);
