import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPage } from '../../src/page/server.ts';
import { launchChromium, noChromium, openPage, phone } from '../../src/testing/browser.ts';
import { startWithPanel } from '../discord/interactions/interaction-scene.ts';
import { at, call } from '../scene.ts';

/** The newest message that holds these words. */
function messageWith(page: Page, words: string): Locator {
  return page.getByRole('article').filter({ hasText: words }).last();
}

/** Here the test answers in the bot's place, so that it can say what no bot of ours says. */
describe.skipIf(noChromium)('parts of the page', () => {
  let browser: Browser;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function open(how?: BrowserContextOptions) {
    const scene = await startWithPanel();
    const served = await createPage(scene.playground, { people: [scene.ben, scene.cleo, scene.ada] });
    const { page, finish, takeProblems } = await openPage(browser, served.url, how);
    closing.push(finish, served.close);
    return { ...scene, world: scene.playground.world, served, page, takeProblems };
  }

  async function openForm(page: Page, scene: Awaited<ReturnType<typeof open>>, components: object[]) {
    const before = scene.handed.length;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect.poll(() => scene.handed.length).toBe(before + 1);
    await scene.respond({ type: 9, data: { custom_id: 'form', title: 'Tell me more', components } });
    await page.getByText('Tell me more').waitFor();
  }

  test('a form is filled in and sent off, or closed by Escape', async () => {
    const scene = await open();
    const { page, last, respond } = scene;
    const components = [
      {
        type: 18,
        label: 'Why',
        component: { type: 4, custom_id: 'why', style: 2, required: true, min_length: 3, value: 'for' },
      },
      {
        type: 18,
        label: 'Which',
        component: {
          type: 3,
          custom_id: 'which',
          options: ['red', 'blue'].map(value => ({ label: value, value })),
        },
      },
    ];
    await openForm(page, scene, components);
    const [box, why] = [
      await page.locator('.discord-modal-root').boundingBox(),
      await page.getByRole('textbox', { name: 'Why' }).boundingBox(),
    ];
    if (!box || !why) throw new Error('no form');
    expect([why.x - box.x, box.x + box.width - why.x - why.width]).toEqual([16, 16]);
    const [said, hinted, usual, opacity] = (await page.evaluate(`(() => {
      const field = document.querySelector('discord-input-text').shadowRoot.querySelector('textarea');
      const { color, opacity } = getComputedStyle(field);
      const usual = getComputedStyle(document.querySelector('discord-message')).color;
      return [color, getComputedStyle(field, '::placeholder').color, usual, opacity];
    })()`)) as readonly string[];
    expect(said).toBe(usual);
    expect(said).not.toBe(hinted);
    expect(opacity).toBe('1');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('Tell me more').count()).toBe(0);
    await openForm(page, scene, components);
    await page.getByRole('textbox', { name: 'Why' }).fill('because <b>');
    const select = page.getByRole('combobox', { name: 'Which' });
    await select.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(last).toMatchObject({
      type: 5,
      data: {
        components: [
          { component: { custom_id: 'why', value: 'because <b>' } },
          { component: { custom_id: 'which', values: ['blue'] } },
        ],
      },
    });
    await respond({ type: 4, data: { content: 'thanks', flags: 64 } });
    await messageWith(page, 'thanks').getByText('Only you can see this').waitFor();
  });

  test('several are chosen by keys, and sent when one looks elsewhere', async () => {
    const { page, last, respond } = await open();
    await page.getByRole('combobox', { name: 'Make a selection' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(last).toMatchObject({ data: { custom_id: 'pick', values: ['a', 'c'] } });
    await respond({ type: 6 });
  });

  test('channels are chosen from those of the wanted kinds that one sees, beginning with what is set', async () => {
    const { page, playground, world, guild, general, last, respond } = await open();
    const team = world.addChannel(guild, { name: 'team', kind: 'category' });
    const ideas = world.addChannel(guild, { name: 'ideas', kind: 'forum', parent: team });
    world.addChannel(guild, { name: 'Lounge', kind: 'voice' });
    world.addChannel(guild, {
      name: 'leads',
      overwrites: [{ role: guild, deny: Flags.ViewChannel }],
    });
    const select = {
      type: 8,
      custom_id: 'sources',
      placeholder: 'Channels',
      min_values: 0,
      max_values: 3,
      channel_types: [0, 4, 15],
      default_values: [{ id: general.id, type: 'channel' }],
    };
    await call(playground, 'POST', `/channels/${general.id}/messages`, {
      content: 'Which ones?',
      components: [{ type: 1, components: [select] }],
    });
    const menu = messageWith(page, 'Which ones?').getByRole('combobox', { name: 'Channels' });
    await menu.click();
    const options = menu.getByRole('option');
    await expect
      .poll(() => options.evaluateAll(all => all.map(one => one.getAttribute('aria-label'))))
      .toEqual(['#general', 'team', '▤ideas']);
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await menu.getByText('forum in team').waitFor();
    await menu.getByRole('option', { name: 'ideas' }).click();
    await menu.getByRole('option', { name: 'team' }).click();
    await page.keyboard.press('Escape');
    const chosen = [general.id, ideas.id, team.id];
    await expect.poll(last).toMatchObject({
      data: { component_type: 8, custom_id: 'sources', values: chosen },
    });
    expect(Object.keys(Object(at(last(), 'data', 'resolved', 'channels'))).sort()).toEqual(
      [...chosen].sort(),
    );
    await respond({ type: 6 });
  });

  test('what people and bots write is never more than words', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const { world, page, guild, general, ben } = await open();
    world.rename(guild, ben, evil);
    world.addMessage(general, {
      by: ben,
      content: `${evil} [click](javascript:document.title=3) https://evil.example/x`,
      embeds: [
        {
          title: evil,
          description: `${evil} [[1]](javascript:alert(1))`,
          fields: [{ name: evil, value: evil }],
          footer: { text: `${evil}\nlast line` },
        },
      ],
    });
    const message = messageWith(page, 'click');
    await message.getByText('onerror').first().waitFor();
    expect(await page.title()).not.toMatch(/^[123]$/);
    expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0);
    expect(await message.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await message.getByRole('link').allInnerTexts()).toEqual(['https://evil.example/x']);
  });

  test('what is greyed out cannot be pressed; a press that is not answered is told', async () => {
    const { page, handed, clock } = await open();
    const before = handed.length;
    await page.getByText('Off', { exact: true }).click({ force: true });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect.poll(() => handed.length).toBe(before + 1);
    clock.advance(3100);
    await page.getByText('The application did not respond').waitFor();
  });

  test('a message far up is fetched, shown and lit', async () => {
    const { page, world, guild, general, ben } = await open();
    const lines = Array.from({ length: 320 }, (_, index) => [ben, `line ${index} end`] as const);
    const startMs = Date.now() - 3_600_000;
    const [first] = world.addConversation(general, lines, { startMs, stepMs: 1000 });
    const url = `https://discord.com/channels/${guild.id}/${general.id}/${first?.id}`;
    world.addMessage(general, { by: ben, content: `see ${url}` });
    await page.getByText('line 319 end').waitFor();
    expect(await page.getByText('line 0 end').count()).toBe(0);
    await page.getByRole('link', { name: '#general › message' }).click();
    await page.locator('.message.lit', { hasText: 'line 0 end' }).waitFor();
  });

  test('older messages come above without moving what is read', async () => {
    const { page, world, general, ben } = await open();
    const lines = Array.from({ length: 150 }, (_, index) => [ben, `line ${index} end`] as const);
    world.addConversation(general, lines, { startMs: Date.now() - 3_600_000, stepMs: 1000 });
    await page.getByText('line 149 end').waitFor();
    const read = page.getByText('line 52 end');
    await page.getByRole('button', { name: 'Show older messages' }).scrollIntoViewIfNeeded();
    const stood = (await read.boundingBox())?.y ?? 0;
    await page.getByRole('button', { name: 'Show older messages' }).click();
    await page.getByText('line 3 end').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByRole('button', { name: 'Show older messages' }).count()).toBe(0);
    await expect.poll(async () => Math.abs(((await read.boundingBox())?.y ?? 0) - stood)).toBeLessThan(80);
  });

  test('a link that leads elsewhere or to nothing says so and leads nowhere', async () => {
    const { page, world, guild, general, ben } = await open();
    const gone = world.addMessage(general, { by: ben, content: 'gone soon' });
    world.removeMessage(gone);
    world.addMessage(general, {
      by: ben,
      content: `[a](https://discord.com/channels/${guild.id}/${general.id}/${gone.id}) [b](https://discord.com/channels/1/2/3) [c](https://discord.com/channels/${guild.id}/4/5)`,
    });
    await page.getByRole('link', { name: 'a', exact: true }).click();
    await page.getByText('That message is no longer there.').waitFor();
    await page.getByRole('link', { name: 'b', exact: true }).click();
    await page.getByText('That message is on a server that you are not in.').waitFor();
    await page.getByRole('link', { name: 'c', exact: true }).click();
    await page.getByText('You do not have access to that channel.').waitFor();
  });

  test('messages are walked through and their menu used by keys alone', async () => {
    const { page, world, general, ben } = await open();
    world.addMessage(general, { by: ben, content: 'one' });
    world.addMessage(general, { by: ben, content: 'two' });
    await page.getByText('two').waitFor();
    await page.getByRole('region', { name: 'Messages' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Message' }).waitFor();
    await page.keyboard.press('Enter');
    await messageWith(page, 'one').getByRole('button', { name: '👍, 1' }).waitFor();
  });

  test('the page says when the playground has gone, and on a phone nothing scrolls sideways', async () => {
    const { page, world, general, cleo, served, takeProblems } = await open(phone);
    const long = 'w'.repeat(400);
    world.addMessage(general, {
      by: cleo,
      content: `${long} \`${long}\`\n\`\`\`\n${long}\n\`\`\``,
      embeds: [{ title: long, description: long, fields: [{ name: long, value: long }] }],
    });
    await messageWith(page, 'wwww').waitFor();
    const size = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    expect(size).toEqual([390, 390]);
    expect(takeProblems()).toEqual([]);
    closing.splice(closing.indexOf(served.close), 1);
    await served.close();
    await page.getByText('The demo has stopped.').waitFor();
    expect(takeProblems().filter(one => !/net::ERR_/.test(one))).toEqual([]);
  });
});
