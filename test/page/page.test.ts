import { launchChromium, noChromium, openPage } from '@footnote/playground/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createScriptedWriter } from '../../demo/claude/scripted-writer.ts';
import { createFixedWriter } from '../../demo/claude/writer.ts';
import { picture } from './picture.ts';
import { become, type Discord, messageWith, openSimulate, run, startDiscord } from './scene.ts';

if (noChromium) process.stderr.write(`The playground's page is not tested in a browser: ${noChromium}\n`);

describe.skipIf(noChromium)('in a browser', () => {
  let browser: Browser;
  let discord: Discord;
  beforeAll(async () => {
    [browser, discord] = await Promise.all([launchChromium(), startDiscord()]);
  });
  afterAll(() => Promise.all([browser?.close(), discord?.close()]));

  async function open(user: string, channel: string): Promise<Page> {
    const { page, finish } = await openPage(browser, discord.at(user, channel));
    onTestFinished(finish);
    return page;
  }

  test('a dropped claim is looked at beside its message, put right in a form and shown again', async () => {
    const quote = 'That is 17,700 €';
    const evidence = [{ position: 10, quote }];
    const wrong = { text: 'The costs are approved, 18,700 €.', kind: 'fact' as const, evidence };
    const right = { text: 'Nadia approved.', kind: 'fact' as const, evidence };
    // The second answer is to the question whether the dropped one can be put right.
    discord.write(createFixedWriter([right, wrong], [wrong]));
    onTestFinished(() => discord.write(createScriptedWriter()));
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
    await messageWith(page, 'The new wording is checked and shown.')
      .getByText('Everything is decided.')
      .waitFor();
    // A private copy stays as it is; what is shared of it has the new wording.
    await summary.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Nadia approved 17,700 €. [1] (reworded by Lars)').waitFor();
  });

  test('a person who has switched embeds off reads the first claim, and all of it as text', async () => {
    const evidence = [{ position: 10, quote: 'That is 17,700 €' }];
    const claims = ['Nadia approved 17,700 €.', 'It is approved.'].map(text => ({
      ...{ text, kind: 'fact' as const, evidence },
    }));
    discord.write(createFixedWriter(claims));
    onTestFinished(() => discord.write(createScriptedWriter()));
    const page = await open('lars', 'budget');
    await (await openSimulate(page)).getByRole('checkbox', { name: 'Show embeds' }).uncheck();
    await page.keyboard.press('Escape');
    await run(page, '/summarize');
    const summary = messageWith(page, 'Nadia approved 17,700 €.');
    await summary.getByRole('button', { name: 'More', exact: true }).click();
    expect(await page.locator('discord-embed').count()).toBe(0);
    expect(await page.getByText('It is approved.').count()).toBe(0);
    await messageWith(page, 'What do you want to do').getByRole('button', { name: 'As text' }).click();
    await messageWith(page, 'It is approved.').waitFor();
  });

  test('in a server without the bot, a person who has added it to their account checks a message', async () => {
    const page = await open('lars', 'trails');
    // People behind webhooks have their own names and faces.
    const [rin, ash] = await Promise.all(
      ['I walked the lake trail', 'I will mark the closed bridge'].map(words =>
        messageWith(page, words).locator('discord-message').getAttribute('avatar'),
      ),
    );
    expect(rin).not.toBe(ash);
    await page.getByRole('button', { name: 'Server Hiking Club' }).click();
    const ask = async () => page.getByText('The train leaves at 9:52').first().click({ button: 'right' });
    await ask();
    await page.getByRole('menuitem', { name: 'Check sources' }).click();
    await messageWith(page, 'Checked only against what stands in this message').waitFor();
    await become(page, 'Claire');
    await ask();
    await page.getByRole('menuitem', { name: 'Reply' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Check sources' }).count()).toBe(0);
  });
});
