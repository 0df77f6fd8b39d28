import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { deployCommands } from '../../src/io/discord/deploy.ts';
import { createRandom } from '../../src/playground/claude/random.ts';
import { createPlayground } from '../../src/playground/server.ts';
import { type Script, startScript } from './run-script.ts';
import { toShown } from './scene.ts';

const kills = 3;
const people = 5;
/** Everybody asks within this time, and the process is killed within it. */
const spreadMs = 1_500;

test(`killed at any moment of ${kills * people} summaries, the bot leaves nobody waiting`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-killed-'));
  const playground = await createPlayground();
  let bot: Script | undefined;
  onTestFinished(async () => {
    bot?.kill('SIGKILL');
    await bot?.ended;
    await playground.close();
    rmSync(folder, { recursive: true });
  });
  const { world, actions, token, applicationId, url } = playground;
  const users = Array.from({ length: people }, (_, index) => world.addUser({ name: `person-${index}` }));
  const [owner] = users;
  if (!owner) throw new Error('nobody');
  const guild = world.addGuild({ name: 'Fair', owner, members: users });
  const channel = world.addChannel(guild, { name: 'planning' });
  for (const content of ['Is the tent free?', 'Yes', 'We decided to rent the tent', 'By Friday', 'Good'])
    world.addMessage(channel, { by: owner, content });
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  const start = async () => {
    bot = startScript('src/main.ts', {
      DISCORD_TOKEN: token,
      DISCORD_API_URL: `${url}/api`,
      STORE_URL: `sqlite://${join(folder, 'store.sqlite')}`,
      LOG_LEVEL: 'info',
    });
    await expect.poll(bot.stderr, { timeout: 30_000 }).toContain('Footnote is logged in');
    return bot;
  };
  const random = createRandom(17);
  const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

  let running = await start();
  let takenOver = 0;
  for (let kill = 0; kill < kills; kill++) {
    // Makes a run long enough to be killed.
    playground.faults.delay(300, 'GET /**', people * 12);
    const asked = users.map(async (user, index) => {
      await wait(random() * spreadMs);
      return actions.slash({
        user,
        channel,
        command: 'summarize',
        options: { private: index % 2 === 0 },
      });
    });
    await wait(random() * spreadMs + 300);
    running.kill('SIGKILL');
    await running.ended;
    const views = await Promise.all(asked);
    playground.faults.clear();
    running = await start();
    for (const view of views) {
      // Discord itself tells people who asked while no process ran, or whom it did not acknowledge.
      if (view.status === 'failed' || view.status === 'waiting') continue;
      await view.until(({ message }) => toShown(message).includes('rent the tent'), 40_000);
    }
    takenOver += running.stderr().split('run-taken-over').length - 1;
  }
  expect(takenOver).toBeGreaterThan(0);
}, 300_000);
