import { launchChromium, noChromium, openPage, phone } from '@footnote/playground/browser';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Discord, messageWith, openSimulate, startDiscord } from './scene.ts';

const dayMs = 86_400_000;

/** A Discord of its own: what was written next Monday stays there. */
describe.skipIf(noChromium)('the clock of the page', () => {
  let browser: Browser;
  let discord: Discord;
  beforeAll(async () => {
    [browser, discord] = await Promise.all([launchChromium(), startDiscord()]);
  });
  afterAll(() => Promise.all([browser?.close(), discord?.close()]));

  const clockOf = (page: Page): Locator => page.getByRole('group', { name: /^Clock: / }).locator('time');
  const move = (page: Page, words: string) =>
    page.getByRole('dialog', { name: 'Simulate' }).getByRole('button', { name: words, exact: true });

  test('jumps to Monday, by hours and days, and to a date; what is written then is dated so', async () => {
    const scene = await discord.open();
    const { page, finish } = await openPage(browser, scene.at('lars', 'budget'));
    await openSimulate(page);
    await move(page, 'Monday 9:00').click();
    await expect.poll(() => clockOf(page).textContent()).toMatch(/Mon.*09:0\d$/);
    const monday = scene.clock.now();
    expect(monday).toBeGreaterThan(Date.now());
    // In Berlin, where the browser is.
    const toHour = (ms: number) =>
      new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric', timeZone: 'Europe/Berlin' }).format(
        ms,
      );
    expect(toHour(monday)).toBe('Mon 9 AM');
    await move(page, '+1 hour').click();
    await expect.poll(() => clockOf(page).textContent()).toMatch(/Mon.*10:0\d$/);
    await move(page, '+1 day').click();
    await expect.poll(() => clockOf(page).textContent()).toMatch(/Tue.*10:0\d$/);

    const composer = page.getByRole('combobox', { name: 'Message #budget' });
    await page.keyboard.press('Escape');
    await composer.fill(`good morning <t:${Math.floor(scene.clock.now() / 1000)}:R>`);
    await composer.press('Enter');
    await messageWith(page, 'good morning')
      .getByText(/^Today at 10:0\d/)
      .waitFor();
    expect(await messageWith(page, 'good morning').textContent()).toMatch(/now|second|minute/);

    await openSimulate(page);
    const field = page.getByLabel('Date and time');
    await field.fill('2090-01-02T08:30');
    await move(page, 'Set').click();
    await expect.poll(() => clockOf(page).textContent()).toMatch(/2 Jan, 08:30$/);
    await messageWith(page, 'good morning')
      .getByText(/\d+\/\d+\/\d\d, 10:0/)
      .waitFor();
    await field.fill('2026-01-02T08:30');
    await move(page, 'Set').click();
    await page.getByText('Choose a later time: the clock can only be moved forward.').waitFor();
    expect(scene.clock.now()).toBeGreaterThan(Date.UTC(2090, 0, 2));
    await finish();
    await scene.close();
  });

  test('is set from elsewhere, and works on a phone', async () => {
    const scene = await discord.open();
    const { page, finish } = await openPage(browser, scene.at('lars', 'budget'), phone);
    await openSimulate(page);
    const before = await clockOf(page).textContent();
    const offsetMs = scene.clock.offsetMs();
    scene.clock.moveTo(scene.clock.now() + 3 * dayMs);
    await expect.poll(() => clockOf(page).textContent()).not.toBe(before);
    await move(page, '+1 day').tap();
    await expect.poll(() => scene.clock.offsetMs() - offsetMs).toBeGreaterThan(3.9 * dayMs);
    await finish();
    await scene.close();
  });
});
