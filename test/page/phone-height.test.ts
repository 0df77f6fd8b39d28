import { launchChromium, noChromium, openPage, phone } from '@footnote/playground/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemo } from './demo-process.ts';

/** A summary is to be read in one and a half screens of a phone. */
const mostScreens = 1.5;

describe.skipIf(noChromium)('on a phone', () => {
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

  test('the recorded summary with which the demo opens fits one and a half screens', async () => {
    const { page, finish } = await openPage(browser, url, phone);
    const summary = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: 'Sources' }) })
      .first();
    await summary.getByText('Large uploads will be streamed', { exact: true }).waitFor();
    const height = (await summary.boundingBox())?.height ?? 0;
    const screens = height / (phone.viewport?.height ?? 1);
    process.stdout.write(`${Math.round(height)} px, ${screens.toFixed(2)} screens\n`);
    expect(screens).toBeLessThanOrEqual(mostScreens);
    await finish();
  });
});
