import { expect, test } from 'vitest';
import { createScene } from '../e2e/scene.ts';
import { addPeople, attackDiscord, judgeSent, rooms } from './discord-stage.ts';

// What a model can be made to write, and how it looks: attacks.test.ts.

test('attacked in every way, the bot sends Discord nothing but its own', async () => {
  const scene = await createScene();
  const people = addPeople(scene);
  // discord.js sends so many requests a second and no more.
  const found = await Promise.all(rooms.map(room => attackDiscord(scene, people, room)));
  expect(found.flat()).toEqual([]);
  const { problems, embeds } = judgeSent(scene);
  expect(problems).toEqual([]);
  expect(embeds).toBeGreaterThan(rooms.length);
  await scene.close();
});
