import { launchChromium, noChromium, openPage } from '@footnote/playground/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemo } from './demo-process.ts';
import { become, messageWith, openSimulate, run } from './scene.ts';

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

    const dialog = await openSimulate(page);
    await dialog.getByRole('button', { name: 'Monday 9:00' }).click();
    await page.keyboard.press('Escape');
    const post = messageWith(page, 'Summary · #engineering · #budget');
    await post.getByText('Digest', { exact: true }).waitFor();
    expect(await post.textContent()).toMatch(/Version 2.4 is released on.*Three people go to Lisbon/s);
    await post.getByRole('button', { name: /^Sources/ }).click();
    await expect.poll(() => page.getByText(/message \d+ of \d+/).count()).toBeGreaterThan(0);

    await channels.getByRole('button', { name: 'ideas' }).click();
    await page.getByRole('list', { name: 'Posts in ideas' }).getByText('Digest of').waitFor();
    await finish();
  });
});
