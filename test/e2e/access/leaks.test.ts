import { beforeEach, describe, expect, test } from 'vitest';
import { fill, openScene, readReply, type Scene, told, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

/** A channel that those of a role may see, with several pages to tell. */
function addSecret(role: { readonly id: string }) {
  const { world, ann } = scene;
  const secret = scene.addClosed('boats', { role });
  for (let i = 0; i < 90; i++) {
    const words = 'sells waffles, lemonade and second-hand books at the long table behind the gym '.repeat(3);
    world.addMessage(secret, {
      by: ann,
      content: `We decided that boat number ${i} ${words}`,
      atMs: Date.now() - (100 - i) * 7_200_000,
    });
  }
  return secret;
}

describe('what few may read', () => {
  test('is not shown to a newcomer, whom the bot has never heard of', async () => {
    const { world, guild, ann, bob } = scene;
    const readers = world.addRole(guild, { name: 'readers' });
    for (const each of [ann, bob]) world.giveRole(guild, each, readers);
    const secret = addSecret(readers);
    fill(scene);
    await scene.restart();
    await scene.ask();
    const own = await scene.ask({ channel: secret.id });
    world.addMember(guild, world.addUser({ name: 'cleo' }));
    expect(await readReply(scene.summarize({ channel: secret.id, private: false }))).toContain(
      'Not everyone',
    );
    expect(await readReply(scene.press(own, 'Share'))).toContain('Not everyone');
  });
});

test('what is kept of a server goes when the bot was taken out of it while away', async () => {
  fill(scene);
  const view = await scene.ask();
  const id = /summary:([\w-]+):sources/.exec(toShown(view.message))?.[1] ?? '';
  await scene.running().shut();
  scene.world.removeGuild(scene.guild);
  await scene.restart();
  const { summaries } = scene.running().store;
  await expect.poll(() => summaries.get(scene.guild.id, id)).toBeNull();
  await expect.poll(() => summaries.guildIds()).toEqual([]);
});

test('what was shared can be shared again when somebody took it away', async () => {
  fill(scene);
  const view = await scene.ask();
  await told(await scene.press(view, 'Share'));
  const posted = scene.world.history(scene.channel).find(({ content }) => content.includes('Shared by'));
  scene.world.removeMessage(posted?.id ?? '');
  expect(await readReply(scene.press(view, 'Share'))).toContain('Shared: https://discord.com');
});
