import { type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allTexts } from '../../../src/render/texts.ts';
import {
  askDelete,
  besides,
  createScene,
  fill,
  openMore,
  pressDelete,
  pressMore,
  readBeside,
  readSummary,
  type Scene,
  saveAs,
  summarized,
  toCustomIdOf,
  toLabels,
  told,
  toShown,
} from '../scene.ts';
import { createWriting } from '../writing-engine.ts';

const standing = {
  text: 'The school fair is on 21 March.',
  kind: 'fact',
  evidence: [{ position: 1, quote: 'The school fair is on 21 March' }],
};
const invented = {
  text: 'They close at 20:00.',
  kind: 'fact',
  evidence: [{ position: 6, quote: 'close at 20:00' }],
};

let scene: Scene;
beforeEach(async () => {
  scene = await createScene({ engine: createWriting(standing, invented) });
  fill(scene);
});
afterEach(() => scene.close());

async function ask(options: Readonly<Record<string, string | boolean>> = {}): Promise<APIMessage> {
  const { actions, ann: user, channel } = scene;
  const view = await summarized(await actions.slash({ user, channel, command: 'summarize', options }));
  if (view.message === null) throw new Error('no summary');
  return view.message;
}

const publicly = { private: false };

/** The buttons of a panel, then its selects. */
const toControls = (panel: APIMessage) => toLabels(panel).flat();

describe('the panel of More', () => {
  test('offers everything to the person who asked', async () => {
    const summary = await ask({ ...publicly, detail: 'brief' });
    const panel = await openMore(scene.actions, summary, scene.ann);
    expect(panel.flags).toBe(64);
    expect(panel.content).toBe('What do you want to do with this summary?');
    expect(toControls(panel)).toEqual(['Why', 'Review', 'Again…', 'Delete', 'Save as']);
  });

  test('offers other members why and a file, in their language', async () => {
    const panel = await openMore(scene.actions, await ask(publicly), scene.bob);
    expect(toControls(panel)).toEqual(['Warum', 'Speichern als']);
  });

  test('offers people who may manage messages a review and Delete as well', async () => {
    const { world, channel, actions, bob } = scene;
    const summary = await ask(publicly);
    world.overwrite(channel, { member: bob, allow: Flags.ManageMessages });
    const panel = await openMore(actions, summary, bob);
    expect(toControls(panel)).toEqual(['Warum', 'Durchsehen', 'Löschen', 'Speichern als']);
    // A press in the panel is checked again.
    world.overwrite(channel, { member: bob, deny: Flags.ManageMessages });
    for (const action of ['review', 'delete']) {
      const customId = toCustomIdOf(panel, action) ?? '';
      const pressed = await actions.press({ user: bob, message: panel, customId });
      const said = action === 'review' ? (await told(pressed)).message : await besides(pressed);
      expect(said?.content).toMatch(/kann nur durchsehen, wer|Das kann nur, wer/);
    }
    expect(scene.posted().some(({ id }) => id === summary.id)).toBe(true);
  });

  test('offers no review where there is nothing to review, and no form for checked statements', async () => {
    await scene.close();
    scene = await createScene({ engine: createWriting(standing) });
    fill(scene);
    const { actions, world, channel, ann, bob } = scene;
    expect(toControls(await openMore(actions, await ask(), ann))).toEqual([
      ...['Why', 'Again…', 'Delete', 'Save as'],
    ]);
    const target = world.addMessage(channel, { by: bob, content: 'The budget is 1,200 euros.' });
    const checked = await actions.messageMenu({ user: ann, channel, command: 'Check sources', target });
    const { message } = await summarized(checked);
    expect(toControls(await openMore(actions, message, ann))).toEqual([
      ...['Why', 'Regenerate', 'Delete', 'Save as'],
    ]);
  });

  test('tells people with Manage Server what a key adds to highlights, and nobody else', async () => {
    await scene.close();
    scene = await createScene();
    fill(scene);
    const summary = await ask(publicly);
    expect(toShown(summary)).toContain('This is not an AI summary.');
    expect(toShown(summary)).not.toContain('API key');
    const added = /Anthropic/;
    expect((await openMore(scene.actions, summary, scene.ann)).content).toMatch(added);
    expect((await openMore(scene.actions, summary, scene.bob)).content).not.toMatch(added);
  });

  test('works after a restart', async () => {
    const summary = await ask();
    const panel = await openMore(scene.actions, summary, scene.ann);
    await scene.restart();
    const press = (label: string) => scene.press(panel, label);
    expect(await readSummary(press('Why'))).toContain('They close at 20:00');
    const again = await scene.actions.submit(await press('Again…'), {});
    expect(await readSummary(again)).toContain('21 March');
    const deleted = await pressDelete(scene.actions, panel, scene.ann);
    const said = 'Deleted. I cannot remove the copy that only you see. Please dismiss it.';
    await expect.poll(() => deleted.message?.content).toBe(said);
    expect(await readBeside(scene.press(summary, 'More'))).toContain('no longer stored');
  });
});

