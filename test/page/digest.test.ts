import { launchChromium, noChromium, openPage } from '@footnote/playground/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from './picture.ts';
import { type Discord, messageWith, openSimulate, startDiscord } from './scene.ts';

/** A Discord of its own: its clock is moved. */
describe.skipIf(noChromium)('a digest on the page', () => {
  let browser: Browser;
  let discord: Discord;
  beforeAll(async () => {
    [browser, discord] = await Promise.all([launchChromium(), startDiscord()]);
  });
  afterAll(() => Promise.all([browser?.close(), discord?.close()]));

  test('is created from its preview, comes on Monday at nine, and shows its sources', async () => {
    const scene = await discord.open();
    const { page, finish } = await openPage(browser, scene.at('nadia', 'budget'));
    const composer = page.getByRole('combobox', { name: 'Message #budget' });
    await composer.click();
    await composer.pressSequentially('/digest se');
    await page.getByRole('option', { name: /digest set/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('when:every Monday at 9:00');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const preview = messageWith(page, 'New digest: preview');
    await preview.getByText('everyone on this server').waitFor();
    await preview.getByRole('combobox', { name: 'Choose channels or categories to summarize' }).focus();
    await page.keyboard.press('Enter');
    await preview.getByRole('option', { name: /budget/ }).click();
    await page.keyboard.press('Escape');
    await preview.getByText('Choose the channels to summarize below.').waitFor({ state: 'detached' });
    await preview.getByRole('button', { name: 'Create' }).click();
    await page.getByText('every Monday at 09:00').first().waitFor();

    // On a Monday after nine, all that the sample says is from before the first period.
    for (const text of [
      'Can we afford a third machine?',
      'We decided to rent one instead, for 300 € a month.',
      'Good. I sign the contract tomorrow.',
    ]) {
      await composer.click();
      await composer.pressSequentially(text);
      await page.keyboard.press('Enter');
      await page.getByText(text).first().waitFor();
    }

    const dialog = await openSimulate(page);
    await dialog.getByRole('button', { name: 'Monday 9:00' }).click();
    await dialog.getByText(/^Mon \d+ \w+, 09:00/).waitFor();
    await dialog.getByRole('button', { name: '+1 hour' }).click();
    await page.keyboard.press('Escape');
    const post = messageWith(page, 'Highlights · #budget');
    await post.getByText('Digest', { exact: true }).waitFor();
    await post.getByText('Digest', { exact: true }).scrollIntoViewIfNeeded();
    await picture(page, 'digest');
    await post.getByRole('button', { name: /^Sources/ }).click();
    await expect.poll(() => page.getByText(/message \d+ of \d+/).count()).toBeGreaterThan(0);
    await finish();
    await scene.close();
  });
});
