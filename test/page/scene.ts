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

/** A Discord on loopback with the bot, Claude and the demo's conversations, and a page that shows them. */
export async function startDiscord() {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-page-'));
  const playground = await createPlayground({ botName: 'Footnote' });
  watchExchanges(playground);
  const { token, applicationId, url } = playground;
  await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
  const claude = await createClaude();
  const bot = startBotProcess(playground, {
    script: 'src/main.ts',
    env: {
      STORE_URL: `sqlite://${join(folder, 'store.sqlite')}`,
      ANTHROPIC_API_KEY: claude.apiKey,
      ANTHROPIC_BASE_URL: claude.url,
      FOOTNOTE_CLOCK: 'playground',
    },
    readyWords: 'is logged in',
  });
  await bot.ready;
  const { users, channels } = createSampleWorld(playground, playground.clock.now());
  const page = await createPage(playground, { ...pageTexts, people: [...users.values()] });
  return {
    /** What Claude says from now on. */
    write: (writer: Writer): void => {
      claude.writer = writer;
    },
    /** Where the page opens for this person with this channel. */
    at: (name: string, channel: string) =>
      `${page.url}#${sure(users.get(name)).id}/${sure(channels.get(channel)).id}`,
    close: async (): Promise<void> => {
      await page.close();
      await bot.stop();
      await playground.close();
      await claude.close();
      rmSync(folder, { recursive: true });
      expect(playground.exchanges.filter(({ status }) => status < 500).flatMap(findProblems)).toEqual([]);
    },
  };
}

export type Discord = Awaited<ReturnType<typeof startDiscord>>;

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
