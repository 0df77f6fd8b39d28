import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayground, type PlaygroundOptions, type User } from '@footnote/playground/discord';
import { expect, onTestFinished } from 'vitest';
import { commands } from '../../commands/index.ts';
import { createClaude } from '../../demo/claude/claude.ts';
import { deployCommands } from '../../src/io/discord/check-discord.ts';
import { createDriver } from '../e2e/scene.ts';
import { type Script, startScript } from '../start-script.ts';

type Environment = Readonly<Record<string, string>>;

/** What a summary of it cites is the third message. */
const talk = ['Is the tent free?', 'Yes', 'We decided to rent the tent', 'By Friday', 'Good'];

/** A Discord, a folder with a store, and the processes of the bot that a test starts. All of it ends with the test. */
export async function createBotScene(given: Environment = {}, options: PlaygroundOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-process-'));
  const playground = await createPlayground(options);
  const started: Script[] = [];
  onTestFinished(async () => {
    for (const bot of started) bot.kill('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    await playground.close();
    rmSync(folder, { recursive: true });
  });
  const { world, token, applicationId, url } = playground;
  const environment: Environment = {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: `${url}/api`,
    STORE_URL: `sqlite://${join(folder, 'store.sqlite')}`,
    ...given,
  };
  const start = (more: Environment = {}): Script => {
    const bot = startScript('src/main.ts', { ...environment, ...more });
    started.push(bot);
    return bot;
  };
  return {
    folder,
    playground,
    environment,
    start,
    startReady: async (more: Environment = {}): Promise<Script> => {
      const bot = start(more);
      await expect.poll(bot.stderr).toContain('Footnote is logged in');
      return bot;
    },
    deploy: () => deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` }),
    /** A person and a server of theirs, with a channel in which they have written. `shard` is one of two; default any. */
    addFair: ({
      shard,
      ann = world.addUser({ name: 'ann', locale: 'en-US' }),
    }: {
      readonly shard?: number;
      readonly ann?: User;
    } = {}) => {
      let guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
      // The time of its creation decides a server's shard.
      while (shard !== undefined && Number((BigInt(guild.id) >> 22n) % 2n) !== shard) {
        world.removeGuild(guild);
        guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
      }
      const channel = world.addChannel(guild, { name: 'planning' });
      for (const content of talk) world.addMessage(channel, { by: ann, content });
      return { ann, guild, channel, ...createDriver({ playground, guild, channel, ann }) };
    },
    /** A Claude, and what the environment has to say for it. */
    addClaude: async (...how: Parameters<typeof createClaude>) => {
      const claude = await createClaude(...how);
      onTestFinished(claude.close);
      return {
        claude,
        model: { ANTHROPIC_API_KEY: claude.apiKey, ANTHROPIC_BASE_URL: claude.url },
        countCalls: () => claude.requests.filter(({ path }) => path === '/v1/messages').length,
      };
    },
  };
}

export type BotScene = Awaited<ReturnType<typeof createBotScene>>;