describe('Save as', () => {
  async function save(format: string, summary: APIMessage, user = scene.ann) {
    const view = await saveAs(scene.actions, summary, format, user);
    await view.until(({ message }) => (message?.attachments.length ?? 0) > 0);
    const [file] = view.message?.attachments ?? [];
    const text = await (await fetch(file?.url ?? '')).text();
    return { view, text, name: file?.filename ?? '' };
  }

  test.each([
    ['html', 'html', /^<!doctype html>[\s\S]*The school fair is on 21 March\./i],
    ['plain', 'txt', /planning[\s\S]*The school fair is on 21 March\. ?\[1\]/],
    ['json', 'json', /^\{[\s\S]*"text": ?"The school fair is on 21 March\."/],
  ])('%s gives a file to the person alone', async (format, extension, content) => {
    const { view, text, name } = await save(format, await ask(publicly), scene.bob);
    expect(view.isEphemeral).toBe(true);
    expect(name).toMatch(new RegExp(`^planning-\\d{4}-\\d\\d-\\d\\d\\.${extension}$`));
    expect(text).toMatch(content);
  });

  test('gives Markdown from a panel of version 0.2.0, which offers it', async () => {
    const { actions, world, channel, ann: user } = scene;
    const panel = await openMore(actions, await ask(), user);
    const components = JSON.parse(
      JSON.stringify(panel.components).replace('"value":"html"', '"value":"markdown"'),
    );
    const old = world.addMessage(channel, { by: world.bot, content: '', components });
    const customId = toCustomIdOf(panel, 'save') ?? '';
    const view = await actions.select({ user, message: old, customId, values: ['markdown'] });
    await view.until(({ message }) => (message?.attachments.length ?? 0) > 0);
    const [file] = view.message?.attachments ?? [];
    expect(file?.filename).toMatch(/\.md$/);
    expect(await (await fetch(file?.url ?? '')).text()).toMatch(/^# [^\n]*planning[\s\S]*21 March/);
  });
});

test('a summary that is held gives a file and why only to people who may review it', async () => {
  await scene.close();
  scene = await createScene({ engine: createWriting(standing, invented), review: 'before-sharing' });
  fill(scene);
  const { actions, world, channel, ann, bob } = scene;
  world.overwrite(channel, { member: bob, allow: Flags.ManageMessages });
  const options = publicly;
  const view = await actions.slash({ user: ann, channel, command: 'summarize', options });
  const held = await view.until(({ message }) => toShown(message).includes(':open"'));
  if (held.message === null) throw new Error('nothing held');
  const opened = await actions.press({ user: bob, message: held.message, label: 'Open' });
  const panel = await openMore(actions, (await summarized(opened)).message, bob);
  expect(toControls(panel)).toEqual(['Warum', 'Durchsehen', 'Löschen', 'Speichern als']);
  world.overwrite(channel, { member: bob, deny: Flags.ManageMessages });
  const customId = toCustomIdOf(panel, 'save') ?? '';
  const saved = await actions.select({ user: bob, message: panel, customId, values: ['json'] });
  expect((await told(saved)).message).toMatchObject({
    content: expect.stringContaining('kann nur durchsehen, wer'),
    attachments: [],
  });
});

describe('Again…', () => {
  const stored = ({ message }: Awaited<ReturnType<typeof summarized>>) =>
    scene.running().store.summaries.get(scene.guild.id, toCustomIdOf(message, 'more')?.split(':')[1] ?? '');

  test('asks for the detail and for what was missed, and writes again, as private or public as it was', async () => {
    const { actions, ann } = scene;
    for (const options of [publicly, {}]) {
      const summary = await ask({ ...options, focus: 'money' });
      const panel = await openMore(actions, summary, ann);
      const form = await actions.press({ user: ann, message: panel, label: 'Again…' });
      expect(JSON.stringify(form.modal)).toContain('"label":"What was missing?","description":"Name it');
      expect(JSON.stringify(form.modal)).toContain('"label":"standard","value":"standard","default":true');
      const again = await summarized(
        await actions.submit(form, { detail: ['comprehensive'], missed: ' the loudspeakers ' }),
      );
      expect(again.isEphemeral).toBe(!('private' in options));
      expect(again.message?.id).not.toBe(summary.id);
      expect((await stored(again))?.request).toMatchObject({
        detail: 'comprehensive',
        focus: 'the loudspeakers',
      });
      // What is left as it is stays so.
      const third = await summarized(await pressMore(actions, again.message, 'Again', ann));
      expect((await stored(third))?.request).toMatchObject({
        detail: 'comprehensive',
        focus: 'the loudspeakers',
      });
    }
  });

  test('opens from the select of a former version too, with what was chosen there', async () => {
    const { actions, ann, world, channel } = scene;
    const customId = toCustomIdOf(await ask(), 'more')?.replace(/more$/, 'detail') ?? '';
    const options = ['brief', 'standard'].map(value => ({ label: value, value }));
    const former = world.addMessage(channel, {
      by: world.bot,
      content: 'former',
      components: [{ type: 1, components: [{ type: 3, custom_id: customId, options }] }] as never,
    });
    const form = await actions.select({ user: ann, message: former, customId, values: ['brief'] });
    const again = await summarized(await actions.submit(form, {}));
    expect((await stored(again))?.request.detail).toBe('brief');
  });
});

describe('Delete', () => {
  test('asks once, in the panel; Cancel brings the panel back', async () => {
    const { actions, ann } = scene;
    const summary = await ask(publicly);
    const panel = await openMore(actions, summary, ann);
    const question = await askDelete(actions, panel, ann);
    expect(question.content).toBe(
      'Delete this summary? It also disappears where it was posted. This cannot be undone.',
    );
    expect(toLabels(question)).toEqual([['Delete', 'Cancel']]);
    expect(question.id).toBe(panel.id);
    const cancelled = await actions.press({ user: ann, message: question, label: 'Cancel' });
    await expect.poll(() => toControls(cancelled.message as APIMessage)).toEqual(toControls(panel));
    expect(scene.posted().some(({ id }) => id === summary.id)).toBe(true);
  });

  test('asked before a restart, or of a summary that is gone, ends with a sentence in the panel', async () => {
    const { actions, ann, guild } = scene;
    const summary = await ask(publicly);
    const [one, two] = [await openMore(actions, summary, ann), await openMore(actions, summary, ann)];
    const [first, second] = [await askDelete(actions, one, ann), await askDelete(actions, two, ann)];
    await scene.restart();
    const deleted = await actions.press({ user: ann, message: first, label: 'Delete' });
    await expect.poll(() => deleted.message?.content).toBe('Deleted.');
    const id = toCustomIdOf(summary, 'more')?.split(':')[1] ?? '';
    expect(await scene.running().store.summaries.get(guild.id, id)).toBeNull();
    const late = await actions.press({ user: ann, message: second, label: 'Delete' });
    await expect.poll(() => late.message?.content).toContain('no longer stored');
    expect(late.message?.components).toEqual([]);
  });

  test('tells a moderator nothing of a message that only the person who asked sees', async () => {
    const { actions, world, channel, ann, bob } = scene;
    await told(await actions.press({ user: ann, message: await ask(), label: 'Share' }));
    world.overwrite(channel, { member: bob, allow: Flags.ManageMessages });
    await scene.restart();
    const deleted = await pressMore(actions, scene.posted().at(-1), 'Delete', bob);
    await expect.poll(() => deleted.message?.content).toBe('Gelöscht.');
    expect(scene.posted()).toEqual([]);
  });

  test('names a post that the bot cannot reach', async () => {
    const { actions, world, channel, ann } = scene;
    const lobby = world.addChannel(scene.guild, { name: 'lobby' });
    const view = await summarized(
      await actions.slash({
        user: ann,
        channel: lobby,
        command: 'summarize',
        options: { channel: channel.id, private: false },
      }),
    );
    const panel = await openMore(actions, view.message, ann);
    // A press that this process heard would do.
    await scene.restart();
    world.overwrite(lobby, { member: world.bot, deny: Flags.ViewChannel });
    const deleted = await pressDelete(actions, panel, ann);
    await expect.poll(() => deleted.message?.content).toContain(`I cannot reach the post in <#${lobby.id}>`);
  });
});

describe('/help', () => {
  test.each(allTexts)(
    'tells in $tag alone what Footnote does, who may see what, and three examples',
    async t => {
      const { world, guild, channel, actions } = scene;
      const user = world.addUser({ name: 'reader', locale: t.discordLocale as 'en-US' });
      world.addMember(guild, user);
      const view = await told(await actions.slash({ user, channel, command: 'help' }));
      const { content = '' } = view.message ?? {};
      expect(view.isEphemeral).toBe(true);
      for (const part of [t('bot.help.what'), t('bot.help.who')]) expect(content).toContain(part);
      expect(content.match(/^- `\/(?:summarize|catchup)/gm)).toHaveLength(3);
      expect(content.length).toBeLessThan(2_000);
    },
  );
});
