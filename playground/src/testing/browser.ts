import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { expect } from 'vitest';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const found = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap(folder => names.map(name => join(folder, name)))
  .find(path => existsSync(path));

/** Why no browser can be driven here; null where one can. */
export const noChromium: string | null = found
  ? null
  : 'there is no Chromium: apt-get install --no-install-recommends chromium';

export function launchChromium(): Promise<Browser> {
  // In a container the sandbox has nothing to build on; what is opened here is ours alone.
  return chromium.launch({ executablePath: found ?? '', args: ['--no-sandbox', '--disable-gpu'] });
}

export const desktop: BrowserContextOptions = { viewport: { width: 1180, height: 900 } };
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
};

/** A page in a context of its own, with what it did that it must not: `finish` fails on any of it. */
export async function openPage(browser: Browser, url: string, how: BrowserContextOptions = desktop) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...how,
  });
  context.setDefaultTimeout(60_000);
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
