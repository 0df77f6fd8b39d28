import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { createClaude } from '../../playground/claude/server.ts';
import { createPlayground, type Playground } from '../../playground/discord/server.ts';
import { deployCommands } from '../../src/io/discord/deploy.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
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
    ])('%s posts decisions, reminds people and has claims assigned to topics', async (_, environment) => {
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

      const store = await openStore(redis.url, {
        log: createLogger('silent'),
        now: clock.now,
        botId: playground.applicationId,
      });
      onTestFinished(() => store.close());
      const judged = async () => {
        const records = await store.topics.list(guild.id);
        const claims = records.flatMap(({ contributions }) => contributions.flatMap(each => each.claims));
        return claims.length > 0 && claims.every(({ judgedTopicId }) => typeof judgedTopicId === 'string');
      };
      await expect.poll(judged).toBe(true);
    });
  },
);
