import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { desktop, launchChromium, noChromium, phone } from '@footnote/playground/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseDraftClaim } from '../../src/core/claims/draft.ts';
import { type HtmlOptions, toHtml } from '../../src/render/formats/html.ts';
import { fullSummary } from '../render/full-summary.ts';
import { type Told, tellEvidence, tellSummary } from '../render/summaries.ts';
import { picture } from './picture.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const at = (minute: number) => new Date(Date.UTC(2026, 2, 9, 8) + minute * 60_000).toISOString();

/** A long talk in which two claims cite messages that are far apart. */
function tellLong(count: number): Told {
  const people = ['Ann', 'Bob', 'Carol', 'דנה'];
  return {
    messages: Array.from({ length: count }, (_, index) => ({
      by: people[index % people.length] ?? '',
      text: `Message ${index + 1}. ${'It goes on for a while. '.repeat(index % 7)}`,
      at: at(index),
    })),
    claims: [
      {
        text: 'The first thing is near the start.',
        cites: [[3, 'Message 3']],
        kind: 'decision',
        topic: 'Start',
        matter: 1,
      },
      {
        text: 'The second thing is near the end.',
        cites: [[count - 5, `Message ${count - 5}`], 3],
        topic: 'End',
        matter: 2,
        findings: [{ check: 'citation', outcome: 'pass' }],
      },
    ],
    frame: {
      matters: new Map([1, 2].map(number => [number, { title: null, sources: [], topicId: `s.${number}` }])),
    },
  };
}

