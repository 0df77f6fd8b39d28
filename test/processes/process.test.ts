import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Playground } from '@footnote/playground/discord';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { summarized, toShown } from '../e2e/scene.ts';
import { createKey, openLogged } from '../io/keyv/stored-summaries.ts';
import { startScript } from '../start-script.ts';
import { sure } from '../sure.ts';
import { type BotScene, createBotScene } from './bot-scene.ts';

let playground: Playground;
let folder: string;
let start: BotScene['start'];
let startReady: BotScene['startReady'];
let scene: BotScene;
beforeEach(async () => {
  scene = await createBotScene();
  ({ playground, folder, start, startReady } = scene);
});

async function build() {
  const { ann, channel } = scene.addFair();
  await scene.deploy();
  const ask = () => playground.actions.slash({ user: ann, channel, command: 'summarize' });
  return { ann, channel, ask };
}

describe('npm start', () => {
  test('without a token says to run the setup, or the demo, and ends with 2', async () => {
    const { code, stdout, stderr } = await startScript('src/main.ts', {}).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^DISCORD_TOKEN is not set\. Run npm run setup, or npm run demo .*\.\n$/);
  });

  test('without the key that its store is encrypted with ends with 2 and says so in a sentence', async () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    const url = `sqlite://${join(folder, 'store.sqlite')}`;
    const { store } = await openLogged(url, { keys: [createKey(1)] });
    await store.zones.set('ann', 'Europe/Berlin');
    await store.close();
    const { code, stdout, stderr } = await start().ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^Neither the .key file beside an SQLite store nor STORE_KEY has the key that the store is encrypted with .* Nothing was changed\. /,
    );
    const bot = await startReady({ STORE_KEY: key, LOG_LEVEL: 'trace' });
    expect(bot.stderr()).not.toContain(key);
  });

  test('creates a key for a new store, keeps using it, and does not start without it', async () => {
    const path = join(folder, 'store.sqlite');
    const { ann, ask } = await build();
    const bot = await startReady();
    expect(bot.stderr()).toContain(`Created ${path}.key, which encrypts the new store`);
    expect(bot.stderr()).not.toContain(readFileSync(`${path}.key`, 'utf8').trim());
    expect(statSync(`${path}.key`).mode & 0o777).toBe(0o600);
    const { message } = await summarized(await ask());
    bot.kill('SIGTERM');
    await bot.ended;
    expect(readFileSync(path, 'latin1')).not.toContain('tent');
    const again = await startReady();
    expect(again.stderr()).not.toContain('Created');
    const view = await playground.actions.press({ user: ann, message: sure(message), label: 'Sources' });
    expect(toShown((await view.settled()).message)).toContain('We decided to rent the tent');
    again.kill('SIGTERM');
    await again.ended;
    renameSync(`${path}.key`, `${path}.gone`);
    const refused = await start().ended;
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/^Neither the \.key file .*Put that file back, or add/),
    ]);
    expect(existsSync(`${path}.key`)).toBe(false);
    writeFileSync(`${path}.key`, 'cut');
    const damaged = await start({ STORE_KEY: Buffer.alloc(32, 1).toString('base64') }).ended;
    expect([damaged.code, damaged.stderr]).toEqual([
      2,
      expect.stringMatching(/\.key cannot be read, or is not a key\./),
    ]);
    renameSync(`${path}.gone`, `${path}.key`);
    const replaced = await startReady({ STORE_KEY: Buffer.alloc(32, 1).toString('base64') });
    replaced.kill('SIGTERM');
    await replaced.ended;
    rmSync(`${path}.key`);
    await startReady({ STORE_KEY: Buffer.alloc(32, 1).toString('base64') });
  });

  test('creates no key for a store that exists', async () => {
    const path = join(folder, 'store.sqlite');
    const { store } = await openLogged(`sqlite://${path}`);
    await store.close();
    await startReady();
    expect(existsSync(`${path}.key`)).toBe(false);
  });

  test('ends with 1 when Discord takes the intent away, so that it is started again without it', async () => {
    const bot = await startReady();
    playground.world.approve({ messageContent: false });
    playground.faults.dropGateways({ isResumable: false });
    const { code, stderr } = await bot.ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Discord no longer allows the Message Content'),
    ]);
    await startReady();
  });

  test.each([302, 401])(
    'exits with 2 if a web page (%s) answers instead of Discord, and names DISCORD_API_URL',
    async status => {
      const page = createServer((_, response) => {
        response.writeHead(status, { 'content-type': 'text/html', location: '/login' });
        response.end('<!doctype html><title>Welcome</title>');
      }).listen(0, '127.0.0.1');
      onTestFinished(() => void page.close());
      await once(page, 'listening');
      const address = page.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const environment = { DISCORD_API_URL: `http://127.0.0.1:${port}/api` };
      const words = `The server at http://127.0.0.1:${port}/api (DISCORD_API_URL) is not the Discord API. Correct the address, or leave it empty.\n`;
      const { code, stderr } = await start({ STORE_URL: 'memory://', ...environment }).ended;
      expect([code, stderr]).toEqual([2, words]);
      const deployed = await startScript('deploy-commands.ts', {
        DISCORD_TOKEN: playground.token,
        DISCORD_APPLICATION_ID: playground.applicationId,
        ...environment,
      }).ended;
      expect([deployed.code, deployed.stderr]).toEqual([2, words]);
    },
  );
});
