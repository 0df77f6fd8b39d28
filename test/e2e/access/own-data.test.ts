import type { InteractionView } from '@footnote/playground/discord';
import { REST, Routes } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { parseExport } from '../../../src/io/import/import-chat.ts';
import { fill, openScene, readReply, type Scene, summarized, toLabels, told } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
});

const privacy = (words: string, where = scene.channel) => scene.run(`privacy ${words}`, {}, scene.ann, where);
const show = async (where = scene.channel) => summarized(await privacy('show', where));
const ask = (user = scene.ann, isPrivate = true) => scene.ask({ private: isPrivate }, user);
const like = (on: InteractionView, user = scene.ann) => scene.pressAction(on, 'helpful', user);

const nothing = 'Footnote stores nothing about you that can be deleted.';

test('/privacy show privately tells people what is stored about them, in servers and in direct messages', async () => {
  const { store } = scene.running();
  const empty = await show();
  expect(empty.isEphemeral).toBe(true);
  expect(empty.message?.embeds[0]?.description).toMatch(
    /^\*\*Your messages\*\* can be read.*\n\*\*Time zone\*\*: not set\n(?:\*\*.*\*\*: 0\n){7}.*used\*\*: 0 in the last 40 days\n\n/,
  );
  expect(toLabels(empty)).toEqual([['Time zone…']]);
  await store.zones.set(scene.ann.id, 'Europe/Berlin');
  await ask();
  const open = await ask(scene.bob, false);
  await told(await like(open));
  await told(await privacy('opt-out'));
  for (const channel of [scene.channel, scene.world.openDirect(scene.ann)])
    expect((await show(channel)).message?.embeds[0]?.description).toMatch(
      /^\*\*You opted out\*\*.*\n.*Europe\/Berlin\n.*asked for\*\*: 1\n.*: 0\n.*gave\*\*: 1\n.*created\*\*: 0\n/,
    );
});

test('a subcommand of an older version, which Discord still offers, shows the same', async () => {
  const body = commands.map(({ definition }) =>
    definition.name === 'privacy'
      ? { ...definition, options: [{ type: 1, name: 'timezone', description: 'x' }] }
      : definition,
  );
  const { token, applicationId, url } = scene.playground;
  const rest = new REST({ api: `${url}/api` }).setToken(token);
  await rest.put(Routes.applicationCommands(applicationId), { body });
  expect(toLabels(await summarized(await privacy('timezone')))).toEqual([['Time zone…']]);
});

test('/privacy shows imported chats and deletes them', async () => {
  const { store } = scene.running();
  const { conversation } = parseExport('25/03/2026, 09:00 - Mia: One', 'Trip.txt');
  await store.chats.put(scene.ann.id, 'trip', conversation, new Date().toISOString());
  await store.chats.put(scene.bob.id, 'trip', conversation, new Date().toISOString());
  const asked = await show();
  expect(asked.message?.embeds[0]?.description).toContain('**Chats you imported**: 1');
  await scene.press(asked, 'Delete my data');
  await expect.poll(() => asked.message?.content).toMatch(/^This deletes your time zone/);
  expect(await store.chats.list(scene.ann.id)).toHaveLength(1);
  await scene.press(asked, 'Delete my data');
  await expect.poll(() => asked.message?.content).toContain(', and 1 imported chat.');
  expect(await store.chats.list(scene.ann.id)).toEqual([]);
  expect(await store.chats.list(scene.bob.id)).toHaveLength(1);
});

describe('/privacy delete', () => {
  test('deletes it all once it is confirmed, and nothing of others', async () => {
    const { bob, guild } = scene;
    const { store } = scene.running();
    await store.zones.set(scene.ann.id, 'Europe/Berlin');
    const own = await ask();
    const open = await ask(scene.ann, false);
    await told(await scene.press(own, 'Share'));
    const bobs = await ask(bob, false);
    await told(await like(bobs));
    await told(await like(bobs, bob));
    await told(await like(open, bob));
    expect(scene.posted()).toHaveLength(3);

    const view = await told(await privacy('delete'));
    expect(view.isEphemeral).toBe(true);
    expect(view.message?.content).toMatch(/^This deletes your time zone.*cannot be undone/);
    expect(await store.zones.get(scene.ann.id)).toBe('Europe/Berlin');
    const message = view.message;
    await scene.press(message, 'Delete my data');
    await expect
      .poll(() => view.message?.content)
      .toBe('Deleted: your time zone, 2 summaries, 1 piece of feedback and 0 digests.');
    expect(await store.zones.get(scene.ann.id)).toBeNull();
    expect(await store.summaries.askedBy(scene.ann.id)).toEqual([]);
    expect(await store.feedback.givenBy(scene.ann.id)).toEqual([]);
    expect(scene.posted().map(({ id }) => id)).toEqual([bobs.message?.id]);
    expect(await store.summaries.askedBy(bob.id)).toHaveLength(1);
    expect((await store.feedback.list(guild.id)).map(({ personId }) => personId)).toEqual([bob.id]);
    expect(await readReply(privacy('delete'))).toBe(nothing);
  });
});
