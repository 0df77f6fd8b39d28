import { launchChromium, noChromium, openPage } from '@footnote/playground/browser';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFixedWriter } from '../../demo/claude/writer.ts';
import { picture } from './picture.ts';
import {
  become,
  type Discord,
  messageWith,
  openSimulate,
  run,
  type Scene,
  startDiscord,
  summaryOf,
} from './scene.ts';

let browser: Browser;
let discord: Discord;
let scene: Scene;
let finish: () => Promise<void>;

async function open(user: string, channel: string, how?: BrowserContextOptions): Promise<Page> {
  const opened = await openPage(browser, scene.at(user, channel), how);
  finish = opened.finish;
  return opened.page;
}

async function isInView(page: Page, message: Locator): Promise<boolean> {
  const box = await message.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y > 80 && box.y + box.height < height - 60;
}

if (noChromium) process.stderr.write(`The playground's page is not tested in a browser: ${noChromium}\n`);

describe.skipIf(noChromium)('in a browser', () => {
  beforeAll(async () => {
    [browser, discord] = await Promise.all([launchChromium(), startDiscord()]);
  });
  afterAll(() => Promise.all([browser?.close(), discord?.close()]));
  beforeEach(async () => {
    scene = await discord.open();
  });
  afterEach(async () => {
    await finish();
    await scene.close();
  });

  test('one types /summarize, reads the embed, and a footnote lights up its message', async () => {
    const page = await open('lars', 'engineering');
    const composer = page.getByRole('combobox', { name: 'Message #engineering' });
    await composer.click();
    await composer.pressSequentially('/summ');
    const offered = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => offered.allInnerTexts()).toEqual([expect.stringContaining('/summarize')]);
    await page.keyboard.press('Enter');
    await expect.poll(() => offered.count()).toBe(8);
    await page.keyboard.type('det');
    await page.keyboard.press('Tab');
    await page.keyboard.type('br');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');

    const summary = summaryOf(page);
    await summary.getByText('We decided to release on').waitFor();
    await summary.getByText('Only you can see this').waitFor();
    await summary.locator('discord-command').getByText('Lars').waitFor();
    const footnote = summary.getByRole('link', { name: '[2]', exact: true }).first();
    const target = (await footnote.getAttribute('href'))?.split('/').at(-1);
    await footnote.click();
    const lit = page.locator('.message.lit');
    await lit.waitFor();
    expect(await lit.getAttribute('id')).toBe(`message-${target}`);
    await expect.poll(() => isInView(page, lit)).toBe(true);
    await page.getByRole('button', { name: 'Back to where you were' }).click();
    await page.locator('.message.lit', { has: page.locator('discord-embed') }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('a press is refused if the person may no longer read what the summary cites', async () => {
    const page = await open('nadia', 'engineering');
    await run(page, '/summarize channel:budget');
    await summaryOf(page).getByRole('button', { name: 'Share' }).click();
    await messageWith(page, 'Shared by').waitFor();
    await page.getByRole('button', { name: 'budget' }).click();
    await page.getByRole('button', { name: '7 of 7 see this' }).click();
    await page.getByRole('checkbox', { name: 'Lars' }).uncheck();
    await page.getByRole('button', { name: '6 of 7 see this' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'engineering' }).click();
    await become(page, 'Lars');
    await expect.poll(() => page.getByRole('button', { name: 'budget' }).count()).toBe(0);
    const shared = summaryOf(page);
    await shared.getByRole('button', { name: 'Sources' }).click();
    await messageWith(page, 'You cannot see that channel').waitFor();
    await picture(page, 'refusal');
    await shared.getByRole('link', { name: '[1]', exact: true }).first().click();
    await page.getByText('You do not have access to that channel.').waitFor();
    expect(await page.locator('.message.lit').count()).toBe(0);
  });

  test('what people write is never more than words', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const { world, user, room } = scene;
    world.rename(room('support').guildId ?? '', user('mallory'), evil);
    world.addMessage(room('support'), {
      by: user('mallory'),
      content: `${evil} [click](javascript:document.title=3) <:e:123456789012345678> https://evil.example/x`,
      embeds: [
        {
          title: `${evil} 123456789012345678`,
          description: `${evil} [[1]](javascript:alert(1))`,
          fields: [{ name: `${evil} <a:party:123456789012345678>`, value: evil }],
          footer: { text: `${evil}\nlast line` },
        },
      ],
    });
    world.renameChannel(room('budget'), evil);
    const page = await open('lars', 'support');
    const message = messageWith(page, 'click');
    await message.getByText('onerror').first().waitFor();
    expect(await page.title()).toBe('#support – Footnote demo');
    expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0);
    expect(await message.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await message.getByRole('link').allInnerTexts()).toEqual(['https://evil.example/x']);
    expect(await message.locator('discord-embed-footer').innerText()).toMatch(/\nlast line$/);
  });

  // From here on it is the other engine that writes.
  test('buttons work after the bot was restarted, also with another engine', async () => {
    const page = await open('lars', 'budget');
    await run(page, '/summarize');
    const summary = page
      .getByRole('article')
      .filter({ has: page.locator('discord-embed') })
      .first();
    await summary.getByRole('button', { name: 'Sources' }).waitFor();
    const menu = await openSimulate(page);
    await menu.getByRole('button', { name: 'Restart' }).click();
    await page.getByText('Footnote is restarting…').waitFor();
    await page.getByText('Footnote is online').waitFor();
    await page.keyboard.press('Escape');
    await summary.getByRole('button', { name: 'Sources' }).click();
    await messageWith(page, /message \d+ of 15/).waitFor();
    await (await openSimulate(page)).getByLabel('Summaries').selectOption('claude');
    await page.getByText('Footnote is offline').waitFor();
    await page.getByText('Footnote is online').waitFor();
    await page.keyboard.press('Escape');
    await run(page, '/summarize');
    await summaryOf(page)
      .getByText(/✓ \d+ checked/)
      .waitFor();
    await summary.getByRole('button', { name: 'Share' }).click();
    await messageWith(page, 'Shared by').waitFor();
  });

  test('a dropped claim is looked at beside its message, put right in a form and shown again', async () => {
    const quote = 'That is 17,700 €';
    const evidence = [{ position: 10, quote }];
    const wrong = { text: 'The costs are approved, 18,700 €.', kind: 'fact' as const, evidence };
    const right = { text: 'Nadia approved.', kind: 'fact' as const, evidence };
    // The second answer is to the question whether the dropped one can be put right.
    scene.write(createFixedWriter([right, wrong], [wrong]));
    const page = await open('lars', 'budget');
    await run(page, '/summarize');
    const summary = page
      .getByRole('article')
      .filter({ has: page.locator('discord-embed') })
      .first();
    await summary.getByText('✓ 1 checked').waitFor();
    await summary.getByRole('button', { name: 'More', exact: true }).click();
    await messageWith(page, 'What do you want to do').getByRole('button', { name: 'Review' }).click();
    const panel = messageWith(page, 'Review · 1 of 1');
    await panel.getByText('Removed from the summary.').waitFor();
    await panel.getByText(quote).waitFor();
    await picture(page, 'review');
    await panel.getByRole('button', { name: 'Edit wording' }).click();
    await page.getByText('It will be checked against the messages again.').waitFor();
    await page.getByRole('textbox', { name: 'Wording' }).fill('Nadia approved 17,700 €.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await messageWith(page, 'The new wording is supported.').getByText('Everything is decided.').waitFor();
    // A private copy stays as it is; what is shared of it has the new wording.
    await summary.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Nadia approved 17,700 €. [1] (reworded by Lars)').waitFor();
  });
});
