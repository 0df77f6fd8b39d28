import { expect, test } from 'vitest';
import { openScene } from '../scene.ts';

test('the owner is told once that the bot can reach almost 10,000 users', async () => {
  const scene = await openScene();
  const { world, ann, actions } = scene;
  const direct = world.openDirect(world.owner);
  const addGuild = (name: string, count: number) =>
    world.addGuild({
      name,
      owner: ann,
      members: Array.from({ length: count }, (_, index) => world.addUser({ name: `${name}${index}` })),
    });
  const read = () => actions.read(world.owner, direct).map(({ content }) => content);
  addGuild('a', 7_900);
  await scene.restart();
  expect(read()).toEqual([]);
  world.refuseDirect(world.owner);
  addGuild('b', 200);
  await scene.restart();
  world.refuseDirect(world.owner, false);
  await scene.restart();
  await expect
    .poll(read)
    .toEqual([
      expect.stringMatching(
        /^The bot can reach at most 8,1\d\d users: .* https:\/\/discord\.com\/developers\/applications\. From 10,000 /,
      ),
    ]);
  await scene.restart(() => addGuild('c', 10));
  await scene.run('help');
  expect(read()).toHaveLength(1);
});
