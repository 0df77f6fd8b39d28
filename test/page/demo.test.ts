import { launchChromium, noChromium, openPage, phone } from '@footnote/playground/browser';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemo } from './demo-process.ts';
import { createFilm } from './film.ts';
import { picture } from './picture.ts';
import { messageWith, openSimulate, run, summaryOf } from './scene.ts';

/** A summary is to be read in one and a half screens of a phone. */
const mostScreens = 1.5;

/** The title of one of its matters. */
const title = 'Large uploads will be streamed';

/** The summary with which the demo opens. */
function recorded(page: Page) {
  return page
    .getByRole('article')
    .filter({ hasText: /Version 2\.4 is released on Thursday/ })
    .filter({ hasText: title })
    .first();
}

/** The newest summary whose footer says this. */
function summaryWith(page: Page, words: string) {
  return page.getByRole('article').filter({ hasText: words }).filter({ hasText: 'Sources' }).last();
}

/** Has the demo's summaries written by another engine, for which the bot restarts. */
async function choose(page: Page, engine: string): Promise<void> {
  const dialog = await openSimulate(page);
  await dialog.getByLabel('Summaries').selectOption({ label: engine });
  await page.getByText(`Summaries: ${engine}`).waitFor();
  await dialog.getByText('Footnote is online').waitFor();
  await page.keyboard.press('Escape');
}

/** What README shows: the first minute with the demo. */
describe.skipIf(noChromium)('the first minute', () => {
  let browser: Browser;
  let url: string;
  const ending: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    [browser, url] = await Promise.all([launchChromium(), startDemo(stop => ending.push(stop))]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const end of ending) await end();
  });

  test('opens at the recorded summary, shows which mistakes are caught, jumps to a cited message and opens the sources', async () => {
    const film = createFilm();
    const { page, finish } = await openPage(browser, url, { viewport: { width: 960, height: 760 } });
    // The demo has summarized this channel already: it opens there.
    const first = recorded(page);
    await expect.poll(() => first.getByText(title, { exact: true }).isVisible()).toBe(true);
    await picture(page, 'summary');

    await choose(page, 'Recorded, with mistakes');
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('button', { name: 'budget' }).click();
    await page.getByText('Do we have to show the receipts').waitFor();
    await film.shoot(page, 2);
    await page.getByRole('combobox', { name: 'Message #budget' }).fill('/summarize');
    await film.shoot(page, 2);
    await page.getByRole('combobox', { name: 'Message #budget' }).fill('');
    await run(page, '/summarize');
    const summary = summaryOf(page);
    // On a fast machine, it may be there already.
    await page
      .getByText(/Summarizing|claims? so far|is thinking/)
      .or(summary.getByRole('button', { name: 'Sources' }))
      .first()
      .waitFor();
    await film.shoot(page, 1.5);
    await summary.getByRole('button', { name: 'Sources' }).waitFor({ timeout: 60_000 });
    await summary.getByText('3 removed').scrollIntoViewIfNeeded();
    await film.shoot(page, 4);
    await summary.getByRole('button', { name: 'Why' }).click();
    const why = messageWith(page, 'What the checks found');
    await why.getByText(/no message mentions 1,700/).waitFor();
    await film.shoot(page, 5);

    await summaryWith(page, '3 removed').getByRole('link', { name: '[2]', exact: true }).first().click();
    await page.locator('.message.lit').waitFor();
    expect(await page.locator('.message.lit').textContent()).toContain('19,600 €');
    await film.shoot(page, 4);
    await picture(page, 'jump');
    await summaryWith(page, '3 removed').getByRole('button', { name: 'Sources' }).click();
    await messageWith(page, /message \d+ of 15/).waitFor();
    await film.shoot(page, 5);
    await picture(page, 'sources');
    film.save('tour');
    await choose(page, 'Recorded answers');
    await finish();
  });

  test('reads well on a phone', async () => {
    const { page, finish } = await openPage(browser, url, phone);
    const first = recorded(page);
    await first.getByText(title, { exact: true }).waitFor();
    const hint = page.getByRole('complementary', { name: 'What to try' });
    await hint.getByText('/summarize').waitFor();
    await page.getByRole('button', { name: 'Close the hint' }).tap();
    await picture(page, 'summary-phone');
    const height = (await first.boundingBox())?.height ?? 0;
    expect(height / (phone.viewport?.height ?? 1)).toBeLessThanOrEqual(mostScreens);
    await page.reload();
    await first.getByText(title, { exact: true }).waitFor();
    expect(await hint.count()).toBe(0);
    await first.getByText('demo answer, no model was called').waitFor();

    await page.evaluate('localStorage.clear()');
    await page.reload();
    await hint.waitFor();
    await run(page, '/help');
    await expect.poll(() => hint.count()).toBe(0);
    await finish();
  });

  test.each([
    ['light', /rgb\(255, 255, 255\)/],
    ['dark', /rgb\(49, 51, 56\)/],
  ] as const)('follows a %s system, and a change of it, with readable contrast', async (scheme, ground) => {
    const { page, finish } = await openPage(browser, url, {
      ...phone,
      colorScheme: scheme === 'light' ? 'dark' : 'light',
    });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await recorded(page).getByText(title, { exact: true }).waitFor();
    const read = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await expect.poll(read).toMatch(ground);
    const isLight = () =>
      page.evaluate("document.querySelector('discord-messages').hasAttribute('light-theme')");
    await expect.poll(isLight).toBe(scheme === 'light');
    await page.evaluate(axe.source);
    const faults = await page.evaluate(
      "axe.run(document, { runOnly: ['color-contrast'] }).then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => html.slice(0, 80) + any[0]?.message)))",
    );
    expect(faults).toEqual([]);
    await finish();
  });
});
