import { expect, test } from 'vitest';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import { toMemoryText } from '../../../src/core/prompt/memory.ts';
import { create, idle, monday, nextPost, say, setUp, tuesday } from './digest-scene.ts';

test('a digest adds to the topics of its channel, and the next one is told of them', async () => {
  const requests: EngineRequest[] = [];
  const engine: Engine = {
    name: 'literal',
    draft: async (request, onClaim) => {
      requests.push(request);
      for (const { position, text } of request.evidence.messages)
        onClaim({ kind: 'decision', topic: 'tent', text, evidence: [{ position, quote: text }] });
      return { engine: { name: 'literal' }, usage: null, failure: null };
    },
  };
  const scene = await setUp({ engine });
  await create(scene);
  say(scene, 'We decided to rent the big tent.');
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  await nextPost(scene, 1);
  const readClaims = async () => {
    const records = await scene.running().store.topics.list(scene.guild.id, [scene.channel.id]);
    return records.flatMap(({ contributions }) => contributions.flatMap(({ claims }) => claims));
  };
  await expect.poll(readClaims).toMatchObject([{ label: 'tent', text: 'We decided to rent the big tent.' }]);
  await idle(scene);
  scene.jumpTo(`${tuesday}T08:00:00.000Z`);
  say(scene, 'We decided to put it behind the gym.');
  scene.jumpTo(`${tuesday}T09:00:00.000Z`);
  await nextPost(scene, 2);
  const [first, second] = requests.map(({ memory }) => memory && toMemoryText(memory));
  expect(first).toBeUndefined();
  expect(second).toContain('- We decided to rent the big tent.');
});