describe.skipIf(noChromium)('the page of a summary', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'footnote-viewer-'));
  const finishing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const finish of finishing.splice(0)) await finish();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page from a file. What is asked of the network, thrown, complained of or scrolls sideways fails the test. */
  async function open(html: string, hash = '', how: BrowserContextOptions = desktop): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...how });
    context.setDefaultTimeout(60_000);
    const file = join(folder, 'summary.html');
    writeFileSync(file, html);
    const url = pathToFileURL(file).href;
    const problems: string[] = [];
    const page = await context.newPage();
    page.on('request', request => {
      if (request.url().split('#')[0] !== url) problems.push(`asked for ${request.url()}`);
    });
    page.on('pageerror', error => problems.push(`threw: ${error.stack ?? error.message}`));
    page.on('console', message => problems.push(`complained: ${message.text()}`));
    await page.goto(url + hash);
    finishing.push(async () => {
      const size = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
      await context.close();
      expect(problems).toEqual([]);
      expect(size[0], 'scrolls sideways').toBeLessThanOrEqual(size[1] ?? 0);
    });
    return page;
  }

  const openLong = (count: number, hash = '', how?: BrowserContextOptions) => {
    const told = tellLong(count);
    const options: HtmlOptions = { conversation: tellEvidence(told).messages };
    return open(toHtml(tellSummary(told), options), hash, how);
  };

  const claim = (page: Page, words: string) => page.locator('.claims > li').filter({ hasText: words });
  const message = (page: Page, position: number) => page.locator(`#message-${position}`);
  const lit = (page: Page, what: string) => page.locator(`${what}.lit`).allTextContents();

  test('a claim lights up its messages with the quoted words and scrolls to them', async () => {
    const page = await openLong(400);
    await expect.poll(() => page.locator('article').count()).toBeGreaterThan(0);
    // The browser's own search finds what is not laid out yet.
    expect(await page.evaluate("find('Message 390.')")).toBe(true);
    await claim(page, 'near the end').click();
    await expect.poll(() => page.locator('article.here').getAttribute('id')).toBe('message-3');
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('article.here').getAttribute('id')).toBe('message-395');
    await expect.poll(() => lit(page, 'mark')).toEqual(['Message 395']);
    await expect
      .poll(async () => (await message(page, 395).boundingBox())?.y ?? 0)
      .toBeLessThan(desktop.viewport?.height ?? 0);
    expect(await page.locator('.live').textContent()).toBe('Claim 2 of 2: 2 messages');
    expect(page.url()).toMatch(/#claim-c2$/);
    await page.keyboard.press('Escape');
    await expect.poll(() => lit(page, 'mark')).toEqual([]);
    expect(page.url()).not.toContain('#');
  });

  test('a message lights up the claims that rest on it', async () => {
    const page = await openLong(60);
    await message(page, 3).click();
    await expect.poll(() => page.locator('.claims > li.lit').count()).toBe(2);
    expect(await lit(page, 'mark')).toEqual(['Message 3']);
    expect(page.url()).toMatch(/#message-3$/);
    await message(page, 4).click();
    await expect.poll(() => page.locator('.claims > li.lit').count()).toBe(0);
  });

  test('keys go through the claims and the cited messages', async () => {
    const page = await openLong(60);
    const here = () => page.locator('article.here').getAttribute('id');
    for (const [key, shown, message] of [
      ['j', '#claim-c1', 'message-3'],
      ['j', '#claim-c2', 'message-3'],
      ['n', '#claim-c2', 'message-55'],
      ['p', '#claim-c2', 'message-3'],
      ['k', '#claim-c1', 'message-3'],
      ['k', '#claim-c1', 'message-3'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => new URL(page.url()).hash, { message: key }).toBe(shown);
      await expect.poll(here, { message: key }).toBe(message);
    }
  });

  test('filters leave the claims that match all of them', async () => {
    const full = await open(toHtml(fullSummary));
    const all = await full.locator('.claims > li:visible').count();
    for (const name of ['Person', 'Kind', 'Status']) {
      await full.getByLabel(name).selectOption({ index: 1 });
      await expect
        .poll(() => full.locator('.claims > li:visible').count(), { message: name })
        .toBeLessThan(all);
      await full.getByLabel(name).selectOption('');
    }
    await expect.poll(() => full.locator('.claims > li:visible').count()).toBe(all);
    const messages = [{ by: 'Ann', text: 'We open at ten.', at: at(0) }];
    const flat = await open(
      toHtml(tellSummary({ messages, claims: [{ text: 'We open at ten.', cites: [1] }] })),
    );
    const [keys, first] = await Promise.all(
      ['.keys', '.claims > li >> nth=0'].map(each => flat.locator(each).boundingBox()),
    );

    const kinds = ['fact', 'question'] as const;
    const cited = { messages, claims: kinds.map(kind => ({ kind, text: 'We open.', cites: [1] })) };
    const evidence = [{ position: 1 }];
    const draft = parseDraftClaim({ text: 'It is closed.', kind: 'decision', evidence });
    const reasons = [{ check: 'judge', problem: { code: 'judged_unsupported', words: '' } }] as const;
    const rejected = draft.ok ? [{ text: '', cites: [1], reasons, draft: draft.draft }] : [];
    const replaced = await open(toHtml(tellSummary({ ...cited, rejected })));
    expect(await replaced.locator('.claims > li:visible').count()).toBe(3);
    await replaced.getByLabel('Kind').selectOption({ index: 1 });
    await expect.poll(() => replaced.locator('.claims > li:visible').count()).toBe(1);
    expect((first?.y ?? 0) - (keys?.y ?? 0) - (keys?.height ?? 0)).toBeGreaterThan(16);
    const page = await openLong(60);
    const shown = () => page.locator('.claims > li:visible').count();
    await page.getByLabel('Topic').selectOption('End');
    await page.getByLabel('Kind').selectOption('Decisions');
    await expect.poll(shown).toBe(0);
    await page.getByText('No claims match these filters.').waitFor();
    await page.getByLabel('Kind').selectOption('');
    await expect.poll(() => page.locator('.claims > li:visible').textContent()).toMatch(/near the end/);
  });

  test('20,000 messages are scrolled through', async () => {
    const page = await openLong(20_000);
    const frames = await page.evaluate<{ readonly median: number }>(scrollThrough);
    const load = await page.evaluate<number>(
      'performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd',
    );
    process.stdout.write(
      `20,000 messages: ready after ${Math.round(load)} ms; frames ${JSON.stringify(frames)}\n`,
    );
    expect(frames.median).toBeLessThan(100);
    await claim(page, 'near the end').getByRole('button').click();
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('article.here').getAttribute('id')).toBe('message-19995');
    const box = async () => (await page.locator('article.here').boundingBox())?.y ?? -1;
    await expect.poll(box).toBeGreaterThan(0);
    await expect.poll(box).toBeLessThan(desktop.viewport?.height ?? 0);
  });

  test('print shows the notes, and so does a browser without scripts', async () => {
    const page = await open(toHtml(fullSummary));
    await page.getByRole('complementary').waitFor();
    expect(await page.locator('section.sources').isVisible()).toBe(false);
    // The summary comes first, also for a screen reader.
    const order = await page.locator('.claims, aside').evaluateAll(all => all.map(({ tagName }) => tagName));
    expect(order.indexOf('ASIDE')).toBe(order.length - 1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('section.sources').isVisible()).toBe(true);
    expect(await page.getByRole('complementary').isVisible()).toBe(false);
    const bare = await open(toHtml(fullSummary), '', { ...desktop, javaScriptEnabled: false });
    expect(await bare.locator('section.sources').isVisible()).toBe(true);
    expect(await bare.getByRole('button').count()).toBe(0);
    finishing.pop();
    await bare.context().close();
  });

  for (const [name, how, colorScheme] of [
    ['desktop', desktop, 'light'],
    ['phone', phone, 'dark'],
  ] as const)
    test(`axe finds nothing on a ${name}, ${colorScheme}`, async () => {
      const page = await open(toHtml(fullSummary), '#claim-c9', { ...how, colorScheme });
      await page.locator('article.here').waitFor();
      // The page's policy allows no other script, so it is run as the debugger runs one.
      const found = await page.evaluate<readonly { id: string; nodes: { html: string }[] }[]>(
        `${readFileSync(axePath, 'utf8')};axe.run().then(({ violations }) => violations)`,
      );
      expect(found.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join('\n')}`)).toEqual([]);
    });

  for (const [name, how] of Object.entries({ viewer: desktop, 'viewer-phone': phone }))
    test(`a link to a claim opens it within the window, for the picture ${name}`, async () => {
      const page = await open(toHtml(fullSummary), '#claim-c2', how);
      await page.locator('article.here').waitFor();
      expect(await page.evaluate('[document.scrollingElement.scrollTop, document.body.scrollTop]')).toEqual([
        0, 0,
      ]);
      await page.getByRole('heading', { name: 'Conversation' }).waitFor();
      await picture(page, name);
    });

  test('all buttons are high enough for a finger on a phone', async () => {
    for (const html of [toHtml(fullSummary), toHtml(tellSummary(tellLong(60)))]) {
      const page = await open(html, '#claim-c1', phone);
      await page.locator('article.here').waitFor();
      const low = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('button, select, summary, input, .message a')]
          .filter(node => node.checkVisibility() && node.getBoundingClientRect().height < 44)
          .map(node => node.outerHTML + node.getBoundingClientRect().height)`,
      );
      expect(low).toEqual([]);
    }
  });
});

/** Scrolls smoothly and then in leaps: how long frames take in milliseconds. */
const scrollThrough = `(async () => {
  const feed = document.querySelector('.feed');
  const times = [];
  for (let frame = 0; frame < 120; frame++) {
    const start = performance.now();
    feed.scrollTop += frame < 60 ? 400 : feed.scrollHeight / 80;
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: times[60], p95: times[114], slowest: times[119] };
})()`;
