import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop } from './launch.ts';

/** A page in a context of its own, with what it did that it must not: `finish` fails on any of it. */
export async function openPage(browser: Browser, url: string, how: BrowserContextOptions = desktop) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...how,
  });
  context.setDefaultTimeout(20_000);
  const problems: string[] = [];
  await context.route('**', async route => {
    const asked = route.request().url();
    const { hostname, protocol } = new URL(asked);
    if (hostname === '127.0.0.1' || protocol === 'data:') return route.continue();
    problems.push(`asked another host: ${asked}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('pageerror', error => problems.push(`threw: ${error.stack ?? error.message}`));
  page.on('console', message => {
    // A refusal is told to the person; the browser notes its status as well.
    const isStatus = /Failed to load resource: the server responded with a status of 4/.test(message.text());
    if (message.type() === 'error' && !isStatus) problems.push(`complained: ${message.text()}`);
  });
  context.on('page', other => {
    if (other !== page) problems.push(`opened another page: ${other.url()}`);
  });
  await page.goto(url);
  await page.getByRole('log').waitFor();
  return {
    page,
    /** What was wrong until now; what is expected to go wrong is looked at in its test. */
    takeProblems: (): readonly string[] => problems.splice(0),
    finish: async (): Promise<void> => {
      const size: unknown = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      await context.close();
      expect(problems).toEqual([]);
      expect(Array.isArray(size) && size[0] <= size[1], `scrolls sideways: ${size}`).toBe(true);
    },
  };
}

/** Whether pictures for README and docs are to be taken. */
export const wantsPictures = process.env['FOOTNOTE_PICTURES'] !== undefined;

/** Takes a picture for README and docs if FOOTNOTE_PICTURES is set; other test runs leave the folder unchanged. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!wantsPictures) return;
  await page.mouse.move(0, 0);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: `docs/pictures/${name}.png` });
}
