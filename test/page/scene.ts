import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayground } from '@footnote/playground/discord';
import { createPage } from '@footnote/playground/page';
import { findProblems, watchExchanges } from '@footnote/playground/testing';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { commands } from '../../commands/index.ts';
import { startBotProcess } from '../../demo/bot-process.ts';
import { createClaude } from '../../demo/claude/claude.ts';
import type { Writer } from '../../demo/claude/writer.ts';
import { pageTexts } from '../../demo/page-texts.ts';
import { createSampleWorld } from '../../demo/samples/sample-world.ts';
import { deployCommands } from '../../src/io/discord/check-discord.ts';
import { sure } from '../sure.ts';

/** A Discord on loopback with the bot as it is run, in which each test gets a server of its own. */
export async function startDiscord() {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-page-'));
  const playground = await createPlayground({ botName: 'Footnote' });
  watchExchanges(playground);
  const { token, applicationId, url, world } = playground;
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  const claude = await createClaude();
  let engine = 'extractive';
  const startBot = () =>
    startBotProcess(playground, {
      script: 'src/main.ts',
      env: {
        STORE_URL: `sqlite://${join(folder, 'store.sqlite')}`,
        ANTHROPIC_API_KEY: engine === 'claude' ? claude.apiKey : '',
        ANTHROPIC_BASE_URL: claude.url,
        FOOTNOTE_CLOCK: 'playground',
      },
      readyWords: 'is logged in',
    });
  let bot = startBot();
  await bot.ready;
  const restart = async (): Promise<void> => {
    await bot.stop();
    bot = startBot();
    await bot.ready;
  };
  return {
    /** The demo's server, people and conversations anew, with a page that shows them. */
    open: async () => {
      const sample = createSampleWorld(playground, playground.clock.now());
      const page = await createPage(playground, {
        ...pageTexts,
        people: [...sample.users.values()],
        engines: [
          { name: 'extractive', label: 'Highlights (quotes, no model)' },
          { name: 'claude', label: 'Claude' },
        ],
        onEngine: name => {
          engine = name;
          return restart();
        },
        onRestart: restart,
      });
      const user = (name: string) => pick(sample.users, name);
      const room = (name: string) => pick(sample.channels, name);
      return {
        world,
        /** What the engine `claude` says from now on. */
        write: (writer: Writer): void => {
          claude.writer = writer;
        },
        user,
        room,
        /** Where the page opens for this person with this channel. */
        at: (name: string, channel: string) => `${page.url}#${user(name).id}/${room(channel).id}`,
        close: page.close,
      };
    },
    close: async (): Promise<void> => {
      await bot.stop();
      await playground.close();
      await claude.close();
      rmSync(folder, { recursive: true });
      expect(playground.exchanges.filter(({ status }) => status < 500).flatMap(findProblems)).toEqual([]);
    },
  };
}

export type Discord = Awaited<ReturnType<typeof startDiscord>>;
export type Scene = Awaited<ReturnType<Discord['open']>>;

function pick<T>(all: ReadonlyMap<string, T>, name: string): T {
  const one = sure(all.get(name));
  return one;
}

/** The menu of what can be simulated; opens it unless it is open. */
export async function openSimulate(page: Page): Promise<Locator> {
  const menu = page.getByRole('dialog', { name: 'Simulate' });
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Simulate' }).click();
  return menu;
}

/** Types a command and runs it. */
export async function run(page: Page, command: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Message / }).click();
  await page.keyboard.type(command);
  const line = page.getByRole('group', { name: /^Command / });
  // Enter takes what is marked until nothing is, and then runs the line.
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Enter');
    if ((await line.count()) === 0) return;
  }
}

/** The newest message that holds these words. */
export function messageWith(page: Page, words: string | RegExp): Locator {
  return page.getByRole('article').filter({ hasText: words }).last();
}

/** The newest message with an embed. */
export function summaryOf(page: Page): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.locator('discord-embed') })
    .last();
}

/** Becomes somebody else by the bar. */
export async function become(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^View as/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.getByRole('button', { name: `View as ${name}` }).waitFor();
}
