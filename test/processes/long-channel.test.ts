import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPlayground } from '@footnote/playground/discord';
import { expect, onTestFinished, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { createClaude } from '../../demo/claude/claude.ts';
import { deployCommands } from '../../src/io/discord/deploy.ts';
import { summarized, toShown } from '../e2e/scene.ts';
import { startScript } from './scripts/run-script.ts';

/** A channel whose messages are too long for one call, and the real bot, with a store on disk. */
async function createScene() {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-long-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const playground = await createPlayground();
  onTestFinished(() => playground.close());
  const claude = await createClaude();
  onTestFinished(() => claude.close());
  const { world, token, applicationId, url } = playground;
  const ann = world.addUser({ name: 'ann' });
  const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann] });
  const channel = world.addChannel(guild, { name: 'planning' });
  const say = (content: string) => world.addMessage(channel, { by: ann, content });
  const chat = (count: number) => {
    for (let index = 0; index < count; index += 1)
      say(`The weather was fine again. ${'and so on '.repeat(40)}${index}`);
  };
  chat(300);
  const boat = say('We decided to sell the old rowing boat.');
  chat(600);
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });

  const path = join(folder, 'store.sqlite');
  const bot = startScript('src/main.ts', {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: `${url}/api`,
    STORE_URL: `sqlite://${path}`,
    ANTHROPIC_API_KEY: claude.apiKey,
    ANTHROPIC_BASE_URL: claude.url,
    FOOTNOTE_JUDGE: 'off',
  });
  onTestFinished(async () => {
    bot.kill('SIGKILL');
    await bot.ended;
  });
  await expect.poll(bot.stderr, { timeout: 30_000 }).toContain('Footnote is logged in');
  /** The keys of the kept drafts that hold this text. */
  const draftsWith = (text: string) => {
    const database = new DatabaseSync(path, { readOnly: true });
    const rows = database
      .prepare("SELECT key FROM keyv WHERE namespace LIKE 'drafts:%' AND value LIKE ?")
      .all(`%${text}%`);
    database.close();
    return rows.map(({ key }) => String(key));
  };
  const summarize = async () => {
    const options = { messages: 1_000 };
    const view = await playground.actions.slash({ user: ann, channel, command: 'summarize', options });
    return toShown((await summarized(view)).message);
  };
  const countCalls = () => claude.requests.filter(({ path }) => path === '/v1/messages').length;
  return { world, boat, summarize, draftsWith, countCalls };
}

test('a long channel is read in windows, whose drafts save calls and are forgotten with a message that they cite', async () => {
  const { world, boat, summarize, draftsWith, countCalls } = await createScene();
  await summarize();
  await expect.poll(() => draftsWith('rowing boat').length, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(countCalls, { timeout: 30_000 }).toBeGreaterThan(5);
  world.removeMessage(boat);
  await expect.poll(() => draftsWith('rowing boat'), { timeout: 30_000 }).toEqual([]);
  // The last drafts may still be on their way.
  await expect.poll(() => draftsWith('weather').length, { timeout: 30_000 }).toBeGreaterThan(3);
});
