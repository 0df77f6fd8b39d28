import { type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { allTexts } from '../../../src/render/texts.ts';
import { sure } from '../../sure.ts';
import { createWriting, fact } from '../engines.ts';
import {
  besides,
  fill,
  openScene,
  readReply,
  type Scene,
  summarized,
  toCustomIdOf,
  toLabels,
  told,
  toShown,
} from '../scene.ts';

const standing = fact('The school fair is on 21 March.', 1, 'The school fair is on 21 March');
const invented = fact('They close at 20:00.', 6, 'close at 20:00');

let scene: Scene;
async function open(options: Parameters<typeof openScene>[0] = {}) {
  scene = await openScene({ engine: createWriting(standing, invented), ...options });
  fill(scene);
}
beforeEach(() => open());

const publicly = { private: false };

/** The buttons of a panel, then its selects. */
const toControls = (panel: APIMessage | null) => toLabels(panel).flat();
const allowModerating = () =>
  scene.world.overwrite(scene.channel, { member: scene.bob, allow: Flags.ManageMessages });
const denyModerating = () =>
  scene.world.overwrite(scene.channel, { member: scene.bob, deny: Flags.ManageMessages });

describe('the panel of More', () => {
  test('offers everything to the person who asked, and others why and a file, in their language', async () => {
    const summary = await scene.ask({ ...publicly, detail: 'brief' });
    const panel = await scene.openMore(summary);
    expect(panel.flags).toBe(64);
    expect(panel.content).toBe('What do you want to do with this summary?');
    expect(toControls(panel)).toEqual([
      'Why',
      'As text',
      'Review',
      'Ask about this…',
      'Again…',
      'Delete',
      'Save as',
    ]);
    expect(toControls(await scene.openMore(summary, scene.bob))).toEqual([
      'Warum',
      'Als Text',
      'Dazu etwas fragen…',
      'Speichern als',
    ]);
  });

  test('offers people who may manage messages a review and Delete as well', async () => {
    const { bob } = scene;
    const summary = await scene.ask(publicly);
    allowModerating();
    const panel = await scene.openMore(summary, bob);
    expect(toControls(panel)).toEqual([
      'Warum',
      'Als Text',
      'Durchsehen',
      'Dazu etwas fragen…',
      'Löschen',
      'Speichern als',
    ]);
    // A press in the panel is checked again.
    denyModerating();
    for (const action of ['review', 'delete']) {
      const pressed = await scene.pressAction(panel, action, bob);
      const said = action === 'review' ? (await told(pressed)).message : await besides(pressed);
      expect(said?.content).toMatch(/kann nur durchsehen, wer|Das kann nur, wer/);
    }
    expect(scene.posted()).toHaveLength(1);
  });

  test('is replaced by Why and by the text, each with a way back', async () => {
    const panel = await scene.openMore(await scene.ask(publicly));
    let shown = panel;
    for (const [action, words] of [
      ['why', 'They close at 20:00'],
      ['text', 'The school fair is on 21 March'],
    ] as const) {
      const page = await scene.pressAction(shown, action);
      await page.until(({ message }) => toShown(message).includes(words));
      expect(page.message?.id).toBe(panel.id);
      expect(toControls(page.message)).toEqual(['Back']);
      const back = await scene.press(page, 'Back');
      await expect.poll(() => toControls(back.message)).toEqual(toControls(panel));
      expect(back.message?.embeds).toEqual([]);
      shown = sure(back.message);
    }
  });

  test('tells people with Manage Server what a key adds to highlights, and nobody else', async () => {
    scene = await openScene();
    fill(scene);
    const summary = await scene.ask(publicly);
    expect(toShown(summary)).toContain('This is not an AI summary.');
    expect(toShown(summary)).not.toContain('API key');
    expect((await scene.openMore(summary)).content).toMatch(/Anthropic/);
    expect((await scene.openMore(summary, scene.bob)).content).not.toMatch(/Anthropic/);
  });
});

describe('Save as', () => {
  async function save(panel: APIMessage, format: string, on = panel, user = scene.bob) {
    const customId = sure(toCustomIdOf(panel, 'save'));
    const view = await scene.actions.select({ user, message: on, customId, values: [format] });
    await view.until(({ message }) => (message?.attachments.length ?? 0) > 0);
    const [file] = view.message?.attachments ?? [];
    expect(view.isEphemeral).toBe(true);
    return { text: await (await fetch(file?.url ?? '')).text(), name: file?.filename ?? '' };
  }

  test.each([
    ['html', 'html', /^<!doctype html>[\s\S]*The school fair is on 21 March\./i],
    ['plain', 'txt', /planning[\s\S]*The school fair is on 21 March\. ?\[1\]/],
    ['receipt', 'receipt.json', /^\{[\s\S]*"text": ?"The school fair is on 21 March\."/],
  ])('%s gives a file to the person alone', async (format, extension, content) => {
    const panel = await scene.openMore(await scene.ask(publicly), scene.bob);
    const { text, name } = await save(panel, format);
    expect(name).toBe(`summary.${extension}`);
    expect(text).toMatch(content);
  });

  test('gives a summary that is held only to people who may review it', async () => {
    await open({ review: 'before-sharing' });
    const { actions, bob } = scene;
    allowModerating();
    const view = await scene.summarize(publicly);
    await view.until(({ message }) => toShown(message).includes(':open"'));
    const panel = await scene.openMore(await summarized(await scene.press(view, 'Open', bob)), bob);
    expect(toControls(panel)).toEqual([
      'Warum',
      'Als Text',
      'Durchsehen',
      'Dazu etwas fragen…',
      'Löschen',
      'Speichern als',
    ]);
    denyModerating();
    const customId = sure(toCustomIdOf(panel, 'save'));
    const saved = await actions.select({ user: bob, message: panel, customId, values: ['plain'] });
    expect((await told(saved)).message).toMatchObject({
      content: expect.stringContaining('kann nur durchsehen, wer'),
      attachments: [],
    });
  });
});

describe('Again…', () => {
  test('asks for the detail and for what was missed, and writes again, as private or public as it was', async () => {
    const kept = { detail: 'comprehensive', focus: 'the loudspeakers' };
    for (const options of [publicly, {}]) {
      const summary = await scene.ask({ ...options, focus: 'money' });
      const form = await scene.press(await scene.openMore(summary), 'Again…');
      expect(JSON.stringify(form.modal)).toContain('"label":"What was missing?","description":"Name it');
      expect(JSON.stringify(form.modal)).toContain('"label":"standard","value":"standard","default":true');
      const again = await summarized(
        await scene.actions.submit(form, { detail: ['comprehensive'], missed: ' the loudspeakers ' }),
      );
      expect(again.isEphemeral).toBe(!('private' in options));
      expect(again.message?.id).not.toBe(summary.message?.id);
      expect((await scene.stored(again))?.request).toMatchObject(kept);
      // What is left as it is stays so.
      const third = await summarized(await scene.more(again, 'Again'));
      expect((await scene.stored(third))?.request).toMatchObject(kept);
    }
  });
});

describe('Delete', () => {
  test('tells a moderator nothing of a message that only the person who asked sees', async () => {
    await told(await scene.press(await scene.ask(), 'Share'));
    allowModerating();
    await scene.restart();
    const deleted = await scene.more(scene.posted().at(-1), 'Delete', scene.bob);
    await expect.poll(() => deleted.message?.content).toBe('Gelöscht.');
    expect(scene.posted()).toEqual([]);
  });

  test('names a post that the bot cannot reach', async () => {
    const { world, channel, ann, guild } = scene;
    const lobby = world.addChannel(guild, { name: 'lobby' });
    const panel = await scene.openMore(await scene.ask({ channel: channel.id, private: false }, ann, lobby));
    // A press that this process heard would do.
    await scene.restart();
    world.overwrite(lobby, { member: world.bot, deny: Flags.ViewChannel });
    const deleted = await scene.pressDelete(panel);
    await expect.poll(() => deleted.message?.content).toContain(`I cannot reach the post in <#${lobby.id}>`);
  });
});

test('/help tells in every language what Footnote does, who may see what, and three examples', async () => {
  for (const t of allTexts) {
    const view = await scene.run('help', {}, scene.addMember('reader', t.discordLocale as 'en-US'));
    const content = await readReply(view);
    expect(view.isEphemeral).toBe(true);
    for (const part of [t('bot.help.what'), t('bot.help.who')]) expect(content).toContain(part);
    expect(content).not.toContain('/settings');
    expect(content.match(/^- `\/(?:summarize|catchup)/gm)).toHaveLength(3);
    expect(content.length).toBeLessThan(2_000);
  }
  expect(await readReply(scene.run('help', {}, scene.ann))).toMatch(/`\/settings` .* `\/usage`/);
});
