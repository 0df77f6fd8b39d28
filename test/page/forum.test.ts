import { launchChromium, noChromium, openPage } from '@footnote/playground/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Discord, messageWith, run, startDiscord, summaryOf } from './scene.ts';

describe.skipIf(noChromium)('a forum on the page', () => {
  let browser: Browser;
  let discord: Discord;
  beforeAll(async () => {
    [browser, discord] = await Promise.all([launchChromium(), startDiscord()]);
  });
  afterAll(() => Promise.all([browser?.close(), discord?.close()]));

  test('shows its posts, and in an open post one writes and asks for a summary', async () => {
    const scene = await discord.open();
    const { page, finish } = await openPage(browser, scene.at('lars', 'budget'));
    const channels = page.getByRole('navigation', { name: 'Channels' });
    await channels.getByText('community').waitFor();
    await channels.getByRole('button', { name: 'ideas' }).click();
    const posts = page.getByRole('list', { name: 'Posts in ideas' });
    await expect.poll(() => posts.getByRole('button').count()).toBe(3);
    const route = posts.getByRole('button', { name: 'Share a route as a file' });
    await route.getByText('planned').waitFor();
    await route.getByText('Claire:').waitFor();
    await route.getByText(/^3 answers · (Today|Yesterday) at /).waitFor();
    await page.getByText('Open a post to write in it.').waitFor();
    const [first] = await posts.getByRole('button').all();
    expect((await first?.boundingBox())?.y).toBeLessThan(150);

    await route.click();
    await messageWith(page, 'A GPX file would do').waitFor();
    await run(page, '/summarize');
    await summaryOf(page).getByText('GPX export comes with version 4.2').waitFor();
    const composer = page.getByRole('combobox', { name: /^Message / });
    await composer.fill('thanks');
    await composer.press('Enter');
    await messageWith(page, 'thanks').waitFor();
    await channels.getByRole('button', { name: 'ideas' }).click();
    await posts
      .getByRole('button')
      .first()
      .getByText(/^4 answers/)
      .waitFor();

    scene.world.addPost(scene.room('ideas'), {
      title: 'Digest of the week',
      message: {
        by: scene.world.bot,
        embeds: [
          { description: '<t:1790000000:D>\n**We ship** GPX. [[1]](https://discord.com/channels/1/2/3)' },
        ],
      },
    });
    await posts
      .getByRole('button', { name: 'Digest of the week' })
      .getByText(/September \d+, 2026\s+We ship GPX\. \[1\]$/)
      .waitFor();
    await finish();
    await scene.close();
  });
});
