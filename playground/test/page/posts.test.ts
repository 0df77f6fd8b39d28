import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { servePage, watch } from './scene.ts';

test('a forum shows its posts by activity, without their text for people without Read Message History', async () => {
  const playground = await start();
  const { world } = playground;
  const { ada, ben, cleo, guild, general } = setUp(playground);
  const page = await servePage(playground, { people: [ada, ben, cleo] });
  const forum = world.addChannel(guild, { name: 'ideas', kind: 'forum', tags: ['good', 'bad'] });
  const sees = await watch(page, { user: ben.id, channel: forum.id });
  const posts = () => sees.now()?.open?.posts;
  await expect.poll(posts).toEqual([]);
  const atMs = Date.now() - 60_000;
  const old = world.addPost(forum, {
    title: 'Old',
    tags: ['bad'],
    message: { by: cleo, content: 'first', atMs },
  });
  world.addPost(forum, { title: 'New', message: { by: ada, content: '[b](https://a.test/) bold' } });
  await expect.poll(posts).toMatchObject([
    { title: 'New', by: 'Ada', text: '[b](https://a.test/) bold', tags: [], answers: 0 },
    { title: 'Old', by: 'cleo', text: 'first', tags: ['bad'], isArchived: false },
  ]);
  world.addMessage(old, { by: ben, content: 'again' });
  world.archive(old);
  await expect.poll(() => posts()?.[0]).toMatchObject({ title: 'Old', answers: 1, isArchived: true });
  world.overwrite(forum, { role: guild, deny: Flags.ReadMessageHistory });
  await expect.poll(() => posts()?.map(({ text, by }) => text + by)).toEqual(['', '']);
  world.overwrite(forum, { role: guild, deny: Flags.ViewChannel });
  await expect.poll(() => sees.now()?.open).toBeNull();
  expect(sees.now()?.channels.map(({ name }) => name)).toEqual([general.name]);
});
