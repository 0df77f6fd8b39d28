import { describe, expect, test } from 'vitest';
import { openScene, type Scene, summarized, toSaid, toShown } from '../scene.ts';

const question = 'Is the blue generator humming?';
const answer = 'The blue generator is humming at 50 hertz';

/** A message with these words, and so much later talk in its channel that only a search finds it. */
function addFar({ world, guild, bob }: Scene, content: string, agoMs: number, later = 'Remark') {
  const channel = world.addChannel(guild, { name: 'equipment' });
  const startMs = Date.now() - agoMs;
  world.addMessage(channel, { by: bob, content, atMs: startMs });
  for (let step = 1; step <= 200; step += 1)
    world.addMessage(channel, { by: bob, content: `${later} ${step}`, atMs: startMs + (step * agoMs) / 250 });
}

const ask = async (scene: Scene) => (await summarized(await scene.run('ask', { question }))).message;

describe("with the limits of Discord's search, an old answer is found", () => {
  test('where each word alone is in more messages than a search gives, and only one message has all', async () => {
    const scene = await openScene();
    const { world, guild, bob } = scene;
    addFar(scene, answer, 300 * 86_400_000);
    for (const words of ['A generator', 'It is humming', 'A blue one']) {
      const channel = world.addChannel(guild, { name: words.replaceAll(' ', '-').toLowerCase() });
      for (let index = 1; index <= 130; index += 1)
        world.addMessage(channel, { by: bob, content: `${words}, number ${index}` });
    }
    expect(toShown(await ask(scene))).toContain(answer);
  });

  test('once the index is built, if that is soon', async () => {
    const scene = await openScene();
    const { world, playground } = scene;
    addFar(scene, answer, 300 * 86_400_000);
    world.setSearch({ isReady: false, isBuiltBySearch: true, retryAfterSecs: 1 });
    const message = await ask(scene);
    expect(playground.exchanges.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(toShown(message)).toContain(answer);
    expect(toSaid(message)).toContain('Searched 1 channel');
  });
});
