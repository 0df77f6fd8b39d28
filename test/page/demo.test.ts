import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchChromium, noChromium, openPage } from './chromium.ts';
import { become, messageWith, run } from './scene.ts';

/** Starts the demo as npm does, in the browser's time zone, and waits for the address of its page. */
async function startDemo(): Promise<string> {
  const demo = spawn(process.execPath, ['src/demo.ts'], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'footnote-compile-cache'),
      TZ: 'Europe/Berlin',
      ANTHROPIC_API_KEY: '',
    },
  });
  onTestFinished(async () => {
    demo.kill('SIGINT');
    await once(demo, 'close');
  });
  let stdout = '';
  demo.stdout.setEncoding('utf8').on('data', piece => {
    stdout += piece;
  });
  const toUrl = () => /in a browser: +(http:\/\/[\d.:]+)/.exec(stdout)?.[1];
  await expect.poll(toUrl, { timeout: 30_000 }).toBeDefined();
  return toUrl() ?? '';
}

describe.skipIf(noChromium)('the demo', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('posts two digests, in a channel and a forum, when the clock is moved to Monday', async () => {
    const { page, finish } = await openPage(browser, await startDemo());
    await become(page, 'Nadia');
    const channels = page.getByRole('navigation', { name: 'Channels' });
    await channels.getByRole('button', { name: 'news' }).click();
    await run(page, '/digest list');
    const list = messageWith(page, 'every Monday at 09:00');
    await list.getByText('every day at 09:00').first().waitFor();

    await page.getByRole('button', { name: /^Clock: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Move the clock' });
    await dialog.getByRole('button', { name: 'Jump to Monday 9:00' }).click();
    await page.keyboard.press('Escape');
    const post = messageWith(page, 'Summary · #engineering, #budget');
    await post.getByText('Digest', { exact: true }).waitFor();
    expect(await post.textContent()).toMatch(/Reset link is fixed.*New build machines/);
    await post.getByRole('button', { name: /^Sources/ }).click();
    await expect.poll(() => page.getByText(/message \d+ of \d+/).count()).toBeGreaterThan(0);

    await channels.getByRole('button', { name: 'ideas' }).click();
    await page.getByRole('list', { name: 'Posts in ideas' }).getByText('Digest of').waitFor();
    await finish();
  });
});
